// The first page of several inputs: filters, sorts and turns the pages of the table, and shows one input at a time.
(() => {
  const rowsPerPage = 100;
  const rowsOnPaper = 2000;
  const select = (query) => document.querySelector(query);
  const [main, section, body] = ["main", "#inputs", ".inputs tbody"].map(select);
  const nameOf = (id) => decodeURIComponent(id.slice("input=".length));
  const rows = [...body.rows].map((row, place) => ({ row, place, ...row.dataset,
    link: row.querySelector("a"), rules: row.dataset.rules.split(" "), causes: row.dataset.causes.split(" "),
    input: nameOf(row.querySelector("a").hash.slice(1)) }));
  const details = new Map([...document.querySelectorAll(".detail")].map((detail) => [nameOf(detail.id), detail]));
  const number = (value) => value.toLocaleString("en-US");
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const filters = ["text", "verdict", "rule", "cause", "folder"];
  const names = [...filters, "sort", "order", "page"];
  let state = {};
  let shown = null;
  const read = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    state = Object.fromEntries(names.map((name) => [name, values.get(name) ?? ""]));
    state.sort ||= "verdict";
    state.order ||= "ascending";
    shown = details.get(values.get("input")) ?? null;
  };
  const usual = { sort: "verdict", order: "ascending" };
  const address = (change) => {
    const next = { ...state, ...change };
    const parts = names.filter((name) => next[name] && next[name] !== usual[name])
      .map((name) => `${name}=${encodeURIComponent(next[name])}`);
    if (change.input !== undefined) parts.push(`input=${encodeURIComponent(change.input)}`);
    return "#" + parts.join("&");
  };
  const go = (change, isStep = true) => {
    history[isStep ? "pushState" : "replaceState"](null, "", address(change));
    draw();
  };

  const collator = new Intl.Collator("en", { numeric: true });
  const values = {
    verdict: (one) => one.place, name: (one) => one.name, problem: (one) => one.causes[0] || null,
    data: (one) => Number(one.data), duration: (one) => one.duration === "" ? null : Number(one.duration),
    gap: (one) => one.gap === "" ? null : Number(one.gap),
  };
  const selected = () => {
    const words = state.text.toLowerCase();
    const value = values[state.sort] ?? values.verdict;
    const sign = state.order === "descending" ? -1 : 1;
    return rows.filter((one) => (!state.verdict || one.verdict === state.verdict)
      && (!words || one.name.toLowerCase().includes(words)) && one.name.startsWith(state.folder)
      && (!state.rule || one.rules.includes(state.rule)) && (!state.cause || one.causes.includes(state.cause)))
      .map((one) => [one, value(one)])
      .sort(([one, a], [other, b]) => {
        if (a === null || b === null) return (a === null) - (b === null) || one.place - other.place;
        return sign * (typeof a === "string" ? collator.compare(a, b) : a - b) || one.place - other.place;
      }).map(([one]) => one);
  };
  const search = select("#search");
  const status = select(".controls .status");
  const chosen = select(".chosen");
  const pager = select(".pager");
  const words = {
    verdict: (value) => `Verdict: ${value}`, text: (value) => `Name: ${value}`, folder: (value) => `Folder: ${value}`,
    cause: (value) => `Cause: ${select(`[href="#cause=${CSS.escape(value)}"]`)?.dataset.words ?? value}`,
    rule: (value) => `Rule: ${[...select("[data-key=rule]").options].find((one) => one.value === value)?.text ?? value}`,
  };
  let drawnFilter = "";
  const drawTable = (isOnPaper = false) => {
    const found = selected();
    const size = isOnPaper ? rowsOnPaper : rowsPerPage;
    const pages = Math.max(1, Math.ceil(found.length / size));
    const at = isOnPaper ? 0 : Math.min(pages, Math.max(1, parseInt(state.page, 10) || 1)) - 1;
    for (const one of found) one.link.href = address({ input: one.input });
    body.replaceChildren(...found.slice(at * size, (at + 1) * size).map((one) => one.row));
    for (const cell of document.querySelectorAll("th[data-key]")) {
      if (cell.dataset.key === state.sort) cell.ariaSort = state.order; else cell.removeAttribute("aria-sort");
    }
    status.textContent = (found.length === rows.length ? plural(rows.length, "input")
      : `${number(found.length)} of ${plural(rows.length, "input")}`) + (pages > 1
      ? `, ${number(at * size + 1)} to ${number(Math.min(found.length, (at + 1) * size))} shown` : "");
    status.dataset.found = found.length;
    const step = (label, page) => page < 0 || page >= pages || page === at ? make("span", { class: "off" }, label)
      : make("a", { href: address({ page: page + 1 }) }, label);
    pager.replaceChildren(...(pages === 1 ? [] : [step("« First", 0), step("‹ Previous", at - 1),
      make("span", {}, `Page ${at + 1} of ${pages}`), step("Next ›", at + 1), step("Last »", pages - 1)]));
    if (document.activeElement !== search) search.value = state.text;
    for (const choice of document.querySelectorAll(".controls select")) choice.value = state[choice.dataset.key];
    chosen.replaceChildren(...filters.filter((name) => state[name]).map((name) => make("button",
      { type: "button", "data-filter": name, "aria-label": `Remove the filter ${words[name](state[name])}` },
      words[name](state[name]), make("span", { "aria-hidden": "true" }, "✕"))));
    for (const chip of document.querySelectorAll(".chips a")) {
      chip.ariaCurrent = state.verdict && chip.hash === `#verdict=${encodeURIComponent(state.verdict)}` ? "true" : null;
    }
    const filter = filters.filter((name) => name !== "text").map((name) => state[name]).join("\n");
    section.classList.toggle("is-filtered", filters.some((name) => state[name]));
    if (filter !== drawnFilter && filter.trim() !== "" && !isOnPaper) section.scrollIntoView({ block: "start" });
    drawnFilter = filter;
  };

  const drawSteps = () => {
    const steps = shown.querySelector(".steps");
    const order = selected();
    const at = order.findIndex((one) => details.get(one.input) === shown);
    const link = (one, text) => one ? [make("a", { href: address({ input: one.input }) }, text)] : [];
    steps.replaceChildren(make("a", { href: address({}) }, "‹ All inputs"), ...(at < 0 ? [] : [make("span", {}, `${number(at + 1)} of ${number(order.length)}`),
      ...link(order[at - 1], "Previous"), ...link(order[at + 1], "Next")]));
  };
  const draw = () => {
    const before = shown;
    read();
    before?.classList.remove("is-open");
    main.classList.toggle("has-detail", shown !== null);
    if (shown) {
      shown.classList.add("is-open");
      drawSteps();
      openDetail(shown);
      if (shown !== before) {
        scrollTo(0, 0);
        shown.querySelector("h2").focus({ preventScroll: true });
      }
    } else {
      drawTable();
      // Back from an input: to where it was opened.
      const link = before && rows.find((one) => details.get(one.input) === before)?.link;
      if (before) (link?.isConnected ? link : search).focus({ preventScroll: !link?.isConnected });
    }
  };
  // Addresses of a part of an input are for pages without a script.
  addEventListener("popstate", () => { if (!/^#[ft]\d/.test(location.hash)) draw(); });
  document.addEventListener("click", (event) => {
    const { target } = event;
    const head = target.closest("th[data-key] button")?.parentElement;
    const remove = target.closest(".chosen button");
    if (head) {
      const { key } = head.dataset;
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const turned = state.order === "ascending" ? "descending" : "ascending";
      go({ sort: key, order: state.sort === key ? turned : first, page: "" });
    } else if (remove) {
      go({ [remove.dataset.filter]: "", page: "" });
      (chosen.querySelector("button") ?? search).focus({ preventScroll: true });
    }
  });
  const form = select(".controls");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = selected();
    if (found.length === 1) go({ input: found[0].input });
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    go({ ...Object.fromEntries(filters.map((name) => [name, ""])), page: "" });
    search.value = "";
  });
  form.addEventListener("input", ({ target }) =>
    go({ [target.dataset.key ?? "text"]: target.value, page: "" }, target !== search));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select") && !shown) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && shown && !event.defaultPrevented) go({});
  });
  addEventListener("beforeprint", () => {
    if (shown) return;
    drawTable(true);
    const found = new Set(selected().map((one) => details.get(one.input)));
    for (const detail of details.values()) detail.hidden = !found.has(detail);
  });
  addEventListener("afterprint", () => {
    for (const detail of details.values()) detail.hidden = false;
    if (!shown) drawTable();
  });
  draw();
})();
