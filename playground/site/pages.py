# SPDX-License-Identifier: MIT
"""Writes docs/*.md and the READMEs as HTML beside the manual.
usage: pages.py FOLDER VERSION (in the root of the repository; FOLDER is the site)

Markdown is read by markdown-it-py (python3-markdown-it). A link to another page becomes its address, one to isa/*.isa the manual's page of the
file. Other files of the repository have an address only if REPOSITORY is set (make site
REPOSITORY=https://.../blob/main); else their names stand without a link."""
import html
import os
import posixpath
import re
import shutil
import sys

from colours import coloured

try:
    from markdown_it import MarkdownIt
except ImportError:
    sys.exit("make site: the docs need python3-markdown-it (apt-get install python3-markdown-it)")
FRAME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.html")
REPOSITORY = os.environ.get("REPOSITORY", "").rstrip("/")

# The list of pages beside each page. Every page stands in it once; docs/x.md is x.
GROUPS = {
    "Start": ["README.md", "first-five-minutes", "playground", "learn-gcn", "learn-usse", "comparison", "examples/README.md"],
    "Run and debug": ["testing-without-a-gpu", "hsa", "checking", "debugging", "profiling", "traces", "case-files", "native"],
    "Read and write code": ["shader-binaries", "usse", "editors", "manual-addresses", "plugins/radare2/README.md"],
    "Build on it": ["library", "compatibility", "bindings", "bindings/python/README.md", "bindings/rust/README.md",
                    "bindings/js/README.md", "wasm", "emulator-authors", "spec-json", "packaging"],
    "Figures": ["coverage", "sweep", "speed", "CHANGELOG.md", "SECURITY.md"],
    "Change gisa": ["CONTRIBUTING.md", "tour", "isa/README.md", "adding-an-instruction", "design-notes", "tests/README.md"],
}


def source_of(name):
    return name if name.endswith(".md") else "docs/%s.md" % name


def address_of(source):
    """In the folder docs of the site: README.md is index.html, bindings/rust/README.md bindings-rust.html."""
    if source == "README.md":
        return "index.html"
    return re.sub(r"^docs/|/README$", "", source[:-3]).replace("/", "-").lower() + ".html"


SOURCES = [source_of(name) for names in GROUPS.values() for name in names]


def slug(title, used):
    """As GitHub makes them, so that links work in both places."""
    base = name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
    for again in range(1, 1000):
        if name not in used:
            break
        name = "%s-%d" % (base, again)
    used.add(name)
    return name


def plain(inline):
    return "".join(t.content for t in inline.children if t.type in ("text", "code_inline")).strip()


