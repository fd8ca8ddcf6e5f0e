// SPDX-License-Identifier: MIT
// On every page: '/' goes to the search box, headings have links to themselves, and what is folded
// is printed too.
document.addEventListener("keydown", function (event) {
    var in_text = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !in_text && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        document.getElementById("q").focus();
    }
});
window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (d) { d.open = true; });
});
document.querySelectorAll("h2[id], h3[id]").forEach(function (heading) {
    var link = document.createElement("a");
    link.className = "anchor";
    link.href = "#" + heading.id;
    link.textContent = "#";
    link.setAttribute("aria-label", "Link to " + heading.textContent);
    heading.appendChild(link);
});
