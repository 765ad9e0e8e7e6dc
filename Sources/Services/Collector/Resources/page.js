// The live page of `id3tap collect`. Foreign data comes as JSON and becomes text nodes and attributes with known
// names, and is never parsed as markup. `page-parts.js` and the files next to it come before this file.
"use strict";
(() => {
  const parts = makeParts();
  const { element, html, clock, number, plural, bytes, tone, title, starts, sessionKey, sessionTitle } = parts;
  const rowsPerPage = 50;
  const filterNames = ["product", "type", "app", "session"];
  // Findings are not stored, so they filter only the list, and not exports or sessions.
  const choiceNames = [...filterNames, "findings"];
  const form = element("filters");

  // MARK: State, kept in the address

  const readState = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    const whole = (name) => /^[0-9]{1,15}$/.test(values.get(name) ?? "") ? Number(values.get(name)) : null;
    const state = { before: whole("before"), after: whole("after"), ping: whole("ping") };
    for (const name of choiceNames) state[name] = values.get(name) ?? "";
    return state;
  };
  let state = readState();
  const address = (change) => {
    const next = { ...state, ...change };
    const values = new URLSearchParams();
    for (const name of [...choiceNames, "before", "after", "ping"]) if (next[name]) values.set(name, next[name]);
    return "#" + values.toString();
  };
  const go = (change) => { location.hash = address(change); };
  const query = (more = {}) => {
    const values = new URLSearchParams();
    for (const name of filterNames) if (state[name]) values.set(name, state[name]);
    for (const [name, value] of Object.entries(more)) if (value !== null) values.set(name, value);
    const text = values.toString();
    return text === "" ? "" : "?" + text;
  };
  const isLatest = () => state.before === null && state.after === null;
  const fetchJSON = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return answer.json();
  };

  // MARK: List

  let rows = [];
  let skipped = 0;
  const findings = (row) => {
    const parts = [["errors", "bad", "error"], ["warnings", "warned", "warning"], ["infos", "noted", "note"]]
      .filter(([name]) => row[name] > 0)
      .map(([name, look, word]) => html("span", { class: look }, plural(row[name], word), " "));
    return parts.length > 0 ? parts : html("span", { class: "soft" }, "none");
  };
  // The numbers of the rows that are marked as new.
  const fresh = new Set();
  const look = (id) => [id === state.ping ? "chosen" : "", fresh.has(id) ? "fresh" : ""].join(" ").trim();
  const line = (row) => html(
    "tr", { class: look(row.id), "data-id": row.id },
    html("td", {}, html("a", { href: address({ ping: row.id }) }, html(
      "time", { datetime: new Date(row.received).toISOString(), title: new Date(row.received).toString() }, clock(row.received)))),
    html("td", {}, html("span", { class: `product ${tone(row.product)}` }, row.product)),
    html("td", { class: "words" }, title(row), html("small", {}, [row.credit, row.status === 200 ? null : `answered ${row.status}`]
      .filter((text) => text).join(", "))),
    html("td", { class: "session" }, html(
      "a", { href: address({ session: row.session, app: row.app, before: null, after: null }), title: `${row.session} ${row.app}`.trim() },
      sessionTitle(row))),
    html("td", { class: "findings" }, findings(row)));
  // Three or more consecutive equal pings without findings are one line, which a button opens. The others are
  // hidden in the document.
  const opened = new Set();
  const isEqual = (one, other) => ["product", "type", "session", "app", "words", "credit", "status"]
    .every((name) => one[name] === other[name]) && other.errors === 0 && other.warnings === 0;
  const foldRuns = (lines) => {
    for (let start = 0, end; start < rows.length; start = end) {
      end = start + 1;
      const first = rows[start];
      if (first.errors > 0 || first.warnings > 0) continue;
      while (end < rows.length && isEqual(first, rows[end])) end += 1;
      // The oldest ping, which does not change when newer pings arrive, identifies the run.
      const name = rows[end - 1].id;
      if (end - start < 3 || opened.has(name) || rows.slice(start + 1, end).some((row) => row.id === state.ping)) continue;
      for (const part of lines.slice(start + 1, end)) part.hidden = true;
      lines[start].querySelector(".words").append(
        " ", html("button", { type: "button", class: "more", "data-run": name }, `× ${end - start} ▸`));
    }
  };
  // An unchanged line keeps its element, so that a click in progress and selected text survive the arrival of new
  // pings.
  const showLines = (lines) => {
    const place = element("rows");
    const held = new Map([...place.children].map((part) => [part.dataset.id, part]));
    const wanted = lines.map((made) => {
      const old = held.get(made.dataset.id);
      return old?.isEqualNode(made) ? old : made;
    });
    const kept = new Set(wanted);
    for (const part of held.values()) if (!kept.has(part)) part.remove();
    let next = place.firstElementChild;
    for (const part of wanted) {
      if (part === next) next = next.nextElementSibling; else place.insertBefore(part, next);
    }
  };
  const showRows = (arrived = []) => {
    for (const id of arrived) fresh.add(id);
    const focused = document.activeElement?.closest?.("tr")?.dataset.id;
    const lines = rows.map(line);
    foldRuns(lines);
    showLines(lines);
    if (focused && !element("rows").contains(document.activeElement)) {
      element("rows").querySelector(`tr[data-id="${Number(focused)}"] a`)?.focus();
    }
    element("empty").hidden = rows.length > 0 || choiceNames.some((name) => state[name]);
    if (arrived.length === 0) return;
    setTimeout(() => {
      for (const id of arrived) fresh.delete(id);
      showLooks();
    }, 1500);
  };
  const showLooks = () => {
    for (const part of element("rows").children) part.className = look(Number(part.dataset.id));
  };
  const setLink = (id, href) => {
    const link = element(id);
    link.classList.toggle("off", href === null);
    if (href === null) link.removeAttribute("href"); else link.href = href;
  };
  let loads = 0;
  const loadList = async () => {
    loads += 1;
    const load = loads;
    const wanted = query({ before: state.before, after: state.after, limit: rowsPerPage, findings: state.findings || null });
    const page = await fetchJSON("api/pings" + wanted);
    // Answers may arrive in a different order than their requests: only the answer to the last request counts.
    if (load !== loads || wanted !== query({ before: state.before, after: state.after, limit: rowsPerPage, findings: state.findings || null })) return;
    rows = page.pings;
    skipped = 0;
    element("news").textContent = rows.length > 0 || !state.findings ? ""
      : page.hasOlder ? "None among the examined pings: Older continues the search." : "No ping has such findings.";
    showRows();
    const ids = rows.map((row) => row.id);
    setLink("newest", isLatest() ? null : address({ before: null, after: null }));
    setLink("newer", page.hasNewer && ids.length > 0 ? address({ after: ids[0], before: null }) : null);
    setLink("older", page.hasOlder && (ids.length > 0 || page.oldest) ? address({ before: page.oldest ?? ids[ids.length - 1], after: null }) : null);
    element("list-title").textContent = (isLatest() ? "Latest" : "Earlier")
      + (choiceNames.some((name) => state[name]) ? ", filtered" : "");
  };

  // MARK: Status and filters

  const choices = (select, values, current) => {
    const all = current && !values.some(([value]) => value === current) ? [...values, [current, 0]] : values;
    select.replaceChildren(html("option", { value: "" }, "all"), ...all.map(([value, count]) =>
      html("option", { value, selected: value === current }, `${value} (${number(count)})`)));
    select.value = current;
  };
  const loadStatus = async () => {
    const status = await fetchJSON("api/status");
    element("stored").textContent = `${plural(status.stored, "ping")} stored,`;
    if (status.compares && !compares) {
      compares = true;
      element("comparison").hidden = false;
      loadComparison().catch(failed);
      // Pings become due even if no pings arrive.
      setInterval(() => { if (!document.hidden) refreshComparison(); }, 10000);
    }
    element("database").textContent = `${bytes(status.bytes)} in ${status.database}`;
    const sum = (place) => {
      const counts = new Map();
      for (const kind of status.kinds) {
        if (kind[place] !== null) counts.set(kind[place], (counts.get(kind[place]) ?? 0) + kind[2]);
      }
      return [...counts].sort();
    };
    if (!form.contains(document.activeElement)) {
      choices(form.elements.product, sum(0), state.product);
      choices(form.elements.type, sum(1), state.type);
    }
    element("apps").replaceChildren(...status.apps.map((app) => html("option", { value: app })));
    element("legend").replaceChildren(...sum(0).map(([product]) =>
      html("li", {}, html("span", { class: `product ${tone(product)}` }, product))));
    element("compare").hidden = status.compares;
    element("compare-hint").textContent = `id3tap compare recording.ts ${status.database}`;
    element("hint").textContent = `id3tap pings --collector ${location.origin} recording.ts`;
  };
  const showFilters = () => {
    for (const name of choiceNames) if (document.activeElement !== form.elements[name]) form.elements[name].value = state[name];
    element("export-lines").href = "export.jsonl" + query();
    element("export-har").href = "export.har" + query();
  };

  // MARK: Timeline

  const timeline = makeTimeline(parts, address, () => state.ping);
  const loadSessions = async () => {
    const sessions = await fetchJSON("api/sessions" + query());
    for (const session of sessions) starts.set(sessionKey(session), session.first);
    timeline.show(sessions);
    for (const row of rows) {
      const link = element("rows").querySelector(`tr[data-id="${Number(row.id)}"] .session a`);
      if (link && link.textContent !== sessionTitle(row)) link.textContent = sessionTitle(row);
    }
  };

  // MARK: Expected and seen

  const showComparison = makeComparison(parts, address);
  let compares = false;
  let comparisonText = "";
  const loadComparison = async () => {
    if (!compares) return;
    const answer = await fetchJSON("api/comparison" + query());
    const text = JSON.stringify(answer);
    // An open list stays open while its content is unchanged.
    if (text === comparisonText) return;
    comparisonText = text;
    const wasOpen = element("comparison-content").querySelector("details")?.open ?? false;
    showComparison(answer);
    const rest = element("comparison-content").querySelector("details");
    if (rest) rest.open = wasOpen;
  };

  // MARK: One ping

  const showDetail = makeDetail(parts);
  const loadDetail = async () => {
    const isOpen = state.ping !== null;
    element("detail").hidden = !isOpen;
    document.querySelector(".columns").classList.toggle("open", isOpen);
    showLooks();
    if (!isOpen) { delete document.body.dataset.ping; return; }
    const position = rows.findIndex((row) => row.id === state.ping);
    setLink("detail-newer", position > 0 ? address({ ping: rows[position - 1].id }) : null);
    setLink("detail-older", position >= 0 && position + 1 < rows.length ? address({ ping: rows[position + 1].id }) : null);
    setLink("detail-close", address({ ping: null }));
    const wanted = state.ping;
    try {
      const detail = await fetchJSON(`api/pings/${wanted}`);
      if (wanted === state.ping) showDetail(detail);
    } catch (error) {
      element("detail-title").textContent = "Ping";
      element("detail-content").replaceChildren(html("p", { class: "bad" }, error.message));
    }
  };

  // MARK: Live

  let source = null;
  const later = (pause, work) => {
    let timer = null;
    return () => { timer ??= setTimeout(() => { timer = null; work().catch(failed); }, pause); };
  };
  const failed = (error) => { element("news").textContent = error.message; };
  const refreshStatus = later(2000, loadStatus);
  const refreshSessions = later(2000, loadSessions);
  const refreshComparison = later(1000, loadComparison);
  const showLive = (isOn) => {
    element("live").textContent = isOn ? "live" : "reconnecting";
    element("live").classList.toggle("on", isOn);
  };
  const isWanted = (row) => state.findings === "" || row.errors > 0 || (state.findings === "warning" && row.warnings > 0);
  const arrived = (event) => {
    const news = JSON.parse(event.data);
    element("stored").textContent = `${plural(news.stored, "ping")} stored,`;
    refreshStatus();
    refreshSessions();
    refreshComparison();
    const wanted = news.pings.filter(isWanted);
    if (wanted.length === 0) return;
    if (isLatest() && element("follow").checked) {
      const held = new Set(rows.map((row) => row.id));
      const come = wanted.filter((row) => !held.has(row.id));
      // The held pings may be newer than the skipped ones, and then no pings are missing between them.
      const isApart = news.skipped && news.pings.every((row) => row.id > (rows[0]?.id ?? 0));
      rows = [...come, ...(isApart ? [] : rows)].sort((a, b) => b.id - a.id);
      const hasMore = rows.length > rowsPerPage || news.skipped;
      rows = rows.slice(0, rowsPerPage);
      showRows(come.map((row) => row.id));
      if (hasMore && rows.length > 0) setLink("older", address({ before: rows[rows.length - 1].id, after: null }));
    } else {
      skipped += wanted.length;
      element("news").textContent = `${plural(skipped, "new ping")}${news.skipped ? " or more" : ""}`;
    }
  };
  const connect = (filter) => {
    source?.close();
    showLive(false);
    const opened = new EventSource("events" + filter);
    source = opened;
    // Pings between the list and the first event are in neither, so the page is live only when it has loaded them.
    source.onopen = async () => {
      if (isLatest() && element("follow").checked) await loadList().catch(failed);
      if (source === opened && opened.readyState === EventSource.OPEN) showLive(true);
    };
    source.onerror = () => showLive(false);
    source.addEventListener("pings", arrived);
  };

  // MARK: Input

  const listKey = () => JSON.stringify([...choiceNames.map((name) => state[name]), state.before, state.after]);
  let shown = { list: null, filter: null };
  const render = async () => {
    const next = { list: listKey(), filter: query() };
    showFilters();
    if (next.filter !== shown.filter) { connect(next.filter); loadSessions().catch(failed); loadComparison().catch(failed); }
    const mustLoad = next.list !== shown.list;
    shown = next;
    if (mustLoad) await loadList().catch(failed);
    await loadDetail();
  };
  const chooseFilters = () => {
    const change = { before: null, after: null };
    for (const name of choiceNames) change[name] = form.elements[name].value.trim();
    go(change);
  };
  form.addEventListener("change", chooseFilters);
  form.addEventListener("submit", (event) => { event.preventDefault(); chooseFilters(); });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    const change = { before: null, after: null };
    for (const name of choiceNames) { change[name] = ""; form.elements[name].value = ""; }
    go(change);
  });
  element("follow").addEventListener("change", () => { if (element("follow").checked && isLatest()) loadList().catch(failed); });
  element("rows").addEventListener("click", (event) => {
    const more = event.target.closest(".more");
    if (more) {
      const { id } = more.closest("tr").dataset;
      opened.add(Number(more.dataset.run));
      showRows();
      element("rows").querySelector(`tr[data-id="${Number(id)}"] a`)?.focus();
      return;
    }
    if (event.target.closest("a, button") || String(getSelection()) !== "") return;
    const row = event.target.closest("tr");
    if (row) go({ ping: Number(row.dataset.id) });
  });
  const step = (distance) => {
    const position = rows.findIndex((row) => row.id === state.ping);
    const next = rows[position < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, position + distance))];
    if (next) go({ ping: next.id });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (form.contains(document.activeElement)) document.activeElement.blur(); else go({ ping: null });
      return;
    }
    if (event.target.matches("input:not([type=checkbox]), select")) return;
    const actions = {
      j: () => step(1), k: () => step(-1), f: () => element("follow").click(),
      "/": () => { form.elements.session.focus(); form.elements.session.select(); },
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
  addEventListener("resize", timeline.showAgain);
  addEventListener("hashchange", () => {
    const before = state.ping;
    state = readState();
    render().then(() => { if (state.ping !== null && state.ping !== before) element("detail-title").focus({ preventScroll: true }); });
  });
  const zone = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" }).formatToParts()
    .find((part) => part.type === "timeZoneName");
  element("zone").textContent = zone ? `Time, ${zone.value}` : "Time";
  loadStatus().catch(failed);
  render();
})();
