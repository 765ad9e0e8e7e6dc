// The page of `id3tap report`. Everything of others comes in as JSON and goes out as text nodes and
// attributes of known names: nothing is ever parsed as markup.
"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const report = read("report-data");
  const unknown = "–";

  const verdicts = {
    unreadable: { mark: "?", rank: 0 },
    fail: { mark: "✕", rank: 1 },
    absent: { mark: "○", rank: 2 },
    warn: { mark: "▲", rank: 3 },
    "not-judged": { mark: "~", rank: 4 },
    "not read yet": { mark: "…", rank: 5 },
    "not checked": { mark: "–", rank: 6 },
    pass: { mark: "✓", rank: 7 },
  };
  const inputs = report.inputs.map((row, index) => ({
    index, name: row[0], verdict: row[1], data: row[2], info: row[3], other: row[4],
    duration: row[5], first: row[6], last: row[7], gap: row[8], errors: row[9],
    warnings: row[10], pings: row[11], failed: row[12], warned: row[13], place: row[14],
    problem: row[15], causes: row[16], strips: row[17], otherStrips: row[18],
  }));
  const rules = report.rules.map((row) => (
    { id: row[0], severity: row[1], group: row[2], remedy: row[3], source: row[4], title: row[5] }
  ));
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));

  // MARK: Text

  const number = (value) => value === null ? unknown : value.toLocaleString("en-US");
  // Lengths that were measured have one decimal, limits those with which they were set.
  const span = (value) => value === null || value === undefined ? unknown
    : value.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })
      .replace("-", "−") + " s";
  const limit = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 3 }) + " s";
  const clock = (value) => {
    if (value === null || value === undefined) return unknown;
    const whole = Math.round(Math.abs(value));
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
      rule: get("rule", ""), cause: get("cause", ""), sort: get("sort", "verdict"), order: get("order", "ascending"),
      page: Math.max(0, (parseInt(get("page", "1"), 10) || 1) - 1),
    };
  };
  let state = readState();
  const address = (change) => {
    const next = { ...state, ...change };
    const values = new URLSearchParams();
    for (const name of ["text", "verdict", "rule", "cause"]) if (next[name]) values.set(name, next[name]);
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

  // MARK: The index page: report-index.js and report-print.js

  const kit = {
    report, inputs, rules, ruleIndex, verdicts, html, svg, badge, number, span, clock, plural,
    address, go, state: () => state, detailOf: (input) => detailOf(input),
  };
  const index = reportIndex(kit);
  const print = reportPrint(kit, index);
  const { search, selected } = index;

  // MARK: The detail of an input

  const blocks = new Map();
  const detailOf = (input) => {
    const block = Math.floor(input.index / report.block);
    if (!blocks.has(block)) blocks.set(block, read(`details-${block}`));
    return blocks.get(block)[input.index % report.block];
  };

  const detailSection = document.getElementById("detail");
  const overview = ["overview", "inputs", "rules", "comparisons"].map((id) => document.getElementById(id))
    .filter((part) => part);
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

  const detailPage = makeDetail({ report, rules, html, svg, badge, number, span, limit, plural, unknown,
    section: detailSection, steps: stepsOf });
  const drawDetail = (input, width) => detailPage.draw(input, detailOf(input), width);

  // MARK: What is shown

  const inner = () => {
    const style = getComputedStyle(document.querySelector("main"));
    const width = document.querySelector("main").clientWidth
      - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(280, Math.floor(width));
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
      index.draw();
      // Back from a detail: to where it was opened.
      if (shownInput !== null) index.focus(shownInput);
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
  // A detail that is drawn again keeps the focus and what was unfolded: they are known by their places.
  const redraw = (draw) => {
    const stops = () => [...detailSection.querySelectorAll("a, button, summary, [tabindex]")];
    const folds = () => [...detailSection.querySelectorAll("details")];
    const at = stops().indexOf(document.activeElement);
    const open = folds().map((fold) => fold.open);
    draw();
    folds().forEach((fold, index) => { fold.open = open[index] ?? fold.open; });
    if (at >= 0) stops()[at]?.focus({ preventScroll: true });
  };
  let drawnWidth = 0;
  addEventListener("resize", () => {
    if (drawnWidth === inner()) return;
    drawnWidth = inner();
    if (shownInput !== null) redraw(() => drawDetail(inputs[shownInput], drawnWidth));
  });
  addEventListener("beforeprint", () => { if (shownInput === null) print.before(); });
  addEventListener("afterprint", () => { if (shownInput === null) print.after(); });
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
  index.build();
  drawnWidth = inner();
  draw();
})();
