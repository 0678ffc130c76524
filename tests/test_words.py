from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from silhouette_analysis.words import fill, percent


@pytest.mark.parametrize(
    ("probability", "said"),
    [
        (0, "0 %"),
        (0.0, "0 %"),
        (1, "100 %"),
        (Fraction(1), "100 %"),
        (1 / 6, "16.67 %"),
        (Fraction(1, 6), "16.67 %"),
        (6.0**-10, "<0.01 %"),
        (Fraction(1, 6**1000), "<0.01 %"),
        (1 - Fraction(1, 6**1000), ">99.99 %"),
        (Fraction(1, 19_999), "0.01 %"),
        (Fraction(1, 20_001), "<0.01 %"),
        (Fraction(19_998, 19_999), "99.99 %"),
        (Fraction(20_000, 20_001), ">99.99 %"),
        (0.5, "50.00 %"),
        (1 / 32, "3.13 %"),
        (5e-324, "<0.01 %"),
        (Fraction(14_461, 20_000), "72.31 %"),
        (14_461 / 20_000, "72.31 %"),
        (23 / 160, "14.38 %"),
        (np.float32(0.5), "50.00 %"),
    ],
)
def test_a_percentage_is_rounded_but_never_to_what_it_is_not(probability, said):
    assert percent(probability) == said


@given(st.fractions(0, 1), st.integers(0, 10))
def test_what_is_possible_never_reads_as_impossible_and_what_is_not_certain_never_as_certain(
    probability, digits
):
    said = percent(probability, digits)
    assert said.endswith(" %")
    number = said.strip("<> %")
    if said[0] not in "<>" and 0 < probability < 1:
        assert 0 < float(number) < 100
        assert abs(Fraction(number) - 100 * probability) <= Fraction(1, 2 * 10**digits)
    assert (said == "0 %") == (probability == 0)
    assert (said == "100 %") == (probability == 1)


def test_a_float_half_way_is_rounded_as_the_fraction_that_it_stands_for():
    for odd in range(1, 20_000, 2):
        assert percent(odd / 20_000) == percent(Fraction(odd, 20_000))


def test_the_digits_shown_are_a_choice():
    assert percent(1 / 3, 0) == "33 %"
    assert percent(1 / 3, 3) == "33.333 %"
    assert percent(0.001, 0) == "<1 %"
    assert percent(0.995, 0) == percent(Fraction(199, 200), 0) == ">99 %"
    assert percent(4e-9, 6) == "<0.000001 %"
    assert percent(1e-12, 10) == "0.0000000001 %"


def test_a_template_is_filled_with_numbers_and_percentages():
    values = {"dice": 3, "chance": 1 / 8, "mean": 0.5, "loss": -2}
    template = "{dice} dice: {chance:%}, mean {mean:+.2f} or {mean:.1f}, {loss:+}, {dice:+}"
    assert fill(template, values) == "3 dice: 12.50 %, mean +0.50 or 0.5, -2, +3"


def test_a_percentage_is_said_as_a_fraction_too_where_it_is_asked_for():
    assert fill("{chance:%}", {"chance": Fraction(1, 6)}, exact=True) == "1/6 = 16.67 %"
    assert fill("{chance:%}", {"chance": Fraction(1)}, exact=True) == "100 %"
    assert fill("{chance:%}", {"chance": Fraction(1, 6)}) == "16.67 %"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((-0.1,), "probability must be a number from 0 to 1, given -0.1"),
        ((1.2,), "probability must be a number from 0 to 1, given 1.2"),
        ((float("nan"),), "probability must be a number from 0 to 1, given nan"),
        ((0.5, -1), "digits must be a whole number from 0 to 10, given -1"),
        ((10**6000,), "probability must be a number from 0 to 1, given an int of 19932 bits"),
        ((0.5, 11), "digits must be a whole number from 0 to 10, given 11"),
    ],
)
def test_what_is_no_probability_has_no_percentage(given, said):
    with pytest.raises(ValueError, match=said):
        percent(*given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((None,), r"probability must be a number from 0 to 1, given None \(NoneType\)"),
        (("0.5",), r"given '0.5' \(str\)"),
        ((True,), r"given True \(bool\)"),
        ((np.bool_(True),), r"given .*True.* \(bool.*\)"),
        ((0.5, 2.0), r"digits must be a whole number from 0 to 10, given 2.0 \(float\)"),
        ((0.5, True), r"digits must be a whole number from 0 to 10, given True \(bool\)"),
    ],
)
def test_what_is_no_number_has_no_percentage(given, said):
    with pytest.raises(TypeError, match=said):
        percent(*given)


def test_a_field_without_a_value_is_an_error():
    with pytest.raises(KeyError, match="dice"):
        fill("{dice}", {})
