# SPDX-License-Identifier: MIT
"""Colours code of the docs by Pygments, with a lexer of our own for assembly of both families. Classes begin with t-: the
manual's style sheet has short ones."""
try:
    import pygments
    from pygments.formatters import HtmlFormatter
    from pygments.lexer import RegexLexer
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Keyword, Name, Number, String, Text
except ImportError:
    pygments = None

ASSEMBLY = ("asm", "usse", "gxp")
OTHERS = ("console", "sh", "c", "js", "json", "lua", "python", "sed", "toml")

if pygments:

    class Assembly(RegexLexer):
        """By how it looks, as the playground's editor does."""

        tokens = {
            "root": [
                (r"\s+", Text),
                (r"//.*|;.*|/\*.*?\*/", Comment.Single),
                (r'"[^"]*"', String),
                (r"[\w.$]+:", Name.Label),
                (r"!?p\d\b", Name.Variable),
                (r"(?<![^\s])\.[a-z_]\w*", Name.Decorator),
                (r"[a-z_][\w.]*", Keyword, "operands"),
                (r".", Text),
            ],
            "operands": [
                (r"\n", Text, "#pop"),
                (r"//.*|;.*|/\*.*?\*/", Comment.Single),
                (r'"[^"]*"', String),
                (r"\b(?:(?:v|s|r|pa|sa|o|ttmp)(?:\d+\b|\[[^\]]*\])(?:\.[xyzw-]+)?|(?:vcc|exec|m0|scc|p\d)\b)", Name.Variable),
                (r"\b(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b", Number),
                (r"[a-z_][\w.]*", Text),
                (r".", Text),
            ],
        }


def coloured(code, language, _):
    """The code as HTML, or nothing where it stays as it is."""
    if not pygments or language not in ASSEMBLY + OTHERS:
        return ""
    lexer = Assembly(stripnl=False) if language in ASSEMBLY else get_lexer_by_name(language, stripnl=False)
    return "<pre><code>%s</code></pre>" % pygments.highlight(code, lexer, HtmlFormatter(nowrap=True, classprefix="t-"))
