# SPDX-License-Identifier: MIT
"""The HTML manual against the spec and against the rules of HTML. usage: check.py MANUAL GISA

What must stand on a page is read from isa/ here, apart from isagen and the library: names, opcodes, sentences, bodies. The
words of the examples are what `gisa asm` makes of their text. Prints what is wrong, then a line with the numbers."""
import glob, html.parser, json, os, re, struct, subprocess, sys, textwrap

manual, gisa = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402

counter, failures = Counter(), []


def ok(condition, what):
    if not counter.trial(what.split(":")[0], condition):  # a test for each page
        failures.append(what)


# ---- the spec, read anew -------------------------------------------------------------------------

FUNCTIONS = {}  # of each family: name -> Row with a body
TYPES = {}  # of rows: the type of the first operand
TEMPLATES = []  # rows with what stands for NAME(type, value) in rows of names like `pattern`, and the words that both take


def note_type(name, operands):
    first = re.match(r" *\w+:(\w+)", operands)
    if first:
        TYPES.setdefault(name, first[1])



class Row:
    def __init__(self, doc):
        self.doc, self.headers, self.body = doc, [], None


def read_spec(folder):
    """Generations, architectures as (name, generation), rows (sentence, headers, body), and promotions (from, to, what is
    added to the opcode, generations)."""
    gens, archs, rows, promotions, doc = [], [], [], [], []
    like, without = {}, []  # generations without a column, and rows that they do not have
    files = sorted(glob.glob(folder + "/*.isa"), key=lambda f: (not f.endswith("/" + os.path.basename(folder) + ".isa"), f))
    for file in files:
        row = None
        lines = iter(open(file, encoding="utf-8").read().split("\n"))
        for line in lines:
            if line.startswith("///"):
                if not doc:
                    row = None
                doc.append(re.sub(r"[{}]", "", line[3:]).strip())
                continue
            if child := re.match(r"gen (\w+) : (\w+)", line):
                like[child[1]] = child[2]
            elif line.startswith("gen "):
                gens = line.split()[1:]
            if line.startswith("without "):
                without += [(line.split()[1], name) for name in line.split()[2:]]
            if line.startswith(("word ", "format ", "operand ", "table ", "counter ", "counts ", "hazard ", "issue ")):
                doc = []
            if template := re.match(r"template (\w+) (\S+) : ?(.*)", line):
                row = Row(" ".join(doc))
                row.name, row.pattern = template[1], template[2].replace("*", ".*")
                row.words = dict(word.split("=") for word in re.sub(r"[{}]", "", template[3]).split())
                TEMPLATES.append(row)
                doc = []
            if function := re.match(r"fn (\w+)\(", line):
                doc, row = [], Row(function[1])
                FUNCTIONS.setdefault(os.path.basename(folder), {})[function[1]] = row
            if line.startswith("arch ") and " : " not in line:
                archs.append(tuple(line.split()[1:3]))
            promotion = re.match(r"promote (\w+) +-> (\w+) +([\w,-]+) +\+(\w+)", line)
            if promotion:
                promotions.append((promotion[1], promotion[2], promotion[3], int(promotion[4], 0)))
            header = re.match(r"([a-z][a-z0-9_]*) +([A-Z][A-Z0-9_]*) +((?:(?:[0-9a-f]{2,}|\.)(?: +|$)){%d})" % len(gens), line)
            if header:
                if doc:
                    row = Row(" ".join(doc))
                    rows.append(row)
                    doc = []
                after = re.match(r"(?:\w+=[0-9a-f.]+ +)*", line[header.end():])
                row.headers.append((header[1], header[2], dict(zip(gens, header[3].split())) |
                                    dict(own.split("=") for own in after[0].split())))
                note_type(header[1], line[header.end() + after.end():])
            elif (own := re.match(r"([a-z][a-z0-9_]*) +([A-Z][A-Z0-9_]*) +(\w+)=([0-9a-f]+) ", line)) and own[3] in like:
                if doc:
                    row = Row(" ".join(doc))
                    rows.append(row)
                    doc = []
                row.headers.append((own[1], own[2], {own[3]: own[4]}))
                note_type(own[1], line[own.end():])
            elif line == "{" and row:
                body = []
                for line in lines:
                    if line == "}":
                        break
                    body.append(line)
                row.body = textwrap.dedent("\n".join(body) + "\n") if any(body) else ""
            elif row and (line_body := re.fullmatch(r"\{ (.*) \}", line)):
                row.body = line_body[1] + "\n"
    for row in rows:
        row.headers = [(name, format_name, opcodes_of(gens, like, without, name, opcodes)) for name, format_name, opcodes in row.headers]
    promotions = [(from_, to, more, gens_of(on, gens, like)) for from_, to, on, more in promotions]
    return gens + list(like), archs, rows, promotions


