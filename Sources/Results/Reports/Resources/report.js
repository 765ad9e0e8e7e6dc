// The script for a page of several inputs: it filters and sorts the table, and shows the input that the address
// selects.
(() => {
  const rowsOnPaper = 2000;
  const select = (query) => document.querySelector(query);
  const [main, section, body, search, rule, status, more] =
    ["main", "#inputs", ".inputs tbody", "#search", "#rule", "#found", "#more"].map(select);
  const rows = [...body.rows].map((row, place) => ({ row, place, ...row.dataset,
    link: row.querySelector("a"), rules: row.dataset.rules.split(" "), causes: row.dataset.causes.split(" "),
    name: nameOf(row.querySelector("a").hash.slice(1)) }));
  const details = new Map([...document.querySelectorAll(".detail")].map((detail) => [nameOf(detail.id), detail]));
  const number = (value) => value.toLocaleString("en-US");
  const filters = {
    text: (one, value) => one.name.toLowerCase().includes(value.toLowerCase()),
    verdict: (one, value) => one.verdict === value, rule: (one, value) => one.rules.includes(value),
    cause: (one, value) => one.causes.includes(value), folder: (one, value) => one.name.startsWith(value),
  };
  const names = [...Object.keys(filters), "sort", "order"];
  const usual = { sort: "verdict", order: "ascending" };
  let state = {};
  let shown = null;
  let limit = 100;
  const read = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    state = Object.fromEntries(names.map((name) => [name, values.get(name) || usual[name] || ""]));
    // The address may refer to a finding or a timeline.
    shown = details.get(values.get("input")) ?? document.getElementById(location.hash.slice(1))?.closest(".detail") ?? null;
  };
  const address = (change) => {
    const next = { ...state, ...change };
    return "#" + [...names.filter((name) => next[name] !== (usual[name] ?? "")), ...("input" in change ? ["input"] : [])]
      .map((name) => `${name}=${encodeURIComponent(next[name])}`).join("&");
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
    const value = values[state.sort] ?? values.verdict;
    const sign = state.order === "descending" ? -1 : 1;
    return rows.filter((one) => Object.entries(filters).every(([name, fits]) => !state[name] || fits(one, state[name])))
      .map((one) => [one, value(one)])
      .sort(([one, a], [other, b]) => {
        if (a === null || b === null) return (a === null) - (b === null) || one.place - other.place;
        return sign * (typeof a === "string" ? collator.compare(a, b) : a - b) || one.place - other.place;
      }).map(([one]) => one);
  };
  let drawnFilter = "";
  const drawTable = (limit) => {
    const found = selected();
    for (const one of found) one.link.href = address({ input: one.name });
    body.replaceChildren(...found.slice(0, limit).map((one) => one.row));
    more.hidden = found.length <= limit;
    for (const cell of document.querySelectorAll("th[data-key]")) {
      cell.ariaSort = cell.dataset.key === state.sort ? state.order : null;
    }
    const cause = select(`[href="#cause=${CSS.escape(state.cause)}"]`)?.dataset.words ?? state.cause;
    status.textContent = [found.length < rows.length ? `${number(found.length)} of ${number(rows.length)} inputs`
      : `${number(rows.length)} inputs`, found.length > limit && `the first ${number(limit)} shown`,
    state.verdict, cause, state.folder].filter((part) => part).join(", ");
    status.dataset.found = found.length;
    if (document.activeElement !== search) search.value = state.text;
    rule.value = state.rule;
    for (const chip of document.querySelectorAll(".chips a")) {
      chip.ariaCurrent = state.verdict && chip.hash === `#verdict=${encodeURIComponent(state.verdict)}` ? "true" : null;
    }
    const filter = Object.keys(filters).filter((name) => name !== "text").map((name) => state[name]).join("");
    section.classList.toggle("is-filtered", (state.text + filter) !== "");
    if (filter !== drawnFilter && filter !== "") section.scrollIntoView({ block: "start" });
    drawnFilter = filter;
  };

  const drawSteps = () => {
    const order = selected();
    const at = order.findIndex((one) => details.get(one.name) === shown);
    const link = (one, text) => one ? [make("a", { href: address({ input: one.name }) }, text)] : [];
    shown.querySelector(".steps").replaceChildren(make("a", { href: address({}) }, "‹ All inputs"),
      ...(at < 0 ? [] : [make("span", {}, `${number(at + 1)} of ${number(order.length)}`),
        ...link(order[at - 1], "Previous"), ...link(order[at + 1], "Next")]));
  };
  const draw = () => {
    const before = shown;
    read();
    before?.classList.remove("is-open");
    main.classList.toggle("has-detail", shown !== null);
    if (!shown) {
      drawTable(limit);
      // Going back from an input moves the focus to its row or, if that is not shown, to the search.
      const link = before && rows.find((one) => details.get(one.name) === before)?.link;
      if (before) (link?.isConnected ? link : search).focus({ preventScroll: !link?.isConnected });
      return;
    }
    shown.classList.add("is-open");
    drawSteps();
    openDetail(shown);
    if (shown === before) return;
    const part = shown.querySelector(":target");
    if (part) return part.scrollIntoView();
    scrollTo(0, 0);
    shown.querySelector("h2").focus({ preventScroll: true });
  };
  // A link to a part of the current input leaves the table unchanged.
  addEventListener("popstate", () => { if (!/^#[ft]\d/.test(location.hash)) draw(); });
  document.addEventListener("click", ({ target }) => {
    const { key } = target.closest("th[data-key] button")?.parentElement.dataset ?? {};
    if (!key) return;
    const first = target.closest(".number") ? "descending" : "ascending";
    go({ sort: key, order: state.sort !== key ? first : state.order === "ascending" ? "descending" : "ascending" });
  });
  search.addEventListener("input", () => go({ text: search.value }, false));
  rule.addEventListener("input", () => go({ rule: rule.value }));
  select("#clear").addEventListener("click", () => {
    search.value = "";
    go(Object.fromEntries(Object.keys(filters).map((name) => [name, ""])));
  });
  more.addEventListener("click", () => drawTable(limit += 1000));
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && shown) go({}); });
  addEventListener("beforeprint", () => {
    if (shown) return;
    drawTable(rowsOnPaper);
    const found = new Set(selected().map((one) => details.get(one.name)));
    for (const detail of details.values()) detail.hidden = !found.has(detail);
  });
  addEventListener("afterprint", () => {
    for (const detail of details.values()) detail.hidden = false;
    if (!shown) drawTable(limit);
  });
  section.classList.add("is-drawn");
  draw();
})();
