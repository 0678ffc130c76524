"""What Hypothesis draws: rules with few faces, so that every roll can be counted."""

from hypothesis import strategies as st

from silhouette_analysis.rules import Rule


def rules(faces=5, fumble=(-2, 5)):
    """Rules of dice with few faces: a bonus from any face or from none, any fumble, modified or flat."""
    return st.integers(2, faces).flatmap(
        lambda sides: st.builds(
            Rule,
            faces=st.just(sides),
            bonus_from=st.integers(1, sides + 1),
            fumble=st.integers(*fumble),
            fumble_modified=st.booleans(),
        )
    )