def gens_of(text, gens, like):
    """The generations of a list of ranges, with those that are like one of them."""
    named = set()
    for part in text.split(","):
        first, last = (part.split("-") * 2)[:2]
        named |= set(gens[gens.index(first):gens.index(last) + 1]) if first in gens else {first}
    return {gen for gen in gens + list(like) if named & set(line_of(gen, like))}


def line_of(gen, like):
    """A generation, the one that it is like, the one that this is like, and so on: the last has a column."""
    line = [gen]
    while line[-1] in like:
        line.append(like[line[-1]])
    return line


def opcodes_of(gens, like, without, name, opcodes):
    """The opcode of each generation, or "."; one that is like another has its opcodes, but for those of its own."""
    result = []
    for gen in gens + list(like):
        line = line_of(gen, like)
        gone = line[-1] in opcodes and any((g, name) in without for g in line)
        result.append("." if gone else next((opcodes[g] for g in line if g in opcodes), "."))
    return result


# ---- pages ---------------------------------------------------------------------------------------

VOID = {"meta", "link", "input", "br", "hr", "img"}
PHRASING = {"a", "span", "code", "b", "i", "em", "small", "var", "kbd", "abbr"}
CHILDREN = {"ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd", "div"}, "table": {"thead", "tbody"}, "thead": {"tr"}, "tbody": {"tr"},
            "tr": {"th", "td"}}
PHRASING_ONLY = {"p", "h1", "h2", "h3", "h4", "pre", "code", "dt", "summary", "small", "span", "a", "b"}


