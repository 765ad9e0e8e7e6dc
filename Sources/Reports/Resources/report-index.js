// The index page of `id3tap report`: the table of inputs, its filters, and what the first screen links to.
// report.js hands over what both need; text stays text here, too.
"use strict";
const reportIndex = (kit) => {
  const { report, inputs, rules, ruleIndex, html, svg, badge, number, span, clock, plural } = kit;
  const rowsPerPage = 100;
  const rowsInPrint = 2000;
  const causeIndex = new Map(report.causes.map(([key], index) => [key, index]));

  // MARK: Cells

  const columns = [
    { key: "verdict", label: "Verdict", sort: (input) => input.place },
    { key: "name", label: "Input", sort: (input) => input.name },
    { key: "strips", label: "Tags over time" },
    { key: "problem", label: "Main problem", sort: (input) => input.causes[0] ?? null },
    { key: "data", label: "DATA", numeric: true,
      cell: (input) => input.verdict === "unreadable" && input.duration === null ? "–" : number(input.data) },
    { key: "duration", label: "Length", numeric: true,
      cell: (input) => clock(input.duration) },
    { key: "gap", label: "Longest gap", numeric: true, cell: (input) => span(input.gap) },
  ].filter((column) => column.key !== "strips" || inputs.some((input) => input.strips.length));

  const looks = { d: "tags", g: "gap", "!": "fault", n: "none", c: "covered" };
  const looksInWords = { d: "tags", g: "gap", "!": "fault", n: "no tag", c: "tags come with another rendition" };
  // Neighbours of one kind are one shape.
  const runs = (letters) => {
    const found = [];
    for (let at = 0; at < letters.length; at += 1) {
      const last = found[found.length - 1];
      if (last && last.letter === letters[at]) last.length += 1;
      else found.push({ letter: letters[at], start: at, length: 1 });
    }
    return found;
  };
  const strip = ([name, letters]) => {
    const kinds = [...new Set(letters)].map((letter) => looksInWords[letter]).join(", ");
    return svg("svg", { class: "strip-of-track", viewBox: `0 0 ${letters.length} 8`, preserveAspectRatio: "none",
      role: "img", "aria-label": `${name}: ${kinds}` },
    svg("title", {}, `${name}: ${kinds}`),
    runs(letters).map((run) => svg("rect", { class: looks[run.letter], x: run.start, y: 0, width: run.length, height: 8 })));
  };
  const strips = (input) => [...input.strips.map(strip),
    input.otherStrips ? html("small", {}, `${number(input.otherStrips)} more`) : null];
  const problem = (input) => [input.problem ?? "",
    input.causes.length > 1 ? html("small", {}, ` +${number(input.causes.length - 1)} more`) : null];

  // The links of the table that is shown, by the index of the input.
  const links = new Map();
  const linkTo = (input) => {
    const link = html("a", { href: kit.address({ input: input.name }) }, input.name || "(no name)");
    links.set(input.index, link);
    return link;
  };
  const row = (input) => html("tr", { "data-verdict": input.verdict }, columns.map((column) => {
    switch (column.key) {
      case "verdict": return html("td", {}, badge(input.verdict));
      case "name": return html("th", { scope: "row", class: "name" }, linkTo(input));
      case "strips": return html("td", { class: "strips" }, strips(input));
      case "problem": return html("td", { class: "problem" }, problem(input));
      default: return html("td", { class: "number", "data-label": column.label }, column.cell(input));
    }
  }));

  // MARK: Which inputs

  const collator = new Intl.Collator("en", { numeric: true });
  const compare = (one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return typeof one === "string" ? collator.compare(one, other) : one - other;
  };
  const selected = () => {
    const state = kit.state();
    const words = state.text.toLowerCase();
    const rule = state.rule ? ruleIndex.get(state.rule) ?? -1 : null;
    const cause = state.cause ? causeIndex.get(state.cause) ?? -1 : null;
    const column = columns.find((column) => column.key === state.sort) ?? columns[0];
    const value = column.sort ?? ((input) => input[column.key]);
    const sign = state.order === "descending" ? -1 : 1;
    return inputs
      .filter((input) => (!state.verdict || input.verdict === state.verdict)
        && (!words || input.name.toLowerCase().includes(words))
        && (rule === null || input.failed.includes(rule) || input.warned.includes(rule))
        && (cause === null || input.causes.includes(cause)))
      .map((input) => ({ input, value: value(input) }))
      .sort((one, other) => {
        const isUnknown = one.value === null || other.value === null;
        const order = compare(one.value, other.value) * (isUnknown ? 1 : sign);
        return order || one.input.place - other.input.place;
      })
      .map((entry) => entry.input);
  };

  // MARK: Filters

  const section = document.getElementById("inputs");
  const status = html("p", { class: "status", role: "status" });
  const chosen = html("span", { class: "chosen" });
  const search = html("input", {
    type: "search", id: "search", placeholder: "Part of a name", autocomplete: "off", "aria-label": "Find",
  });
  const ruleChoice = html("select", { id: "rule-choice", "aria-label": "Failed or warned by" });

  const filters = {
    verdict: (value) => `Verdict: ${value}`,
    cause: (value) => `Cause: ${report.causes[causeIndex.get(value)]?.[1] ?? value}`,
    rule: (value) => `Rule: ${value}`,
    text: (value) => `Name: ${value}`,
  };
  const filterKey = (state) => Object.keys(filters).filter((name) => name !== "text").map((name) => state[name]).join("\n");
  let shownFilter = "\n\n";

  const drawChosen = (state) => {
    chosen.replaceChildren(...Object.entries(filters).filter(([name]) => state[name]).map(([name, words]) => {
      const chip = html("button", { type: "button", class: "remove", "data-filter": name,
        "aria-label": `Remove the filter ${words(state[name])}` }, words(state[name]), html("span", { "aria-hidden": "true" }, "✕"));
      chip.addEventListener("click", () => {
        kit.go({ [name]: "", page: 0 });
        (chosen.querySelector("button") ?? search).focus({ preventScroll: true });
      });
      return chip;
    }));
    for (const chip of document.querySelectorAll(".chips a")) {
      if (state.verdict && chip.getAttribute("href") === `#verdict=${encodeURIComponent(state.verdict)}`) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
  };

  const build = () => {
    const option = (value, label) => html("option", { value }, label);
    const ruleCounts = new Map();
    for (const input of inputs) {
      for (const rule of [...input.failed, ...input.warned]) ruleCounts.set(rule, (ruleCounts.get(rule) ?? 0) + 1);
    }
    ruleChoice.append(option("", "All rules"), ...[...ruleCounts.entries()]
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .map(([rule, count]) => option(rules[rule].id, `${rules[rule].title} (${number(count)})`)));
    const controls = html("form", { class: "controls", role: "search" }, search, ruleChoice, chosen, status,
      html("button", { type: "reset" }, "Clear"));
    controls.addEventListener("submit", (event) => {
      event.preventDefault();
      const found = selected();
      if (found.length === 1) kit.go({ input: found[0].name });
    });
    controls.addEventListener("reset", (event) => {
      event.preventDefault();
      kit.go({ text: "", verdict: "", rule: "", cause: "", page: 0 });
      search.value = "";
    });
    search.addEventListener("input", () => kit.go({ text: search.value, page: 0 }, false));
    ruleChoice.addEventListener("change", () => kit.go({ rule: ruleChoice.value, page: 0 }));
    for (const column of columns) {
      const cell = html("th", { scope: "col", class: column.numeric ? "number" : null, "data-key": column.key });
      if (column.key === "strips") {
        cell.append(column.label);
      } else {
        const button = html("button", { type: "button" }, column.label);
        button.addEventListener("click", () => {
          const state = kit.state();
          const first = column.numeric ? "descending" : "ascending";
          const turned = state.order === "ascending" ? "descending" : "ascending";
          kit.go({ sort: column.key, order: state.sort === column.key ? turned : first, page: 0 });
        });
        cell.append(button);
      }
      head.append(cell);
    }
    const table = html("table", { class: "inputs" }, html("caption", { class: "unseen" }, "Inputs"),
      html("thead", {}, head), body);
    document.getElementById("table").replaceChildren(controls, html("div", { class: "scroll" }, table), pager);
    const later = document.getElementById("later");
    later?.addEventListener("click", () => {
      document.querySelector("ol.causes").classList.add("is-whole");
      later.setAttribute("aria-expanded", "true");
      document.querySelector("ol.causes .later a")?.focus();
    });
  };

  // MARK: The table

  const head = html("tr");
  const body = html("tbody");
  const pager = html("nav", { class: "pager", "aria-label": "Pages" });

  // On paper: all of them, but those in `left`, which have blocks of their own.
  const draw = (left = null) => {
    if (inputs.length === 0) section.hidden = true;
    const state = kit.state();
    const found = left ? selected().filter((input) => !left.has(input.index)) : selected();
    const size = left ? rowsInPrint : rowsPerPage;
    const pages = Math.max(1, Math.ceil(found.length / size));
    const page = Math.min(left ? 0 : state.page, pages - 1);
    links.clear();
    body.replaceChildren(...found.slice(page * size, (page + 1) * size).map(row));
    for (const cell of head.children) {
      if (cell.dataset.key === state.sort) cell.setAttribute("aria-sort", state.order);
      else cell.removeAttribute("aria-sort");
    }
    const range = found.length > size
      ? `, ${number(page * size + 1)} to ${number(Math.min(found.length, (page + 1) * size))} shown` : "";
    status.textContent = found.length === inputs.length
      ? `${plural(found.length, "input")}${range}`
      : `${number(found.length)} of ${plural(inputs.length, "input")}${range}`;
    status.dataset.found = found.length;
    if (document.activeElement !== search) search.value = state.text;
    ruleChoice.value = state.rule;
    const step = (label, target) => target < 0 || target >= pages
      ? html("span", { class: "off" }, label)
      : html("a", { href: kit.address({ page: target }) }, label);
    pager.replaceChildren(...(pages === 1 ? [] : [
      step("« First", page === 0 ? -1 : 0), step("‹ Previous", page - 1),
      html("span", {}, `Page ${page + 1} of ${pages}`),
      step("Next ›", page + 1), step("Last »", page === pages - 1 ? -1 : pages - 1),
    ]));
    drawChosen(state);
    section.classList.toggle("is-filtered", Object.keys(filters).some((name) => state[name]));
    const filter = filterKey(state);
    if (filter !== shownFilter && filter.trim() !== "" && !left) section.scrollIntoView({ block: "start" });
    shownFilter = filter;
  };

  const focus = (index) => {
    const link = links.get(index);
    (link ?? search).focus({ preventScroll: !link });
  };

  return { build, draw, focus, search, selected, strips };
};
