"""Pages are written here: templates filled in, scripts allowed by their hashes, nothing asked for outside."""

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from silhouette_analysis.live import live_panel, runtime
from silhouette_analysis.running import ReportError
from silhouette_analysis.words import unbroken

TEMPLATES = Path(__file__).parent / "templates"

_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" '
    'fill="#9a3d0c"/><g fill="#fff"><circle cx="8" cy="6" r="2"/><circle cx="8" cy="12" r="2"/>'
    '<circle cx="8" cy="18" r="2"/><circle cx="16" cy="6" r="2"/><circle cx="16" cy="12" r="2"/>'
    '<circle cx="16" cy="18" r="2"/></g></svg>'
)


def write(template: str, site: dict[str, Any], here: str, live: list[str] | None = None, **words: Any) -> str:
    """Return a page: a template filled in, its scripts allowed by their hashes and nothing else."""
    used = scripts(bool(live)) if here != "index" else []
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in used]
    policy = {
        "default-src": "'none'",
        "img-src": "data:",
        "style-src": "'unsafe-inline'",
        "script-src": " ".join(f"'sha256-{code}'" for code in hashes) or "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return (
        environment()
        .get_template(template)
        .render(
            site=site,
            here=here,
            policy=Markup("; ".join(f"{key} {value}" for key, value in policy.items())),
            style=style(),
            icon=quote(_ICON),
            scripts=used,
            packed=[(name, live_panel(name).packed()) for name in live or []],
            **words,
        )
    )


@cache
def environment() -> Environment:
    """Return the templates; whatever is not marked as HTML is escaped."""
    loader = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["unbroken"] = unbroken
    made.filters["json"] = lambda value: Markup(
        json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    )
    return made


@cache
def style() -> str:
    """Return the one style sheet."""
    return _light((TEMPLATES / "style.css").read_text("utf-8"))


@cache
def scripts(live: bool) -> list[str]:
    """Return the scripts of a page: the tools of its figures, and what draws its panels if there are any."""
    names = ["page.js", "panel.js"] if live else ["page.js"]
    own = [(TEMPLATES / name).read_text("utf-8") for name in names]
    return [*(runtime() if live else ()), *map(_light, own)]


def _light(source: str) -> str:
    """Return a script or a style without its comments and indents: they are for who changes it."""
    lines = [
        line.strip()
        for line in re.sub(r"^\s*/\*.*?\*/", "", source, flags=re.DOTALL | re.MULTILINE).splitlines()
    ]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


_TAG = re.compile(r"<([a-z][\w-]*)\b([^>]*)>", re.IGNORECASE)
_ASKS = re.compile(
    r"""(?:src|href|srcset|data|action|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE
)
_STYLE_ASKS = re.compile(r"""@import[^;]*|url\(\s*["']?(?!data:|#)[^)]*""", re.IGNORECASE)


def check_self_contained(name: str, text: str) -> None:
    """Refuse a page that would ask for anything outside it; a link to be followed is no such thing."""
    bare = re.sub(r"(<script[^>]*>).*?</script>", r"\1</script>", text, flags=re.DOTALL)
    asked = [
        "".join(given)
        for tag, attributes in _TAG.findall(bare)
        if tag.lower() != "a"
        for given in _ASKS.findall(re.sub(r"\bdata-[\w-]+", "", attributes))
    ]
    asked = [address for address in asked if not address.startswith(("data:", "#"))] + _STYLE_ASKS.findall(
        bare
    )
    if asked:
        raise ReportError(f"{name} would ask for an outside source: {asked[0][:200]!r}")