class Page(html.parser.HTMLParser):
    """Reads a page and is strict about it; keeps ids, links, and the texts that are compared."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.stack, self.ids, self.links, self.faults = path, [], set(), [], []
        self.h1 = 0
        self.never = set()  # which pictures' examples no assembler makes
        self.docs, self.bodies, self.functions, self.opcodes, self.pictures, self.examples, self.text = [], [], [], {}, [], [], []
        self.title = self.viewport = self.lang = self.description = None
        self.source, self.worked = [], []
        self.keep = []  # what the text goes to: [tag depth, list]
        source = open(os.path.join(manual, path), encoding="utf-8").read()
        if not source.startswith("<!DOCTYPE html>\n"):
            self.faults.append("no doctype")
        for m in re.finditer(r"&(?!(amp|lt|gt|#\d+);)", source):
            self.faults.append("a bare &: " + source[m.start():m.start() + 20])
        self.feed(source)
        self.close()
        if self.stack:
            self.faults.append("not closed: " + " ".join(t for t, _ in self.stack))

    def updatepos(self, i, j):
        return j  # nobody asks for lines, and counting them takes long

    def collect(self, into):
        self.keep.append((len(self.stack), into))

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if len(a) != len(attributes):
            self.faults.append("an attribute twice in " + self.get_starttag_text())
        if not re.fullmatch(r"<\w+(?: [a-z-]+(?:='[^'<>]*')?)*>", self.get_starttag_text()):
            self.faults.append("written oddly: " + self.get_starttag_text())
        parent = self.stack[-1][0] if self.stack else None
        if tag not in CHILDREN.get(parent, {tag}):
            self.faults.append("<%s> in <%s>" % (tag, parent))
        if parent in PHRASING_ONLY and tag not in PHRASING:
            self.faults.append("<%s> in <%s>" % (tag, parent))
        if tag == "a" and any(t == "a" for t, _ in self.stack):
            self.faults.append("a link in a link")
        if "id" in a:
            if a["id"] in self.ids or not a["id"] or " " in a["id"]:
                self.faults.append("id %s" % a["id"])
            self.ids.add(a["id"])
        for name in ("href", "src", "action"):
            if name in a:
                self.links.append(a[name])
        if tag not in VOID:
            self.stack.append((tag, a))
        classes = (a.get("class") or "").split()
        if tag == "html":
            self.lang = a.get("lang")
        elif tag == "meta" and a.get("name") == "viewport":
            self.viewport = a["content"]
        elif tag == "meta" and a.get("name") == "description":
            self.description = a["content"]
        elif tag == "title":
            self.title = []
            self.collect(self.title)
        elif tag == "h1":
            self.h1 += 1
        elif tag == "p" and "doc" in classes:
            self.docs.append([])
            self.collect(self.docs[-1])
        elif tag == "pre" and "body" in classes:
            self.bodies.append([])
            self.collect(self.bodies[-1])
        elif tag == "pre" and "source" in classes:
            self.source = []
            self.collect(self.source)
        elif tag == "pre" and "function" in classes:
            self.functions.append([])
            self.collect(self.functions[-1])
        elif tag == "p" and "example" in classes:
            self.examples.append([])
            self.collect(self.examples[-1])
        elif tag == "p" and "never" in classes:
            self.never.add(len(self.pictures))
        elif tag == "li" and any(t == "ul" and b.get("class") == "worked" for t, b in self.stack):
            self.worked.append([])
            self.collect(self.worked[-1])
        elif tag == "figure":
            self.pictures.append([])
        elif tag == "ol" and "bits" in classes and self.pictures:
            self.pictures[-1].append([])
        elif tag == "li" and (width := re.search(r"\bw(\d+)$", a.get("class") or "")):
            self.pictures[-1][-1].append([int(width[1]), [], []])
        elif tag == "i" and self.in_cell():
            self.pictures[-1][-1][-1][1].append([])
            self.collect(self.pictures[-1][-1][-1][1][-1])
        elif tag == "code" and self.in_cell():
            self.collect(self.pictures[-1][-1][-1][2])
        elif tag == "tr" and any(t == "table" and b.get("class") == "opcodes" for t, b in self.stack):
            self.row = []
        elif tag in ("th", "td") and any(t == "table" and b.get("class") == "opcodes" for t, b in self.stack):
            self.row.append([])
            self.collect(self.row[-1])

    def in_cell(self):
        return any(t == "li" and re.search(r"\bw\d+$", b.get("class") or "") for t, b in self.stack)

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1][0] != tag:
            self.faults.append("</%s> closes <%s>" % (tag, self.stack[-1][0] if self.stack else ""))
            return
        if tag == "tr" and any(t == "table" and b.get("class") == "opcodes" for t, b in self.stack):
            cells = ["".join(c) for c in self.row]
            self.opcodes.setdefault(cells[0], []).append(cells[1:])
        while self.keep and self.keep[-1][0] == len(self.stack):
            self.keep.pop()
        self.stack.pop()

    def handle_data(self, data):
        self.text.append(data)
        for _, into in self.keep:
            into.append(data)


def check_link(page, link, pages, files):
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|/", link):
        return "leaves the manual"
    target, _, fragment = link.partition("#")
    target = os.path.normpath(os.path.join(os.path.dirname(page.path), target)) if target else page.path
    if target not in files:
        return "no such file"
    if fragment and not fragment.startswith("q=") and fragment not in pages[target].ids:
        return "no such place"
    return None


def check_page(page, pages, files):
    for fault in page.faults:
        ok(False, "%s: %s" % (page.path, fault))
    ok(page.lang and page.viewport and page.title and "".join(page.title).strip(), page.path + ": lang, viewport or title")
    ok(page.h1 == 1, "%s: %d times h1" % (page.path, page.h1))
    for link in page.links:
        wrong = check_link(page, link, pages, files)
        ok(not wrong, "%s: %s: %s" % (page.path, link, wrong))


# ---- what the pages say --------------------------------------------------------------------------

def plain(text):
    return text.replace("`", "")


def body_of(row, name):
    """The body with the type that the name ends in for T, otherwise with that of the first operand."""
    return row.body and replaced(with_template(row.body, name), "T", type_of(name))


def type_of(name):
    last = re.split("[_.]", name)[-1]
    if re.fullmatch(r"[uibf](8|16|32|64|96|128|256|512)|v2[bif]16|fx8|fx10", last):
        return last
    return TYPES.get(name, last)


def replaced(text, word, by):
    return re.sub(r"(?<![A-Za-z0-9])%s(?![A-Za-z0-9_])" % word, by, text)


def template_of(name, body):
    return next((t for t in TEMPLATES if re.fullmatch(t.pattern, name) and re.search(r"\b%s\(" % t.name, body or "")), None)


def with_template(body, name):
    """NAME(type, value); is the template's body, with the value for VALUE and the template's words for themselves."""
    t = template_of(name, body)
    if not t:
        return body
    call = re.search(r"\b%s\((\w+), (.*?)\);" % t.name, body, re.S)
    text = replaced(t.body.strip(), "VALUE", re.sub(r"\s+", " ", call[2]))
    for word, by in t.words.items():
        text = replaced(text, word, by)
    return with_template(body[:call.start()] + replaced(text, "T", call[1]) + body[call.end():], name)


def doc_of(row, name):
    t = template_of(name, row.body)
    if not t:
        return row.doc
    doc = row.doc
    for word, by in t.words.items():
        doc = replaced(doc, word, by.split(".")[0])
    return doc + (" " + t.doc if t.doc else "")


def check_rows(pages, family, gens, archs, rows):
    for row in rows:
        for name, format_name, opcodes in row.headers:
            page = pages.get("%s/%s.html" % (family, name))
            ok(page, name + " has no page")
            if not page:
                continue
            doc = doc_of(row, name)
            ok(plain(doc) in ["".join(d) for d in page.docs], "%s: the sentence '%s'" % (name, doc))
            if row.body:
                ok(body_of(row, name) in ["".join(b) for b in page.bodies], "%s: the body" % name)
            shown = page.opcodes.get(format_name, [])
            for i, (arch, gen) in enumerate(archs):
                opcode = opcodes[gens.index(gen)]
                if opcode != ".":
                    ok(any(cells[i] == "0x%02x" % int(opcode, 16) for cells in shown),
                       "%s: opcode %s of %s on %s" % (name, opcode, format_name, arch))


def check_opcodes(pages, family, gens, archs, rows, promotions):
    """Each opcode that is shown is that of a header or of a promotion of one."""
    allowed = set()
    for row in rows:
        for name, format_name, opcodes in row.headers:
            for gen, opcode in enumerate(opcodes):
                if opcode != ".":
                    allowed.add((name, format_name, gen, int(opcode, 16)))
                    allowed.update((name, to, gen, int(opcode, 16) + more) for from_, to, more, on in promotions
                                   if from_ == format_name and gens[gen] in on)
    for path, page in pages.items():
        for format_name, shown in page.opcodes.items() if path.startswith(family + "/") else ():
            for cells in shown:
                ok(len(cells) == len(archs), path + ": columns of opcodes")
                for cell, (arch, gen) in zip(cells, archs):
                    if cell.startswith("0x"):
                        ok((os.path.basename(path)[:-5], format_name, gens.index(gen), int(cell, 16)) in allowed,
                           "%s: opcode %s of %s on %s" % (path, cell, format_name, arch))


def is_other(name):
    """Is this page of a family that of something else than an instruction?"""
    return name.startswith(("format-", "arch-")) or name in ("index", "values", "words", "models", "registers", "hazards")


def check_chips(pages, folder):
    """On the page of its architecture each chip has a part, with its facts and its own instructions."""
    for line in open(folder + "/gcn.isa", encoding="utf-8"):
        if chip := re.match(r"arch (\w+) : (\w+) +(0x\w+)", line):
            page = pages["gcn/arch-%s.html" % chip[2]]
            ok(chip[1] in page.ids and chip[3] in "".join(page.text), "%s: on the page of %s" % (chip[1], chip[2]))
    text = "".join(pages["gcn/arch-gfx803.html"].text)
    for path in glob.glob(folder + "/*.isa"):
        for name in re.findall(r"^(\w+) +[A-Z].*\bgfx810=[0-9a-f]", open(path, encoding="utf-8").read(), re.M):
            ok(name + ":" in text, "arch-gfx803.html: gfx810's " + name)


def check_no_more(pages, family, rows):
    """No page, no body and no opcode that the spec does not have."""
    names = {name for row in rows for name, _, _ in row.headers}
    for path in pages:
        name = os.path.basename(path)[:-5]
        if path.startswith(family + "/") and not is_other(name):
            ok(name in names, path + ": no row has this name")
            bodies = {body_of(row, n) for row in rows for n, _, _ in row.headers if n == name}
            ok({"".join(b) for b in pages[path].bodies} == bodies - {None, ""}, path + ": bodies")
            functions = {FUNCTIONS[family][f].body for b in bodies - {None} for f in functions_of(family, b, type_of(name), set())}
            ok({"".join(f) for f in pages[path].functions} == functions, path + ": functions")


def functions_of(family, text, type, found):
    """The names of the functions that a body calls, and those that they call. Comments do not call. word_F is that of the row's type."""
    for word in re.findall(r"\w+", re.sub("//.*", "", text)):
        word = re.sub("_F$", "_" + type, word)
        if word in FUNCTIONS.get(family, {}) and word not in found:
            found.add(word)
            functions_of(family, FUNCTIONS[family][word].body, type, found)
    return found


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True).stdout.strip().split("\n")


