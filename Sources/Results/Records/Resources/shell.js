// The filter and the box "errors only" on the pages of explain, compare, rehearse, trace and report --diff. Entries have
// the attribute data-level. Text is never parsed as markup.
"use strict";
(() => {
  const entries = [...document.querySelectorAll("[data-level]")];
  const form = document.getElementById("filter");
  form.hidden = entries.length === 0;
  if (form.hidden) return;
  const [headline, list, status, all] = ["headline", "causes", "shown", "expand"].map((id) => document.getElementById(id));
  const { text, errors } = form.elements;
  const number = (value) => value.toLocaleString("en-US");
  const { noun } = form.dataset;
  const nouns = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  const plural = (count) => `${number(count)} ${count === 1 ? noun : nouns}`;
  const has = (entry, cause) => [...entry.querySelectorAll("[data-cause]")].some((part) => part.dataset.cause === cause);
  let [cause, texts] = [null, null];
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    if (wanted !== "") {
      texts ??= new Map(entries.map((entry) =>
        [entry, `${entry.closest("[data-group]")?.dataset.group ?? ""} ${entry.textContent}`.toLowerCase()]));
    }
    for (const entry of entries) {
      entry.hidden = errors?.checked && entry.dataset.level !== "error" || cause !== null && !has(entry, cause)
        || wanted !== "" && !texts.get(entry).includes(wanted);
    }
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-level]:not([hidden])");
      if (group.matches("details") && wanted !== "" && !group.hidden) group.open = true;
    }
    const shown = entries.filter((entry) => !entry.hidden).length;
    status.textContent = shown === entries.length ? plural(shown) : `${number(shown)} of ${plural(entries.length)} shown`;
  };

  // The number of rows and their most frequent findings, which are unknown when the top of the page is written.
  if (headline) {
    const count = (level) => entries.filter((entry) => entry.dataset.level === level).length;
    const parts = [["error", "with errors"], ["warning", "with warnings"]]
      .filter(([level]) => count(level) > 0).map(([level, words]) => `${number(count(level))} ${words}`);
    headline.textContent = `${plural(entries.length)}: ${parts.join(", ") || "no error and no warning found"}.`;
    if (parts.length > 0) headline.classList.add(count("error") > 0 ? "fail" : "warn");
    const causes = new Map();
    for (const entry of entries) {
      const findings = [...entry.querySelectorAll("[data-cause]")].map((finding) => [finding.dataset.cause, finding]);
      for (const [key, finding] of new Map(findings)) {
        const known = causes.get(key);
        causes.set(key, { key, finding: known?.finding ?? finding, count: (known?.count ?? 0) + 1 });
      }
    }
    const rank = ({ finding }) => ["error", "warning", "info"].indexOf(finding.className);
    const first = [...causes.values()].sort((one, other) => rank(one) - rank(other) || other.count - one.count).slice(0, 5);
    for (const { key, finding, count } of first) {
      const [item, button] = ["li", "button"].map((name) => document.createElement(name));
      item.className = finding.className;
      button.type = "button";
      button.textContent = finding.textContent.trim();
      button.addEventListener("click", () => { cause = key; apply(); status.scrollIntoView({ block: "start" }); });
      item.append(button, ` ${plural(count)}`);
      list.append(item);
    }
    list.hidden = first.length === 0;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  // The reset has no delay, so that the next click finds every entry.
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    cause = null;
    text.value = "";
    if (errors) errors.checked = false;
    apply();
  });
  all.hidden = !document.querySelector("details");
  all.addEventListener("click", () => {
    const isOpening = all.textContent === "Expand all";
    for (const part of document.querySelectorAll("details:not([hidden])")) part.open = isOpening;
    all.textContent = isOpening ? "Collapse all" : "Expand all";
  });
  // On paper, entries with findings show their findings, and entries that are open show all of their content.
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
