"""``python -m silhouette_analysis report|notebooks|pdf``: the commands behind ``make``."""

import argparse
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    Parameters
    ----------
    arguments : list of str, optional
        What stands after ``python -m silhouette_analysis``; by default, that of this process.

    Returns
    -------
    int
        0, or 1 if the pages cannot be built.
    """
    parser = argparse.ArgumentParser(prog="python -m silhouette_analysis", description=__doc__)
    parser.add_argument("command", choices=("report", "notebooks", "pdf"), help="what to make")
    parser.add_argument("--notebooks", type=Path, default=Path("notebooks"), help="folder of the notebooks")
    parser.add_argument("--out", type=Path, default=Path("site"), help="folder of the pages")
    parser.add_argument(
        "--work", type=Path, default=Path("build"), help="folder of what is kept between builds"
    )
    given = parser.parse_args(arguments)
    try:
        from silhouette_analysis import paper, report, running
    except ImportError as error:
        print(f"{error}\nThe pages need more: pip install 'silhouette_analysis[report]'", file=sys.stderr)
        return 1
    try:
        if given.command == "notebooks":
            paths = running.store_outputs(given.notebooks)
        elif given.command == "report":
            paths = report.build_site(given.notebooks, given.out, given.work)
        else:
            paths = [paper.print_book(given.notebooks, given.out, given.work)]
    except running.ReportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for path in paths:
        print(f"{path}  {path.stat().st_size / 1000:,.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