def check_examples(pages):
    """Text and words belong together: the assembler says so, or, where it chooses another form, the disassembler."""
    found = {}
    for page in pages.values():
        examples = [e for e in map("".join, page.examples) if " is " in e]
        ok(len(examples) == len(page.pictures) or page.path.endswith("/index.html") or "format-" in page.path, page.path + ": a picture without an example")
        for number, (example, picture) in enumerate(zip(examples, page.pictures)):
            m = re.match(r"(.*) is ([0-9a-f]{8}(?: [0-9a-f]{8})?) on (\w+)$", example)
            ok(m, "%s: example '%s'" % (page.path, example))
            if not m:
                continue
            chosen = number + 1 not in page.never
            found.setdefault((m[3], chosen), []).append((page.path, m[1], m[2]))
            check_picture(page, picture, m[2])
    ok(sum(map(len, found.values())) > 3000, "only %d examples" % sum(map(len, found.values())))
    for (arch, chosen), list_ in sorted(found.items()):
        if chosen:
            got = [re.sub("0x", "", line) for line in run([gisa, "asm", "-a", arch, "-f", "hex", "-", "-o", "-"],
                                                          "".join(text + "\n" for _, text, _ in list_))]
            want = [words for _, _, words in list_]
        else:
            got = run([gisa, "dis", "-a", arch, "--plain", "-"], "".join(words + "\n" for _, _, words in list_))
            want = [text for _, text, _ in list_]
        ok(len(got) == len(list_), "%s: %d of %d examples" % (arch, len(got), len(list_)))
        for (path, text, words), g, w in zip(list_, got, want):
            ok(g == w, "%s: '%s' is %s, not %s" % (path, text, g, w))


