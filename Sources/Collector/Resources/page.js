// The live page of `id3tap collect`. Everything of others comes as JSON and becomes text nodes and
// attributes of known names: nothing is ever parsed as markup.
"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const rowsPerPage = 50;
  const filterNames = ["product", "type", "app", "session"];
  // Findings are not stored: only the list is filtered by them, neither exports nor sessions.
  const choiceNames = [...filterNames, "findings"];
  const form = element("filters");

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

  // MARK: Text

  const two = (number, digits = 2) => String(number).padStart(digits, "0");
  const clock = (time, withMilliseconds = true) => {
    const date = new Date(time);
    const text = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
    return withMilliseconds ? `${text}.${two(date.getMilliseconds(), 3)}` : text;
  };
  const number = (value) => value.toLocaleString("en-US");
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const bytes = (count) => count < 1e6 ? `${Math.ceil(count / 1e3)} kB` : count < 1e9
    ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
  const known = ["dtvr", "dcr", "static", "id3", "tsv", "error"];
  const tone = (product) => known.includes(product) ? product : product === "session" ? "session-ping" : "";
  const title = (row) => row.words || `${row.product} ${row.type ?? "ping"}`;
  const sessionName = (session) => session === "" ? "no session" : session;
  const short = (text, count) => text.length > count * 2 + 2 ? `${text.slice(0, count)}…${text.slice(-count)}` : text;
  // The app and the time of the first ping: what a person can tell sessions apart by.
  const starts = new Map();
  const sessionKey = (row) => JSON.stringify([row.app, row.session]);
  const sessionTitle = (row, count = 5) => {
    const first = starts.get(sessionKey(row));
    const name = row.app === "" ? short(sessionName(row.session), count) : short(row.app, count);
    return first === undefined ? name : `${name} · ${clock(first, false)}`;
  };

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
    return parts.length > 0 ? parts : html("span", { class: "good" }, "none");
  };
  // The numbers of rows that have just come, for as long as they are marked so.
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
  // Three or more equal pings in a row with nothing wrong are one line, which a button opens. The others stay
  // in the document, hidden.
  const opened = new Set();
  const isEqual = (one, other) => ["product", "type", "session", "app", "words", "credit", "status"]
    .every((name) => one[name] === other[name]) && other.errors === 0 && other.warnings === 0;
  const foldRuns = (lines) => {
    for (let start = 0, end; start < rows.length; start = end) {
      end = start + 1;
      const first = rows[start];
      if (first.errors > 0 || first.warnings > 0) continue;
      while (end < rows.length && isEqual(first, rows[end])) end += 1;
      // The oldest stays what it is when newer ones arrive: it names the run.
      const name = rows[end - 1].id;
      if (end - start < 3 || opened.has(name) || rows.slice(start + 1, end).some((row) => row.id === state.ping)) continue;
      for (const part of lines.slice(start + 1, end)) part.hidden = true;
      lines[start].querySelector(".words").append(
        " ", html("button", { type: "button", class: "more", "data-run": name }, `× ${end - start} ▸`));
    }
  };
  // A line that stays as it is stays the same element: the click of one who has pressed the button, and the text one
  // has selected, outlive what arrives meanwhile.
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
    // Answers may come in another order than they were asked for: the last one counts.
    if (load !== loads || wanted !== query({ before: state.before, after: state.after, limit: rowsPerPage, findings: state.findings || null })) return;
    rows = page.pings;
    skipped = 0;
    element("news").textContent = rows.length > 0 || !state.findings ? ""
      : page.hasOlder ? "None among the pings that were looked at: Older looks further." : "No ping has such findings.";
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
      // Pings become due also when none arrives.
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
    element("hint").textContent = `id3tap pings --collector ${location.origin} recording.ts`;
  };
  const showFilters = () => {
    for (const name of choiceNames) if (document.activeElement !== form.elements[name]) form.elements[name].value = state[name];
    element("export-lines").href = "export.jsonl" + query();
    element("export-har").href = "export.har" + query();
  };

  // MARK: Timeline

  let drawn = [];
  const showTimeline = (sessions) => {
    drawn = sessions;
    const place = element("timeline");
    const width = Math.max(300, place.clientWidth);
    const isNarrow = width < 700;
    const [left, right, track, top] = [isNarrow ? 124 : 220, 8, 22, 4];
    const marks = sessions.flatMap((session) => session.marks.map((mark) => mark[1]));
    if (marks.length === 0) { place.replaceChildren(html("p", { class: "soft" }, "No session yet.")); return; }
    const [first, last] = [marks.reduce((a, b) => Math.min(a, b)), marks.reduce((a, b) => Math.max(a, b))];
    const span = Math.max(1000, last - first);
    const x = (time) => left + (time - first) / span * (width - left - right);
    const height = top + sessions.length * track + 20;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Timeline of sessions" });
    const steps = isNarrow ? 2 : 4;
    for (let step = 0; step <= steps; step++) {
      const time = first + span * step / steps;
      picture.append(
        svg("line", { class: "grid", x1: x(time), x2: x(time), y1: top, y2: height - 18 }),
        svg("text", { x: x(time), y: height - 5, "text-anchor": step === 0 ? "start" : step === steps ? "end" : "middle" },
          clock(time, span < 10000)));
    }
    sessions.forEach((session, index) => {
      const y = top + index * track;
      const name = sessionName(session.session);
      picture.append(
        svg("rect", { class: "track", x: left, y: y + 2, width: width - left - right, height: track - 4 }),
        svg("a", { href: address({ session: session.session, app: session.app, before: null, after: null }) },
          svg("title", {}, `${name}, ${session.app}: ${plural(session.pings, "ping")}`),
          svg("text", { class: "name", x: 0, y: y + 15 }, isNarrow ? sessionTitle(session, 2) : `${sessionTitle(session)} · ${number(session.pings)}`)),
        ...session.marks.slice().reverse().map(([id, time, product, type]) =>
          svg("a", { href: address({ ping: id }), tabindex: "-1" },
            svg("rect", { class: `mark ${tone(product)} ${id === state.ping ? "chosen" : ""}`, x: x(time) - 3, y: y + 5, width: 6, height: track - 10, rx: 1 },
              svg("title", {}, `${clock(time)} ${product} ${type ?? ""}`)))));
    });
    if (!place.firstElementChild?.isEqualNode(picture)) place.replaceChildren(picture);
  };
  const loadSessions = async () => {
    const sessions = await fetchJSON("api/sessions" + query());
    for (const session of sessions) starts.set(sessionKey(session), session.first);
    showTimeline(sessions);
    for (const row of rows) {
      const link = element("rows").querySelector(`tr[data-id="${Number(row.id)}"] .session a`);
      if (link && link.textContent !== sessionTitle(row)) link.textContent = sessionTitle(row);
    }
  };

  // MARK: Expected and seen

  const shownDifferences = 8;
  const times = (count, word) => count === 1 ? "" : ` (${plural(count, word)})`;
  const difference = (found) => {
    // Pings of the collector are named by their numbers.
    const id = /^ping ([0-9]+)$/.exec(found.place ?? "")?.[1];
    return html("li", {},
      html("b", { class: "bad" }, found.kind.replace("-", " ")), ` ${found.message}`,
      found.kind === "different" ? times(found.count, "ping") : "",
      id === undefined ? "" : [" ", html("a", { href: address({ ping: Number(id) }) }, found.place)],
      html("small", {}, `Likely cause: ${found.cause}.`));
  };
  const showComparison = (answer) => {
    const name = html("code", {}, answer.expected);
    if (answer.session === null) {
      element("comparison-content").replaceChildren(
        html("p", { class: "soft" }, "Waiting for the first ping. Expected: ", name));
      return;
    }
    starts.set(sessionKey(answer), answer.first);
    const { pings, differences } = answer.comparison;
    const list = differences.map(difference);
    const isGood = differences.length === 0;
    const more = list.slice(shownDifferences);
    element("comparison-content").replaceChildren(
      html("p", { class: isGood ? "verdict good" : "verdict bad" }, isGood
        ? answer.awaited > 0 ? "As expected so far" : "As expected" : plural(differences.length, "difference")),
      html("p", {}, `${number(pings.matched)} of ${plural(pings.expected, "expected ping")} seen`,
        answer.awaited > 0 ? `, ${number(answer.awaited)} more not due yet` : "",
        pings.repeated > 0 ? `, ${number(pings.repeated)} sent again` : "",
        ". Expected: ", name, ". Session: ",
        html("a", { href: address({ session: answer.session, app: answer.app, before: null, after: null }) }, sessionTitle(answer)),
        answer.isCut ? ". Only the first 5,000 pings are compared." : "."),
      isGood ? "" : html("ul", { class: "differences" }, list.slice(0, shownDifferences)),
      more.length === 0 ? "" : html("details", {}, html("summary", {}, `${number(more.length)} more`),
        html("ul", { class: "differences" }, more)));
  };
  let compares = false;
  let comparisonText = "";
  const loadComparison = async () => {
    if (!compares) return;
    const answer = await fetchJSON("api/comparison" + query());
    const text = JSON.stringify(answer);
    // An open list stays open while nothing changes.
    if (text === comparisonText) return;
    comparisonText = text;
    const wasOpen = element("comparison-content").querySelector("details")?.open ?? false;
    showComparison(answer);
    const rest = element("comparison-content").querySelector("details");
    if (rest) rest.open = wasOpen;
  };

  // MARK: One ping

  const facts = (pairs) => html("dl", { class: "facts" }, pairs.filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
  const fieldRow = (field) => html("tr", {},
    html("td", {}, html("code", {}, field.name + (field.key === null ? "" : ` ${field.key}`))),
    html("td", {}, html("code", {}, field.value)),
    html("td", {}, field.title === null ? null : html("b", {}, field.title + ". "), field.meaning,
      field.finding === null ? null : html("span", { class: `finding ${field.valid ? "noted" : "bad"}` }, field.finding)));
  // Parameters that are missing are one line.
  const folded = (findings) => {
    const missing = findings.filter((finding) => finding.rule === "missing");
    if (missing.length < 2) return findings;
    const names = missing.map((finding) => finding.field).join(", ");
    const line = { ...missing[0], field: null, message: `${missing.length} required parameters are missing: ${names}` };
    return findings.flatMap((finding) => finding === missing[0] ? [line] : missing.includes(finding) ? [] : [finding]);
  };
  const showDetail = (detail) => {
    const { row, explained, request } = detail;
    const findingList = explained === null || explained.findings.length === 0
      ? html("p", { class: "good" }, "Nothing wrong found.")
      : html("ul", { class: "findings-list" }, folded(explained.findings).map((finding) =>
        html("li", { class: { error: "bad", warning: "warned" }[finding.severity] ?? "noted" }, `${finding.severity}: ${
          finding.field === null || finding.message.includes(finding.field) ? "" : finding.field + ": "}${finding.message}`)));
    const fields = explained === null ? [] : explained.fields;
    const table = (list) => html("table", { class: "fields" },
      html("thead", {}, html("tr", {}, ["Parameter", "Value", "Meaning"].map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, list.map(fieldRow)));
    const blank = fields.filter((field) => field.value === "" && field.finding === null);
    element("detail-title").textContent = title(row);
    element("detail-content").replaceChildren(
      facts([["received", new Date(row.received).toISOString()], ["app", row.app], ["session", row.session],
        ["credit", row.credit], ["from", request.peer], ["answered", String(request.status)]]),
      findingList,
      table(fields.filter((field) => !blank.includes(field))),
      blank.length === 0 ? "" : html("details", {}, html("summary", {}, plural(blank.length, "blank parameter")), table(blank)),
      html("h3", {}, "Request"),
      html("pre", {}, `${request.method} ${request.url}`),
      request.headers.length === 0 ? "" : html("pre", {}, request.headers.map(([name, value]) => `${name}: ${value}`).join("\n")),
      request.body === null ? "" : html("pre", {}, request.body));
    document.body.dataset.ping = row.id;
  };
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
      // What is held may be newer than what was skipped: then nothing is missing between the two.
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
    // What came between the list and the first event is in neither: the page is live when it has that too.
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
  addEventListener("resize", () => { if (drawn.length > 0) showTimeline(drawn); });
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
