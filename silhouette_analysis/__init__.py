"""Exact analysis of the Silhouette dice mechanic: roll N d6, highest die, +1 for each six after the first.

Everything the package offers is reached from here, and nothing heavy is imported until it is asked for.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "rules": ["PLAIN_HIGHEST", "SILHOUETTE", "Resolution", "Rule", "SkillPlusDie", "read", "resolve"],
        "published": ["published_contest_table", "published_roll_table"],
        "tables": [
            "contest_table",
            "decision_table",
            "fraction_table",
            "margin_summary_table",
            "outcome_table",
            "roll_table",
            "summary_table",
            "threshold_table",
            "transition_table",
        ],
        "display": ["show_offline"],
        "pictures": ["roll_picture", "shared_roll_picture", "tie_picture"],
        "words": ["percent"],
        "shared_tables": ["beaten_table", "level_pairs_table", "shared_roll_table"],
    },
)