def check_picture(page, picture, words):
    """All bits are there once, in order, and are those of the words. Of words of 64 bits the upper half comes first."""
    bits, number = "", None
    one_word = page.path.startswith("usse/")
    if one_word:
        words = " ".join(reversed(words.split()))
    for i, dword in enumerate(picture):
        number = 63 - 32 * i if one_word else 32 * i + 31
        for width, ends, value in dword:
            ends = [int("".join(e)) for e in ends]
            value = "".join(value).replace(" ", "")
            ok(ends == ([number, number - width + 1] if width > 1 else [number]) and len(value) == width,
               "%s: bits %s" % (page.path, ends))
            number -= width
            bits += value
        last = 31 - 32 * i if one_word else 32 * i - 1
        ok(number == last, "%s: a dword has %d bits" % (page.path, 32 + last - number))
    want = "".join(format(int(w, 16), "032b") for w in words.split()[:len(picture)])
    ok(bits == want and picture, "%s: the picture shows %s, the words are %s" % (page.path, bits, words))


def read_index():
    """Records (name, page) of the search's index; of an instruction the page follows from its name."""
    records, families = [], []
    for line in open(os.path.join(manual, "search-index.js"), encoding="utf-8"):
        if line.startswith("var gisaFamilies"):
            families = re.findall(r'\["(\w+)"', line)
        if re.match(r'\["', line):
            name, link = json.loads(line.rstrip(",\n"))[:2]
            records.append((name, link if isinstance(link, str) else "%s/%s.html" % (families[link], name.replace("+", "-"))))
    return records


