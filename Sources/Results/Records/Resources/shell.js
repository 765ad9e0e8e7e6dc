// Filter and "errors only" of the pages of explain, compare, rehearse and report --diff. Entries carry
// data-level. Text stays text: nothing here is parsed as markup.
"use strict";
(() => {
  const entries = [...document.querySelectorAll("[data-level]")];
  const form = document.getElementById("filter");
  if (!form || entries.length === 0) return;
  document.documentElement.classList.add("scripted");
  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const number = (value) => value.toLocaleString("en-US");
  const noun = form.dataset.noun;
  const nouns = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  const plural = (count) => `${number(count)} ${count === 1 ? noun : nouns}`;

  // MARK: Summary: what rows written one by one cannot say at the top

  const list = document.getElementById("causes");
  const tally = new Map();
  for (const entry of entries) {
    const seen = new Set();
    for (const finding of entry.querySelectorAll("[data-cause]")) {
      const cause = finding.dataset.cause;
      if (seen.has(cause)) continue;
      seen.add(cause);
      const known = tally.get(cause) ?? { count: 0, text: finding.textContent, look: finding.className };
      known.count += 1;
      tally.set(cause, known);
    }
  }
  const count = (level) => entries.filter((entry) => entry.dataset.level === level).length;
  const headline = document.getElementById("headline");
  if (headline && headline.textContent === "") {
    const parts = [["error", "with errors"], ["warning", "with warnings"]]
      .filter(([level]) => count(level) > 0).map(([level, words]) => `${number(count(level))} ${words}`);
    headline.textContent = parts.length > 0
      ? `${plural(entries.length)}: ${parts.join(", ")}.`
      : `${plural(entries.length)}: no error and no warning found.`;
    if (parts.length > 0) headline.classList.add(count("error") > 0 ? "fail" : "warn");
  }
  const order = { error: 0, warning: 1, info: 2 };
  const causes = [...tally].sort(([, one], [, other]) =>
    (order[one.look] ?? 3) - (order[other.look] ?? 3) || other.count - one.count);

  // MARK: Filter

  const text = form.elements.text;
  const onlyErrors = form.elements.errors;
  let cause = null;
  const texts = new Map();
  const textOf = (entry) => {
    if (!texts.has(entry)) {
      const group = entry.closest("[data-group]")?.dataset.group ?? "";
      texts.set(entry, `${group} ${entry.textContent}`.toLowerCase());
    }
    return texts.get(entry);
  };
  const status = document.getElementById("shown");
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const entry of entries) {
      const isShown = (!onlyErrors?.checked || entry.dataset.level === "error")
        && (cause === null || [...entry.querySelectorAll("[data-cause]")].some((part) => part.dataset.cause === cause))
        && (wanted === "" || textOf(entry).includes(wanted));
      entry.hidden = !isShown;
      if (isShown) shown += 1;
    }
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-level]:not([hidden])");
      if (group.matches("details.part") && wanted !== "" && !group.hidden) group.open = true;
    }
    status.textContent = shown === entries.length ? plural(shown) : `${number(shown)} of ${plural(entries.length)} shown`;
  };
  if (list && causes.length > 0) {
    for (const [key, { count, text: words, look }] of causes.slice(0, 5)) {
      const button = make("button", { type: "button" }, words.trim());
      button.addEventListener("click", () => { cause = key; apply(); status.scrollIntoView({ block: "start" }); });
      list.append(make("li", { class: look }, button, ` ${plural(count)}`));
    }
    list.hidden = false;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  // At once, so that what is clicked next finds every entry.
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    cause = null;
    text.value = "";
    if (onlyErrors) onlyErrors.checked = false;
    apply();
  });
  const all = document.getElementById("expand");
  if (document.querySelector("details")) {
    all.addEventListener("click", () => {
      const isOpening = all.textContent === "Expand all";
      for (const part of document.querySelectorAll("details:not([hidden])")) part.open = isOpening;
      all.textContent = isOpening ? "Collapse all" : "Expand all";
    });
  } else { all.hidden = true; }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    event.preventDefault();
    text.focus();
  });
  // On paper entries with findings show these, and all of their content where they were opened.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details.entry:is(.is-error, .is-warning):not([open], [hidden])")) {
      part.classList.add("brief");
      part.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const part of document.querySelectorAll(".brief")) {
      part.classList.remove("brief");
      part.open = false;
    }
  });
  apply();
})();
