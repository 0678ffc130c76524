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
        "exact": ["fraction_table"],
        "tables": ["roll_table", "summary_table", "threshold_table", "transition_table"],
        "contest_tables": ["contest_table", "decision_table", "margin_summary_table", "outcome_table"],
        "charts": [
            "OUTCOME_COLOURS",
            "advantage_chart",
            "gain_chart",
            "mean_chart",
            "roll_chart",
        ],
        "contest_charts": ["contest_heatmap", "margin_chart", "win_matrix"],
        "display": ["show_offline"],
        "explorers": ["contest_explorer", "roll_explorer", "shared_roll_explorer", "tie_explorer"],
        "pictures": ["roll_picture", "shared_roll_picture", "tie_picture"],
        "words": ["percent"],
        "shared_charts": [
            "beaten_chart",
            "decision_chart",
            "joint_heatmap",
            "ladder_chart",
            "purchase_chart",
            "tie_rules_chart",
        ],
        "shared_tables": ["beaten_table", "level_pairs_table", "shared_roll_table"],
    },
)