def check_search(pages, files, family, rows):
    records = read_index()
    names = {name for name, _ in records}
    for row in rows:
        for name, _, _ in row.headers:
            ok(name in names, "search: " + name)
    for name, link in records:
        wrong = check_link(pages["index.html"], link, pages, files)
        ok(not wrong, "search: %s: %s" % (link, wrong))
    linked = {link.partition("#")[0] for _, link in records}
    for path in pages:
        if path.startswith(family + "/") and not path.endswith(("/index.html", "/registers.html")):
            ok(path in linked, "search: nothing leads to " + path)


# ---- the pages as a whole ------------------------------------------------------------------------

def check_heads(pages):
    """Every page has a title of its own, and a description in plain words."""
    titles = {}
    for page in pages.values():
        titles.setdefault("".join(page.title or []), []).append(page.path)
        ok(page.description and 10 < len(page.description) <= 260 and "`" not in page.description,
           "%s: description '%s'" % (page.path, page.description))
    for title, paths in titles.items():
        ok(len(paths) == 1, "title '%s' of %s" % (title, " ".join(paths[:3])))
    ok(len({path.lower() for path in files}) == len(files), "names of files differ in case alone")


def check_reached(pages):
    """From the first page, links lead to every other one; the search is not needed."""
    seen, left = {"index.html"}, ["index.html"]
    while left:
        path = left.pop()
        for link in pages[path].links:
            target = os.path.normpath(os.path.join(os.path.dirname(path), link.partition("#")[0] or os.path.basename(path)))
            if target in pages and target not in seen:
                seen.add(target)
                left.append(target)
    for path in pages:
        ok(path in seen or path == "404.html", path + ": no link leads there")


def check_addresses(pages):
    """Those that docs/manual-addresses.md promises by name, written down there by hand."""
    text = open("docs/manual-addresses.md", encoding="utf-8").read()
    sample = re.search(r"## A sample\n.*?```text\n(.*?)```", text, re.S)[1].split()
    ok(len(sample) >= 30, "docs/manual-addresses.md: a sample of %d" % len(sample))
    for address in sample:
        wrong = check_link(pages["index.html"], address, pages, files)
        ok(not wrong, "docs/manual-addresses.md: %s: %s" % (address, wrong))


def check_sources(pages):
    """A line of each page of a file of the spec for each line of the file, with its text."""
    for file in sorted(glob.glob("isa/*/*.isa")):
        page = pages.get(file + ".html")
        ok(page, file + " has no page")
        text = open(file, encoding="utf-8").read()
        ok(page and "".join(page.source) == text, file + ": the page differs")
        ok(page and {"L%d" % i for i in range(1, text.count("\n") + 1)} <= page.ids, file + ": anchors of lines")


def check_language(pages):
    """Every `word` of the language's page is on its page in the manual."""
    text = "".join(pages["language.html"].text)
    for word in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", open("isa/README.md", encoding="utf-8").read()):
        ok(word.replace("\\|", "|") in text, "language.html: " + word)


# ---- worked examples -----------------------------------------------------------------------------

def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def signed(x, bits=32):
    return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