class Page:
    """One page: its tokens, with links that work in the site."""

    def __init__(self, source):
        self.source, self.files, self.title, self.headings = source, set(), None, []
        reader = MarkdownIt("commonmark", {"highlight": coloured, "html": True}).enable("table")
        with open(source, encoding="utf-8") as file:
            self.tokens = reader.parse(file.read())
        self.reader = reader
        self.summary = self.name_headings()

    def link(self, titles):
        for token in self.tokens:
            if token.type == "inline":
                token.children = self.with_links(token.children, titles)

    def name_headings(self):
        used, summary = set(), ""
        for heading, inline in zip(self.tokens, self.tokens[1:]):
            if heading.type == "heading_open":
                heading.attrSet("id", slug(plain(inline), used))
                if self.title is None:
                    self.title = plain(inline)
                elif heading.tag == "h2":
                    self.headings.append((heading.attrGet("id"), plain(inline)))
            elif heading.type == "paragraph_open" and not summary:
                summary = " ".join(t.content for t in inline.children if t.type in ("text", "code_inline"))
        return re.sub(r"\s+", " ", summary)[:250]

    def with_links(self, tokens, titles):
        out, closing = [], []
        for token, text in zip(tokens, tokens[1:] + tokens[:1]):
            if token.type == "link_open":
                link = token.attrGet("href")
                address = self.address(link)
                if text.content == link:  # the name of a file means nothing here
                    text.content = titles.get(self.path(link), link)
                closing.append(address is not None)
                if address is None:
                    continue
                token.attrSet("href", address)
            elif token.type == "link_close" and not closing.pop():
                continue
            elif token.type == "image":
                token.attrSet("src", self.address(token.attrGet("src")))
            out.append(token)
        return out

    def path(self, link):
        """The file of the repository that a relative link means."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), link.partition("#")[0]))
        return path + "/README.md" if posixpath.exists(path + "/README.md") else path

    def address(self, link):
        """Where a link leads in the site; None: nowhere."""
        if re.match(r"[a-z][a-z0-9+.-]*:|#", link):
            return link
        path, (_, hash_, anchor) = self.path(link), link.partition("#")
        if path in SOURCES:
            return address_of(path) + hash_ + anchor
        if re.fullmatch(r"isa/\w+/\w+\.isa", path):
            return "../manual/%s.html" % path
        if posixpath.dirname(path) == "docs" and posixpath.isfile(path):
            self.files.add(path)
            return posixpath.basename(path)
        return "%s/%s" % (REPOSITORY, path) if REPOSITORY else None

    def text(self):
        """Tables and code scroll on their own, and the keyboard reaches them."""
        out = self.reader.renderer.render(self.tokens, self.reader.options, {})
        out = re.sub(r"<table>", '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>', out)
        out = out.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
        return re.sub(r'<img src="([^"]*)" alt="([^"]*)" ?/?>', r'<img src="\1" alt="\2" loading="lazy">', out)


def navigation(titles, here):
    said = []
    for group, names in GROUPS.items():
        said.append("<h2>%s</h2>\n<ul>" % group)
        for source in map(source_of, names):
            current = ' aria-current="page"' if source == here else ""
            said.append('<li><a href="%s"%s>%s</a></li>' % (address_of(source), current, html.escape(titles[source])))
        said.append("</ul>")
    return "\n".join(said)


def contents(page):
    if len(page.headings) < 3:
        return ""
    links = "".join('<li><a href="#%s">%s</a></li>\n' % (i, html.escape(t)) for i, t in page.headings)
    return '<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n%s</ul>\n</nav>' % links


def neighbours(titles, here):
    at, said = SOURCES.index(here), []
    for rel, label, other in (("prev", "Previous", at - 1), ("next", "Next", at + 1)):
        if 0 <= other < len(SOURCES):
            source = SOURCES[other]
            said.append('<a rel="%s" href="%s"><small>%s</small> %s</a>' % (rel, address_of(source), label, html.escape(titles[source])))
    return "\n".join(said)


def main(site, version):
    missing = {"docs/" + f for f in os.listdir("docs") if f.endswith(".md")} - set(SOURCES)
    if missing:
        sys.exit("playground/site/pages.py: GROUPS does not have %s" % ", ".join(sorted(missing)))
    with open(FRAME, encoding="utf-8") as file:
        frame = file.read()
    pages = [Page(source) for source in SOURCES]
    titles = {p.source: p.title for p in pages} | {"README.md": "What gisa is"}
    folder = os.path.join(site, "docs")
    os.makedirs(folder, exist_ok=True)
    for page in pages:
        page.link(titles)
        parts = {"TITLE": html.escape(titles[page.source]), "SUMMARY": html.escape(page.summary), "PAGES": navigation(titles, page.source),
                 "TEXT": page.text(), "CONTENTS": contents(page), "TURN": neighbours(titles, page.source), "VERSION": html.escape(version)}
        with open(os.path.join(folder, address_of(page.source)), "w", encoding="utf-8") as file:
            file.write(re.sub(r"\{\{([A-Z]+)\}\}", lambda m: parts[m[1]], frame))
        for path in page.files:
            shutil.copy(path, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
