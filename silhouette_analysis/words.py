"""How numbers are said: percentages that never call a possible event impossible.  Standard library only."""

from fractions import Fraction


def percent(probability: float | Fraction, digits: int = 2) -> str:
    """Return a probability as a percentage in words for people.

    What is possible never reads 0 % and what is not certain never reads 100 %.

    Parameters
    ----------
    probability : float or Fraction
        From 0 to 1.
    digits : int
        Decimals shown.

    Returns
    -------
    str
        Rounded, with a space before the sign.  Rounded percentages need not add to 100.

    Examples
    --------
    >>> percent(1 / 6), percent(6**-10), percent(0), percent(1 - 6**-10)
    ('16.67 %', '<0.01 %', '0 %', '>99.99 %')
    """
    smallest = 10**-digits
    if probability in (0, 1):
        return f"{100 * probability:.0f} %"
    if 100 * probability < smallest / 2:
        return f"<{smallest:.{digits}f} %"
    if 100 * (1 - probability) < smallest / 2:
        return f">{100 - smallest:.{digits}f} %"
    return f"{100 * float(probability):.{digits}f} %"