U32 = 0xffffffff
# What the first result is, by the inputs as they are written: computed here, not by the emulator.
WORKED = {
    "v_add_f32": lambda a, b: f32(a + b), "v_sub_f32": lambda a, b: f32(a - b), "v_mul_f32": lambda a, b: f32(a * b),
    "v_min_f32": min, "v_max_f32": max, "v_add_f64": lambda a, b: a + b, "v_mul_f64": lambda a, b: a * b,
    "v_cmp_lt_f32": lambda a, b: a < b, "v_cmp_eq_u32": lambda a, b: a == b, "v_cmp_ge_i32": lambda a, b: a >= b,
    "v_cmpx_gt_u32": lambda a, b, _: a > b, "s_add_u32": lambda a, b: a + b & U32, "s_sub_u32": lambda a, b: a - b & U32,
    "s_add_i32": lambda a, b: signed(a + b), "s_max_i32": max, "s_min_u32": min, "s_and_b32": lambda a, b: a & b,
    "s_or_b64": lambda a, b: a | b, "s_xor_b32": lambda a, b: a ^ b, "s_not_b32": lambda a: ~a & U32,
    "s_lshl_b32": lambda a, b: a << (b & 31) & U32, "v_xor_b32": lambda a, b: a ^ b, "v_not_b32": lambda a: ~a & U32,
    "s_mul_i32": lambda a, b: signed(a * b), "v_mad_u64_u32": lambda a, b, c: a * b + c & (1 << 64) - 1,
    "s_cselect_b32": lambda a, b, scc: a if scc else b, "v_cndmask_b32": lambda a, b, vcc: b if vcc else a,
    "s_brev_b32": lambda a: int(format(a, "032b")[::-1], 2), "s_bcnt1_i32_b32": lambda a: bin(a).count("1"),
    "v_ashrrev_i32": lambda a, b: signed(b >> (a & 31)),
}


# What an element of LDS becomes, by what it was and the data.
IN_LDS = {
    "ds_add_u32": lambda old, a: old + a, "ds_sub_u32": lambda old, a: old - a, "ds_rsub_u32": lambda old, a: a - old & U32,
    "ds_xor_b32": lambda old, a: old ^ a, "ds_write_b32": lambda old, a: a, "ds_add_f32": lambda old, a: old + a,
    "ds_or_b64": lambda old, a: old | a, "ds_add_u64": lambda old, a: old + a,
}
# Memory in which each word holds its own address, from 65536 on: what is loaded is where it was
# loaded from. The number in s_load_dword counts dwords up to gfx7, bytes since.
LOADED = {
    "s_load_dword": ["s[2:3] = 65536 \u2192 s0 = 0x10040", "s[2:3] = 65536 \u2192 s0 = 0x10010"],
    "global_load_dword": ["v[1:2] = 65536 \u2192 v0 = 0x10010"],
    "global_atomic_add": ["v[0:1] = 65536, v2 = 12 \u2192 memory[65552] = 65564"],
    "s_store_dword": ["s0 = 0xff0ff0, s[2:3] = 65536 \u2192 memory[65552] = 0xff0ff0"],
    "flat_load_ubyte": ["v[1:2] = 65536 \u2192 v0 = 16"],
}
# The same for shaders, channel by channel.
SHADED = {
    "add.f32": lambda a, b: f32(a + b), "add.f16": lambda a, b: a + b, "mul.f32": lambda a, b: f32(a * b), "min.f16": min,
    "max.f32": max, "mad.f32": lambda a, b, c: f32(a * b + c), "rcp": lambda a: f32(1 / a),
    "cmov.ltzero.f32": lambda a, b, c: b if a < 0 else c, "cmov.nezero.f16": lambda a, b, c: b if a else c,
}


def number(text):
    return float(text) if re.search(r"[.]|inf|nan", text) else int(text, 0)


def check_worked(pages):
    """Values of the worked examples against Python's, for rows of every kind; and how many rows have one."""
    count = 0
    for path, page in pages.items():
        count += bool(page.worked)
        for run in ("".join(w) for w in page.worked):
            ok(re.fullmatch(r"(\S+ = .+ \u2192 )?\S+ = .+", run), "%s: worked example '%s'" % (path, run))
    ok(count > 1000, "only %d worked examples" % count)
    for name, operation in WORKED.items():
        runs = pages["gcn/%s.html" % name].worked
        ok(len(runs) == 3, "%s: %d runs" % (name, len(runs)))
        for run in ("".join(w) for w in runs):
            inputs, results = ([number(v) for v in re.findall(r"= ([^,]+)(?:, |$)", side.strip())] for side in run.split("\u2192"))
            want = operation(*inputs)
            ok(results[0] == want or results[0] == f32(float(want)) == f32(results[0]) or (want != want and results[0] != results[0]) or
               isinstance(want, float) and f32(results[0]) == want, "%s: worked example %s, not %s" % (name, run, want))


