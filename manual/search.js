// SPDX-License-Identifier: MIT
// The search of index.html, in search-index.js, which is loaded when somebody asks something. All
// words of the question must fit: a part of the name or of another name, an encoding, a class, an
// architecture, or the begin of a word of the sentence. index.html?q=ds+add and
// index.html#q=ds+add ask.
(function () {
    "use strict";
    var box = document.getElementById("q"), hits = document.getElementById("hits");
    var results = document.getElementById("results"), overview = document.getElementById("overview");
    var most = 100;

    // How well a word fits a record: 0 = not at all.
    function score(record, word) {
        var name = record.name, at = name.indexOf(word);
        if (name === word || record.more.indexOf(word) >= 0) return 100;
        if (at === 0) return 60;
        if (at > 0) return name[at - 1] === "_" ? 40 : 30;
        if (record.what.indexOf(word) >= 0) return 20;
        if (record.more.some(function (m) { return m.indexOf(word) === 0; })) return 15;
        if (record.words.some(function (w) { return w.indexOf(word) === 0; })) return 5;
        return 0;
    }

    // Of an instruction the page is the number of its family, the sentence a number, and 0 stands
    // for all architectures of the family.
    function prepare(row) {
        var family = gisaFamilies[row[1]], bits = row[2] || (family ? family[1] : 0);
        var archs = gisaArchs.filter(function (_, i) { return bits >> i & 1; });
        var link = family ? family[0] + "/" + row[0].replace(/\+/g, "-") + ".html" : row[1];
        var doc = family ? gisaSentences[row[5]] : row[5];
        return {
            name: row[0].toLowerCase(), title: row[0], link: link, archs: archs, all: family && !row[2], other: family ? 0 : 1, doc: doc, kind: row[3],
            what: (row[3] + " " + archs.join(" ")).toLowerCase().split(" "),
            more: row[4] ? row[4].toLowerCase().split(" ") : [],
            words: doc.toLowerCase().split(/[^a-z0-9_]+/)
        };
    }

    var records = null, waiting = false;

    // Loads the index once, and then shows what is asked.
    function load() {
        var script;
        if (waiting) return;
        waiting = true;
        script = document.createElement("script");
        script.src = "search-index.js";
        script.onload = function () {
            records = gisaIndex.map(prepare);
            show(box.value);
        };
        document.head.appendChild(script);
    }

    // v_add_f32_e64 is found as v_add_f32.
    function without_suffix(word) {
        gisaSuffixes.forEach(function (s) {
            if (s && word.length > s.length && word.slice(-s.length) === s) word = word.slice(0, -s.length);
        });
        return word;
    }

    function find(question) {
        var words = question.toLowerCase().split(/[\s,]+/).filter(Boolean).map(without_suffix);
        var found = [];
        records.forEach(function (record) {
            var sum = 0;
            var all = words.every(function (word) {
                var s = score(record, word);
                sum += s;
                return s > 0;
            });
            if (all) found.push({ record: record, sum: sum });
        });
        found.sort(function (a, b) {
            return b.sum - a.sum || a.record.other - b.record.other || a.record.name.length - b.record.name.length ||
                (a.record.name < b.record.name ? -1 : 1);
        });
        return found;
    }

    function element(tag, text, parent) {
        var e = document.createElement(tag);
        if (text) e.textContent = text;
        parent.appendChild(e);
        return e;
    }

    function show(question) {
        var found;
        if (question.trim() && !records) {
            load();
            return;
        }
        found = question.trim() ? find(question) : [];
        results.hidden = !question.trim();
        overview.hidden = !results.hidden;
        hits.textContent = "";
        found.slice(0, most).forEach(function (hit) {
            var item = element("li", "", hits), link = element("a", "", item);
            link.href = hit.record.link;
            element("b", hit.record.title, link);
            element("small", hit.record.kind.replace(/^\S+ /, ""), link);
            element("span", hit.record.doc, link);
            if (hit.record.archs.length && !hit.record.all)
                element("small", hit.record.archs.join(", "), link);
        });
        document.getElementById("count").textContent = found.length > most
            ? "The first " + most + " of " + found.length
            : found.length ? found.length + " found" : "Nothing found; every word must fit";
    }

    function question_of_address() {
        var from = location.search.slice(1) || (location.hash.indexOf("#q=") === 0 ? location.hash.slice(1) : "");
        var q = /(?:^|&)q=([^&]*)/.exec(from);
        if (!q) return "";
        try {
            return decodeURIComponent(q[1].replace(/\+/g, " "));
        } catch (e) {
            return q[1];
        }
    }

    // The arrow keys go through the box and the hits.
    function step(event, by) {
        var stops = [box].concat(Array.prototype.slice.call(hits.querySelectorAll("a")));
        var at = stops.indexOf(document.activeElement) + by;
        if (document.activeElement !== box && stops.indexOf(document.activeElement) < 0) return;
        if (at < 0 || at >= stops.length) return;
        stops[at].focus();
        event.preventDefault();
    }

    box.addEventListener("focus", load);
    box.addEventListener("input", function () { show(box.value); });
    box.form.addEventListener("submit", function (event) {
        var first;
        event.preventDefault();
        show(box.value);
        first = hits.querySelector("a");
        if (first) location.href = first.href;
    });
    document.addEventListener("keydown", function (event) {
        if (event.key === "ArrowDown") step(event, 1);
        if (event.key === "ArrowUp") step(event, -1);
        if (event.key === "Escape" && box.value) {
            box.value = "";
            show("");
            box.focus();
        }
    });
    window.addEventListener("hashchange", function () {
        if (location.hash.indexOf("#q=") === 0) box.value = question_of_address();
        else if (location.hash) box.value = "";
        show(box.value);
        if (location.hash && !box.value) {
            var target = document.getElementById(location.hash.slice(1));
            if (target) target.scrollIntoView();
        }
    });
    box.value = question_of_address();
    show(box.value);
})();
