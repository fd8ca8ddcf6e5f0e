# SPDX-License-Identifier: MIT
"""Every link, image, style and script of the site leads to a file that is there, and every anchor to a place on its page. All
pages, the manual's as well. What stands after # in links to the playground is its state, which trials.mjs opens.
usage: links.py SITE"""
import os
import sys
import urllib.parse
from html.parser import HTMLParser

FILES = {"a": "href", "link": "href", "script": "src", "img": "src"}
ELSEWHERE = ("http:", "https:", "data:", "mailto:")


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.places, self.links, self.repeated = path, set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            if given["id"] in self.places:
                self.repeated.append(given["id"])
            self.places.add(given["id"])
        link = given.get(FILES.get(tag, ""))
        if link and not link.startswith(ELSEWHERE):
            self.links.append(link)


def fault(page, link, pages, files):
    """Why a link leads nowhere, or None."""
    path, _, place = link.partition("#")
    path, place = urllib.parse.unquote(path.partition("?")[0]), urllib.parse.unquote(place)
    if path.startswith("/"):
        return "is not relative"
    target = os.path.normpath(os.path.join(os.path.dirname(page.path), path)) if path else page.path
    if target not in files:
        return "no such file"
    if target in pages and place and "/playground/" not in target and not place.startswith("q=") and place not in pages[target].places:
        return "no such place"
    return None


def main(site):
    files = {os.path.normpath(os.path.join(folder, name)) for folder, _, names in os.walk(site) for name in names}
    pages = {path: Page(path) for path in files if path.endswith(".html")}
    passed, failures = 0, []
    reached = {os.path.normpath(os.path.join(site, "index.html"))}
    for path, page in sorted(pages.items()):
        failures += ["%s: two places are called %s" % (path, place) for place in page.repeated]
        for link in page.links:
            why = fault(page, link, pages, files)
            if why:
                failures.append("%s: %s: %s" % (path, link, why))
            else:
                passed += 1
            reached.add(os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(link.partition("#")[0].partition("?")[0]))))
    failures += ["%s: no page links to it" % path for path in sorted(set(pages) - reached) if not path.endswith("404.html")]
    for failure in failures[:40]:
        print("failed: " + failure)
    print("%d passed, %d failed" % (passed, len(failures)))
    sys.exit(bool(failures))


main(sys.argv[1])
