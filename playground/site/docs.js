// SPDX-License-Identifier: MIT
// On each page of the docs: headings have links to themselves, and the list of pages is folded on a
// phone.
document.querySelectorAll("main :is(h2, h3, h4)[id]").forEach((heading) => {
  const link = Object.assign(document.createElement("a"), { className: "anchor", href: `#${heading.id}`, textContent: "#" });
  link.setAttribute("aria-label", `Link to ${heading.textContent}`);
  heading.append(link);
});

const pages = document.querySelector(".pages details");
const narrow = matchMedia("(max-width: 60rem)");
const fold = () => (pages.open = !narrow.matches);
narrow.addEventListener("change", fold);
fold();

const current = document.querySelector('.pages [aria-current="page"]');
if (current) current.closest("nav").scrollTop = current.offsetTop - innerHeight / 3;
