"""Tables of a page: headings with a scope, figures to the right, and nothing that only pandas needs."""

import re
from typing import Any

from bs4 import BeautifulSoup


def tidy_tables(html: str) -> str:
    """Return HTML whose tables have headings with a scope, figures to the right, and a box to scroll in."""
    if "<table" not in html:
        return html
    soup = BeautifulSoup(html, "html.parser")
    for style in soup.find_all("style", attrs={"scoped": True}):
        style.decompose()
    for table in soup.find_all("table"):
        for attribute in ("border", "style"):
            del table[attribute]
        for row in table.find_all("tr"):
            del row["style"]
        _without_row_numbers(table)
        _merge_heads(soup, table)
        cell: Any
        for cell in table.find_all(["th", "td"]):
            text = cell.get_text().strip()
            if cell.name == "th" and not text:
                cell.name = "td"
            elif cell.name == "th":
                down = cell.find_parent("thead")
                cell["scope"] = ("colgroup" if cell.get("colspan") else "col") if down else "row"
            if text in _MISSING:
                cell.string = "–"
            if cell.get("colspan"):
                cell["class"] = "over"  # what stands above several columns is the heading of all of them
            elif text in _MISSING or _NUMBER.fullmatch(text):
                cell["class"] = [*cell.get("class", []), "n"]
        _heads_like_columns(table)
        widest = max((len(row.find_all(["th", "td"])) for row in table.find_all("tr")), default=0)
        kind = "table wide-table" if widest > 8 else "table"
        box = soup.new_tag(
            "div", attrs={"class": kind, "tabindex": "0", "role": "group", "aria-label": "Table"}
        )
        table.wrap(box)
    return str(soup)


_NUMBER = re.compile(r"[<>]?[+−-]?[\d., ]*\d(\s?%|/\d+)?")
_MISSING = {"NaN", "nan", "<NA>", "None", "NaT"}


def _table_rows(table: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    """Return the cells of a table's head and of its body, row by row."""
    head, body = table.find("thead"), table.find("tbody")
    rows = [part.find_all("tr") if part else [] for part in (head, body)]
    found = [[row.find_all(["th", "td"], recursive=False) for row in part] for part in rows]
    return found[0], found[1]


def _without_row_numbers(table: Any) -> None:
    """Leave out pandas' own numbering of rows, which says nothing; an index of one's own stays."""
    head, body = _table_rows(table)
    if len(head) != 1 or not body or not head[0] or head[0][0].get_text().strip():
        return
    if all(row and row[0].name == "th" and row[0].get_text().strip() == str(i) for i, row in enumerate(body)):
        for row in (*head, *body):
            row[0].decompose()


def _merge_heads(soup: BeautifulSoup, table: Any) -> None:
    """Write the names of the index, which pandas gives a row of their own, beside those of the columns."""
    head, _ = _table_rows(table)
    if len(head) != 2 or len(head[0]) != len(head[1]) or any(c.get("colspan") for c in (*head[0], *head[1])):
        return
    first, second = ([cell.get_text().strip() for cell in row] for row in head)
    index = next((i for i, text in enumerate(second) if not text), len(second))
    if any(second[index:]) or index == len(second):
        return
    over = first[index - 1] if index else ""
    if over and index:
        # The columns have a name of their own: it stands above them, as wide as they are.
        top = soup.new_tag("tr")
        for name in second[:index]:
            cell = soup.new_tag("th", attrs={"rowspan": "2"})
            cell.string = name
            top.append(cell)
        cell = soup.new_tag("th", attrs={"colspan": str(len(first) - index), "class": "over"})
        cell.string = over
        top.append(cell)
        for old in head[0][:index]:
            old.extract()
        head[1][0].parent.extract()
        head[0][index].parent.insert_before(top)
        return
    for cell, name in zip(head[0][:index], second[:index], strict=True):
        cell.string = name
    head[1][0].parent.decompose()


def _heads_like_columns(table: Any) -> None:
    """Set a column's heading to the right where its figures are."""
    head, body = _table_rows(table)
    if not head or not body:
        return
    # Counted from the right, since a cell of an index may stand for several rows.
    for cells in head:
        for back, cell in enumerate(reversed(cells), 1):
            column = [row[-back] for row in body if len(row) >= back]
            if (
                not cell.get("colspan")
                and not cell.get("rowspan")
                and all("n" in c.get("class", []) for c in column)
            ):
                cell["class"] = [*dict.fromkeys([*cell.get("class", []), "n"])]
