"""Tables that read well in a terminal and are Markdown."""


def table(titles, rows):
    """Aligned columns under titles, as Markdown."""
    cells = [titles] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(titles))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def duration(nanoseconds):
    """A time with three digits or so, in ns or ms."""
    if nanoseconds < 1e5:
        return f"{nanoseconds:,.0f} ns"
    return f"{nanoseconds / 1e6:.2f} ms" if nanoseconds < 1e7 else f"{nanoseconds / 1e6:,.0f} ms"


def times(quotient):
    return f"{quotient:.1f}×" if quotient < 20 else f"{quotient:,.0f}×"
