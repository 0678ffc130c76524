"""How the tests of charts read a specification."""


def walk(node):
    """Yield every dict of a specification."""
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from walk(part)


def encodings(spec):
    """Return each channel of the chart with its definition."""
    return [
        (channel, part["encoding"][channel])
        for part in walk(spec)
        if "encoding" in part
        for channel in part["encoding"]
    ]


def scale(spec, channel):
    """Return the first scale of a channel that is stated."""
    return next(part["scale"] for name, part in encodings(spec) if name == channel and "scale" in part)