def check_lds(pages):
    for name, operation in IN_LDS.items():
        page = pages["gcn/%s.html" % name]
        filled = re.search(r"element of LDS holds (its own address|[\d.]+) before", "".join(page.text))
        ok(filled and len(page.worked) == 1, name + ": no worked example in LDS")
        for run in ("".join(w) for w in page.worked):
            m = re.fullmatch(r"v0 = 64, \S+ = (\S+) \u2192 LDS\[(\d+)\] = (\S+)", run)
            ok(m, "%s: worked example '%s'" % (name, run))
            old = int(m[2]) if filled[1][0] == "i" else float(filled[1])
            ok(number(m[3]) == operation(old, number(m[1])), "%s: worked example %s" % (name, run))


def check_loaded(pages):
    for name, want in LOADED.items():
        got = ["".join(w) for w in pages["gcn/%s.html" % name].worked]
        ok(got == want, "%s: worked example %s" % (name, got))


def check_shaded(pages):
    count = sum(bool(page.worked) for path, page in pages.items() if path.startswith("usse/"))
    ok(count > 70, "only %d worked examples of shaders" % count)
    for name, operation in SHADED.items():
        runs = pages["usse/%s.html" % name].worked
        ok(runs, name + ": no worked example")
        for run in ("".join(w) for w in runs):
            inputs, results = ([[float(x) for x in re.findall(r"-?[\d.]+", v)] for v in re.findall(r"= (\([^)]*\)|[^,]+)", side)]
                               for side in run.split("\u2192"))
            for i, result in enumerate(results[0]):
                want = operation(*(v[i % len(v)] for v in inputs))
                ok(f32(result) == f32(want), "%s: worked example %s, not %s" % (name, run, want))


# ---- the style sheet -----------------------------------------------------------------------------

def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in parts]
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + .05) / (dark + .05)


def check_style():
    css = open(os.path.join(manual, "style.css"), encoding="utf-8").read()
    ok(len(css) < 10240, "style.css has %d bytes" % len(css))
    ok(not re.search(r"url\(|@import|@font-face", css), "style.css loads something")
    palettes = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block)) for block in re.findall(r":root \{(.*?)\}", css, re.S)]
    ok(len(palettes) == 2, "style.css: not two palettes")
    for name, palette in zip(("light", "dark"), palettes):
        pairs = [(ink, ground) for ink in ("ink", "soft", "link", "mark") for ground in ("page", "raised")]
        for ink, ground in pairs + [("ink", cell) for cell in "fodsm"]:
            ratio = contrast(palette[ink], palette[ground])
            ok(ratio >= 4.5, "style.css, %s: %s on %s has contrast %.2f" % (name, ink, ground, ratio))
    for script in ("page.js", "search.js", "search-index.js"):
        ok(not re.search(r"https?://|fetch\(|XMLHttpRequest|import\(", open(os.path.join(manual, script)).read()),
           script + " loads something")


# --------------------------------------------------------------------------------------------------

files = {os.path.relpath(os.path.join(folder, f), manual) for folder, _, names in os.walk(manual) for f in names}
pages = {path: Page(path) for path in sorted(files) if path.endswith(".html")}
for page in pages.values():
    check_page(page, pages, files)
for folder in sorted(set(glob.glob("isa/*/")) - {"isa/usse/"}):  # whose rows, many of them made of pairs, are not read here
    family = os.path.basename(folder.rstrip("/"))
    gens, archs, rows, promotions = read_spec("isa/" + family)
    ok(len(rows) > 100 and any(row.body for row in rows), "the spec is not read")
    check_rows(pages, family, gens, archs, rows)
    check_opcodes(pages, family, gens, archs, rows, promotions)
    if family == "gcn":
        check_chips(pages, "isa/gcn")
    check_no_more(pages, family, rows)
    check_search(pages, files, family, rows)
check_examples(pages)
check_language(pages)
check_heads(pages)
check_reached(pages)
check_addresses(pages)
check_sources(pages)
check_worked(pages)
check_shaded(pages)
check_lds(pages)
check_loaded(pages)
check_style()
for failure in failures[:40]:
    print("failed:", failure)
if len(failures) > 40:
    print("and %d more" % (len(failures) - 40))
sys.exit(counter.close("manual"))
