// The pages of `watch` and `collect` share this code, which loads a page again and replaces its parts.
"use strict";
const loadPage = () => new Promise((done, fail) => {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.timeout = 10000;
  request.onload = () => request.status === 200 && request.response
    ? done(request.response) : fail(new Error(`Status ${request.status}: the page shows an old state.`));
  request.onerror = request.ontimeout = () => fail(new Error("The server does not answer: the page shows an old state."));
  request.open("GET", location.href);
  request.send();
});
// Open details stay open, and the focus stays on the same link or control.
const replacePart = (held, made) => {
  const focused = held.contains(document.activeElement) ? document.activeElement : null;
  const id = focused?.closest("[id]")?.id;
  const what = (part) => [part.tagName, part.getAttribute("href"), part.getAttribute("name")].join(" ");
  for (const old of held.querySelectorAll("details[id]")) {
    const other = made.querySelector(`#${old.id}`);
    if (other) other.open = old.open;
  }
  held.replaceWith(document.adoptNode(made));
  const parent = id && document.getElementById(id);
  if (parent) [parent, ...parent.querySelectorAll("a, summary, button, input, select")]
    .find((part) => what(part) === what(focused))?.focus({ preventScroll: true });
};
