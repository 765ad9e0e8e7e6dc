// The page of `id3tap report`. Everything of others comes in as JSON and goes out as text nodes and
// attributes of known names: nothing is ever parsed as markup.
"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const report = read("report-data");
  const rowsPerPage = 100;
  const rowsInPrint = 2000;
  const unknown = "–";

  const verdicts = {
    unreadable: { mark: "?", rank: 0 },
    fail: { mark: "✕", rank: 1 },
    absent: { mark: "○", rank: 2 },
    warn: { mark: "▲", rank: 3 },
    "not read yet": { mark: "…", rank: 4 },
    "not checked": { mark: "–", rank: 5 },
    pass: { mark: "✓", rank: 6 },
  };
  const inputs = report.inputs.map((row, index) => ({
    index, name: row[0], verdict: row[1], data: row[2], info: row[3], other: row[4],
    duration: row[5], first: row[6], last: row[7], gap: row[8], errors: row[9],
    warnings: row[10], pings: row[11], failed: row[12], warned: row[13],
  }));
  const rules = report.rules.map((row) => (
    { id: row[0], severity: row[1], group: row[2], remedy: row[3], source: row[4], title: row[5] }
  ));
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));

  // MARK: Text

  const number = (value) => value === null ? unknown : value.toLocaleString("en-US");
  const seconds = (value, digits = 3) => value === null || value === undefined
    ? unknown : value.toLocaleString("en-US", { maximumFractionDigits: digits }) + " s";
  const clock = (value) => {
    if (value === null || value === undefined) return unknown;
    const whole = Math.floor(Math.abs(value));
    const two = (part) => String(part).padStart(2, "0");
    const text = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    return (value < 0 ? "−" : "") + text;
  };
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

  // MARK: Elements

  const fill = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return node;
  };
  const html = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  const badge = (verdict) => html("span", { class: `verdict ${verdict.replaceAll(" ", "-")}` },
    html("span", { class: "mark", "aria-hidden": "true" }, verdicts[verdict].mark), verdict);

  // MARK: State, kept in the address

  const readState = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    const get = (name, fallback) => values.get(name) ?? fallback;
    return {
      input: values.get("input"), text: get("text", ""), verdict: get("verdict", ""),
      rule: get("rule", ""), sort: get("sort", "verdict"), order: get("order", "ascending"),
      page: Math.max(0, (parseInt(get("page", "1"), 10) || 1) - 1),
    };
  };
  let state = readState();
  const address = (change) => {
    const next = { ...state, ...change };
    const values = new URLSearchParams();
    for (const name of ["text", "verdict", "rule"]) if (next[name]) values.set(name, next[name]);
    if (next.sort !== "verdict") values.set("sort", next.sort);
    if (next.order !== "ascending") values.set("order", next.order);
    if (next.page) values.set("page", next.page + 1);
    if (next.input) values.set("input", next.input);
    return "#" + values.toString();
  };
  const go = (change, isStep = true) => {
    const target = address(change);
    if (isStep) history.pushState(null, "", target); else history.replaceState(null, "", target);
    state = readState();
    draw();
  };

  // MARK: The table

  const columns = [
    { key: "verdict", label: "Verdict", sort: (input) => verdicts[input.verdict].rank },
    { key: "name", label: "Input", sort: (input) => input.name },
    { key: "data", label: "DATA", unit: "tags", numeric: true, cell: (input) => number(input.data) },
    { key: "info", label: "INFO", unit: "tags", numeric: true, cell: (input) => number(input.info) },
    { key: "duration", label: "Length", unit: "h:mm:ss", numeric: true,
      cell: (input) => clock(input.duration) },
    { key: "first", label: "First tag", unit: "s", numeric: true,
      cell: (input) => seconds(input.first, 1).replace(" s", "") },
    { key: "gap", label: "Longest gap", unit: "s", numeric: true,
      cell: (input) => seconds(input.gap, 1).replace(" s", "") },
    { key: "errors", label: "Errors", numeric: true, cell: (input) => number(input.errors) },
    { key: "warnings", label: "Warnings", numeric: true, cell: (input) => number(input.warnings) },
    { key: "pings", label: "Pings", numeric: true, cell: (input) => number(input.pings) },
  ].filter((column) => column.key !== "pings" || inputs.some((input) => input.pings > 0));

  const collator = new Intl.Collator("en", { numeric: true });
  const compare = (one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return typeof one === "string" ? collator.compare(one, other) : one - other;
  };
  const selected = () => {
    const words = state.text.toLowerCase();
    const rule = state.rule ? ruleIndex.get(state.rule) ?? -1 : null;
    const column = columns.find((column) => column.key === state.sort) ?? columns[0];
    const value = column.sort ?? ((input) => input[column.key]);
    const sign = state.order === "descending" ? -1 : 1;
    return inputs
      .filter((input) => (!state.verdict || input.verdict === state.verdict)
        && (!words || input.name.toLowerCase().includes(words))
        && (rule === null || input.failed.includes(rule) || input.warned.includes(rule)))
      .map((input) => ({ input, value: value(input) }))
      .sort((one, other) => {
        const isUnknown = one.value === null || other.value === null;
        const order = compare(one.value, other.value) * (isUnknown ? 1 : sign);
        return order || one.input.index - other.input.index;
      })
      .map((entry) => entry.input);
  };

  // The links of the table that is shown, by the index of the input.
  const links = new Map();
  const linkTo = (input) => {
    const link = html("a", { href: address({ input: input.name }) }, input.name || "(no name)");
    links.set(input.index, link);
    return link;
  };
  const row = (input) => html("tr", { "data-verdict": input.verdict }, columns.map((column) => {
    switch (column.key) {
      case "verdict": return html("td", { "data-label": column.label }, badge(input.verdict));
      case "name": return html("th", { scope: "row", class: "name" },
        linkTo(input));
      default: return html("td", { class: "number", "data-label": column.label }, column.cell(input));
    }
  }));

  const head = html("tr");
  const body = html("tbody");
  const status = html("p", { class: "status", role: "status" });
  const pager = html("nav", { class: "pager", "aria-label": "Pages" });
  const search = html("input", {
    type: "search", id: "search", placeholder: "Part of a name", autocomplete: "off",
  });
  const verdictChoice = html("select", { id: "verdict-choice" });
  const ruleChoice = html("select", { id: "rule-choice" });

  const buildTable = () => {
    const option = (value, label) => html("option", { value }, label);
    const counts = new Map();
    const ruleCounts = new Map();
    for (const input of inputs) {
      counts.set(input.verdict, (counts.get(input.verdict) ?? 0) + 1);
      for (const rule of [...input.failed, ...input.warned]) {
        ruleCounts.set(rule, (ruleCounts.get(rule) ?? 0) + 1);
      }
    }
    verdictChoice.append(option("", "All verdicts"), ...Object.keys(verdicts)
      .filter((name) => counts.has(name))
      .map((name) => option(name, `${name} (${number(counts.get(name))})`)));
    ruleChoice.append(option("", "All rules"), ...[...ruleCounts.entries()]
      .sort((one, other) => other[1] - one[1] || one[0] - other[0])
      .map(([rule, count]) => option(rules[rule].id, `${rules[rule].id} (${number(count)})`)));
    const field = (name, label, control) => html("label", { for: name }, html("span", {}, label), control);
    const controls = html("form", { class: "controls", role: "search" },
      field("search", "Find", search), field("verdict-choice", "Verdict", verdictChoice),
      field("rule-choice", "Failed or warned by", ruleChoice),
      html("button", { type: "reset" }, "Clear"));
    controls.addEventListener("submit", (event) => event.preventDefault());
    controls.addEventListener("reset", (event) => {
      event.preventDefault();
      go({ text: "", verdict: "", rule: "", page: 0 });
    });
    search.addEventListener("input", () => go({ text: search.value, page: 0 }, false));
    verdictChoice.addEventListener("change", () => go({ verdict: verdictChoice.value, page: 0 }));
    ruleChoice.addEventListener("change", () => go({ rule: ruleChoice.value, page: 0 }));
    for (const column of columns) {
      const button = html("button", { type: "button" }, column.label,
        column.unit ? html("small", {}, column.unit) : null);
      button.addEventListener("click", () => {
        const isSame = state.sort === column.key;
        const first = column.numeric ? "descending" : "ascending";
        const turned = state.order === "ascending" ? "descending" : "ascending";
        go({ sort: column.key, order: isSame ? turned : first, page: 0 });
      });
      head.append(html("th", {
        scope: "col", class: column.numeric ? "number" : null, "data-key": column.key,
      }, button));
    }
    const table = html("table", { class: "inputs" }, html("caption", { class: "unseen" }, "Inputs"),
      html("thead", {}, head), body);
    document.getElementById("table").replaceChildren(
      controls, status, html("div", { class: "scroll" }, table), pager);
  };

  const drawTable = (isPrint = false) => {
    const found = selected();
    const size = isPrint ? rowsInPrint : rowsPerPage;
    const pages = Math.max(1, Math.ceil(found.length / size));
    const page = Math.min(isPrint ? 0 : state.page, pages - 1);
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
    verdictChoice.value = state.verdict;
    ruleChoice.value = state.rule;
    const step = (label, target) => target < 0 || target >= pages
      ? html("span", { class: "off" }, label)
      : html("a", { href: address({ page: target }) }, label);
    pager.replaceChildren(...(pages === 1 ? [] : [
      step("« First", page === 0 ? -1 : 0), step("‹ Previous", page - 1),
      html("span", {}, `Page ${page + 1} of ${pages}`),
      step("Next ›", page + 1), step("Last »", page === pages - 1 ? -1 : pages - 1),
    ]));
  };

  // MARK: The detail of an input

  const blocks = new Map();
  const detailOf = (input) => {
    const block = Math.floor(input.index / report.block);
    if (!blocks.has(block)) blocks.set(block, read(`details-${block}`));
    return blocks.get(block)[input.index % report.block];
  };

  const detailSection = document.getElementById("detail");
  const overview = [document.getElementById("overview"), document.getElementById("inputs")];
  let shownInput = null;

  // The links above a detail: back, and to the inputs before and after it in the table.
  const stepsOf = (input) => {
    if (inputs.length === 1) return null;
    const order = selected();
    const at = order.findIndex((other) => other.index === input.index);
    const link = (other, text) => other ? html("a", { href: address({ input: other.name }) }, text) : null;
    return html("nav", { class: "steps", "aria-label": "Inputs" },
      html("a", { href: address({ input: null }) }, "‹ All inputs"),
      html("span", {}, at < 0 ? "" : `${number(at + 1)} of ${number(order.length)}`),
      ...[link(order[at - 1], "Previous"), at < 0 ? null : link(order[at + 1], "Next")]);
  };

  const detailPage = makeDetail({ report, rules, html, svg, badge, number, plural, unknown,
    section: detailSection, steps: stepsOf });
  const drawDetail = (input, width) => detailPage.draw(input, detailOf(input), width);

  // MARK: What is shown

  const inner = () => {
    const style = getComputedStyle(document.querySelector("main"));
    const width = document.querySelector("main").clientWidth
      - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(280, Math.floor(width));
  };

  const focusInput = (index) => {
    const link = links.get(index);
    (link ?? search).focus({ preventScroll: !link });
  };

  const draw = () => {
    const named = state.input === null ? null : inputs.find((input) => input.name === state.input);
    const input = named ?? (inputs.length === 1 ? inputs[0] : null);
    const isAlone = inputs.length === 1;
    for (const part of overview) part.hidden = Boolean(input) && !isAlone;
    if (isAlone) document.getElementById("inputs").hidden = true;
    detailSection.hidden = !input;
    if (input) {
      if (shownInput !== input.index) drawDetail(input, inner());
      if (shownInput !== input.index && !isAlone) {
        scrollTo(0, 0);
        detailSection.querySelector("h2").focus({ preventScroll: true });
      }
    } else {
      drawTable();
      // Back from a detail: to where it was opened.
      if (shownInput !== null) focusInput(shownInput);
    }
    shownInput = input ? input.index : null;
  };

  addEventListener("hashchange", () => {
    state = readState();
    draw();
  });
  addEventListener("popstate", () => {
    state = readState();
    draw();
  });
  let drawnWidth = 0;
  addEventListener("resize", () => {
    if (drawnWidth === inner()) return;
    drawnWidth = inner();
    if (shownInput !== null) drawDetail(inputs[shownInput], drawnWidth);
  });
  addEventListener("beforeprint", () => { if (shownInput === null) drawTable(true); });
  addEventListener("afterprint", () => { if (shownInput === null) drawTable(); });
  addEventListener("keydown", (event) => {
    const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    if (event.key === "/" && !isTyping && shownInput === null) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && shownInput !== null && inputs.length > 1) {
      go({ input: null });
    }
  });

  document.documentElement.classList.add("scripted");
  buildTable();
  drawnWidth = inner();
  draw();
})();
