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
    "not read yet": { mark: "…", rank: 4 },
    "not checked": { mark: "–", rank: 5 },
    pass: { mark: "✓", rank: 6 },
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
  const title = (text) => svg("title", {}, text);
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
    report, inputs, rules, ruleIndex, verdicts, html, svg, badge, number, seconds, clock, plural,
    address, go, state: () => state, detailOf: (input) => detailOf(input),
  };
  const index = reportIndex(kit);
  const print = reportPrint(kit, index);
  const { search, selected } = index;

  // MARK: Scales

  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120,
    300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
  const stepFor = (span, count) => steps.find((step) => span / step <= count) ?? span / count;
  const timeText = (value, step) => step >= 60 || value >= 600 ? clock(value)
    : `${Number(value.toFixed(3))} s`;
  const ticks = (from, to, count) => {
    const step = stepFor(to - from || 1, count);
    const found = [];
    for (let at = Math.ceil(from / step); at * step <= to + step / 1e6; at += 1) found.push(at * step);
    return { step, found };
  };
  const round = (value) => Math.round(value * 10) / 10;

  // MARK: The timeline

  const extent = (input, detail) => {
    let end = input.duration ?? 0;
    let start = 0;
    const see = (from, to = from) => {
      if (from < start) start = from;
      if (to > end) end = to;
    };
    for (const lane of detail.lanes) {
      for (const time of lane.times) see(time);
      for (const [from, length] of lane.segments) see(from, from + length);
      see(0, (lane.marks.length - 1) * lane.seconds);
    }
    for (const marker of detail.markers) see(marker[2], marker[2] + (marker[3] ?? 0));
    for (const time of detail.pings.times) see(time);
    for (const finding of detail.findings) if (finding[2] !== null) see(finding[2]);
    return { start, end: Math.max(end, start + 1) };
  };

  const laneHeight = 46;
  const drawTimeline = (input, detail, width) => {
    const { start, end } = extent(input, detail);
    const side = 8;
    const x = (time) => round(side + (time - start) / (end - start) * (width - 2 * side));
    const parts = [];
    let top = 4;
    const label = (text) => {
      parts.push(svg("text", { x: side, y: top + 11, class: "lane-name" }, text));
      top += 17;
    };
    const faults = (lane) => detail.findings.filter((finding) => finding[2] !== null
      && finding[12] === lane);
    detail.lanes.forEach((lane, index) => {
      label(lane.name);
      parts.push(drawLane(lane, x, top, start, end, input.verdict !== "pass"), ...drawFaults(faults(index), x, top));
      top += laneHeight + 4;
    });
    const others = drawFaults(faults(null), x, top + 17);
    if (others.length) {
      label("the input as a whole");
      parts.push(...others);
      top += 16;
    }
    const breaks = pairBreaks(detail.markers, end);
    if (breaks.length) {
      label("ad breaks");
      for (const found of breaks) {
        parts.push(svg("g", { class: "break" },
          svg("rect", { x: x(found.start), y: top, height: 14,
            width: Math.max(3, x(found.end) - x(found.start)) }),
          svg("text", { x: x(found.start) + 4, y: top + 11 },
            x(found.end) - x(found.start) > 26 ? "ad" : ""),
          title(found.words)));
      }
      top += 20;
    }
    if (detail.pings.times.length) {
      label(`pings (${number(input.pings)})`);
      detail.pings.times.forEach((time, index) => {
        const kind = detail.pings.kinds[detail.pings.kind[index]];
        parts.push(svg("circle", { class: "ping", cx: x(time), cy: top + 6, r: 3.5 },
          title(`${kind[0]} ${kind[1]} at ${seconds(time)}`)));
      });
      top += 16;
    }
    const axis = ticks(start, end, Math.max(2, Math.floor(width / 90)));
    for (const at of axis.found) {
      parts.unshift(svg("line", { class: "grid", x1: x(at), x2: x(at), y1: 4, y2: top }));
      const isLast = x(at) > width - 30;
      parts.push(svg("text", { class: "tick", x: isLast ? width - 2 : x(at), y: top + 13,
        "text-anchor": isLast ? "end" : at === axis.found[0] && x(at) < 20 ? "start" : "middle" },
      timeText(at, axis.step)));
    }
    return svg("svg", { viewBox: `0 0 ${width} ${top + 18}`, width, height: top + 18, role: "img",
      class: "timeline", "aria-label": timelineWords(input, detail) }, parts);
  };

  const timelineWords = (input, detail) => "Timeline: "
    + detail.lanes.map((lane) => lane.name).join(", ") + "; " + plural(input.data, "DATA tag") + ", "
    + plural(input.info, "INFO tag");

  const drawLane = (lane, x, top, start, end, isFaulty) => {
    const group = svg("g", { class: "lane" });
    const tagTop = top + 8;
    const tagHeight = laneHeight - 20;
    const bottom = top + laneHeight - 9;
    group.append(svg("rect", { class: "ground", x: x(start), y: tagTop, height: tagHeight,
      width: Math.max(1, x(end) - x(start)) }));
    const gap = (from, to, isExact) => {
      const wide = x(to) - x(from);
      const length = isExact ? seconds(to - from, 1) : `about ${seconds(to - from, 0)}`;
      group.append(svg("g", { class: "gap" },
        svg("rect", { x: x(from), y: tagTop, width: Math.max(1, wide), height: tagHeight }),
        svg("text", { x: (x(from) + x(to)) / 2, y: tagTop + tagHeight / 2 + 4, "text-anchor": "middle" },
          wide > 64 ? `gap ${length}` : ""),
        title(`no DATA tag for ${length}, from ${seconds(from)} to ${seconds(to)}`)));
    };
    if (lane.cover) {
      group.append(svg("g", { class: "cover" },
        svg("rect", { x: x(start), y: tagTop, width: Math.max(1, x(end) - x(start)), height: tagHeight }),
        svg("text", { x: (x(start) + x(end)) / 2, y: tagTop + tagHeight / 2 + 4,
          "text-anchor": "middle" }, lane.cover),
        title(lane.cover)));
    } else if (lane.times.length) {
      for (const [from, to] of lane.gaps) gap(from, to, true);
    } else if (isFaulty) {
      for (const [from, to] of emptyRuns(lane, end)) gap(from, to, false);
    }
    lane.segments.forEach(([from, length, isComplete, isDiscontinuity, tags, uri], index) => {
      const state = isComplete ? index % 2 ? "odd" : "even" : "broken";
      group.append(svg("rect", { class: `segment ${state}`, x: x(from), y: bottom, height: 7,
        width: Math.max(0.5, round(x(from + length) - x(from))) },
      title(`segment ${uri}: from ${seconds(from)}, ${seconds(length)}, ${plural(tags, "Nielsen tag")}`
        + (isComplete ? "" : ", not read whole"))));
      if (isDiscontinuity) {
        group.append(svg("g", { class: "discontinuity" },
          svg("line", { x1: x(from), x2: x(from), y1: top, y2: bottom + 7 }),
          svg("text", { x: x(from) + 3, y: top + 7 }, "disc."),
          title(`EXT-X-DISCONTINUITY at ${seconds(from)}`)));
      }
    });
    const info = [];
    lane.times.forEach((time, index) => {
      const isInfo = lane.kinds[index] === "i";
      if (isInfo) {
        info.push([time, null]);
        return;
      }
      group.append(svg("rect", { class: "data", x: x(time) - 1, y: tagTop, width: 2, height: tagHeight },
        title(`DATA tag at ${seconds(time)}`
          + (lane.intervals[index] === null ? "" : `, ${seconds(lane.intervals[index])} after the one before`))));
    });
    if (!lane.times.length) {
      [...lane.marks].forEach((mark, index) => {
        const from = index * lane.seconds;
        if (mark === "d" || mark === "!") {
          group.append(svg("rect", { class: mark === "d" ? "data strip" : "fault strip", x: x(from) + 0.5,
            y: tagTop, height: tagHeight,
            width: Math.max(1, round(x(from + lane.seconds) - x(from)) - 1) },
          title(`${mark === "d" ? "DATA tag" : "fault"} between ${seconds(from)} and ${seconds(from + lane.seconds)}`)));
        } else if (mark === "i") info.push([from + lane.seconds / 2, lane.seconds]);
      });
    }
    for (const [time, span] of info) {
      const [cx, cy] = [x(time), tagTop + tagHeight / 2];
      group.append(svg("g", { class: "info" },
        svg("path", { d: `M${cx} ${cy - 8}l8 8l-8 8l-8 -8z` }),
        svg("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, "I"),
        title(span ? `INFO tag near ${seconds(time)}` : `INFO tag at ${seconds(time)}`)));
    }
    return group;
  };

  const emptyRuns = (lane, end) => {
    const runs = [];
    let from = 0;
    [...lane.marks, "d"].forEach((mark, index) => {
      if (mark === ".") return;
      // The last mark may reach beyond the content.
      const [first, last] = [from * lane.seconds, Math.min(index * lane.seconds, end)];
      if (last - first > report.gapLimit) runs.push([first, last]);
      from = index + 1;
    });
    return runs;
  };

  const drawFaults = (findings, x, top) => {
    let last = -20;
    return findings.filter((finding) => finding[1] !== "info")
      .sort((one, other) => one[2] - other[2])
      .map((finding) => {
        const at = x(finding[2]);
        const isClose = at - last < 3;
        if (!isClose) last = at;
        return isClose ? null : svg("g", { class: `flag ${finding[1]}` },
          svg("path", { d: `M${at} ${top + 8}l-5 -9h10z` }),
          title(`${rules[finding[0]].id} at ${seconds(finding[2])}: ${finding[11]}`));
      }).filter((flag) => flag);
  };

  const pairBreaks = (markers, end) => {
    const breaks = [];
    let open = null;
    const seen = new Set();
    for (const [kind, id, time, duration, isOut] of markers) {
      const key = `${kind} ${id} ${time}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const words = [kind, id, `at ${seconds(time)}`, duration === null ? null : `for ${seconds(duration)}`]
        .filter((word) => word).join(" ");
      if (isOut === false) {
        if (open) open.end = Math.max(open.start, time);
        open = null;
      } else {
        open = { start: time, end: duration === null ? Math.min(end, time + 1) : time + duration, words };
        breaks.push(open);
        if (duration !== null) open = null;
      }
    }
    return breaks;
  };

  // MARK: Plots

  const shapes = [
    (x, y) => svg("circle", { cx: x, cy: y, r: 2.8 }),
    (x, y) => svg("rect", { x: x - 2.6, y: y - 2.6, width: 5.2, height: 5.2 }),
    (x, y) => svg("path", { d: `M${x} ${y - 3.6}l3.4 6h-6.8z` }),
    (x, y) => svg("path", { d: `M${x} ${y - 3.8}l3.8 3.8l-3.8 3.8l-3.8 -3.8z` }),
  ];

  const drawPlot = (detail, width, values, options) => {
    const height = 220;
    const [left, right, top, bottom] = [58, 12, 12, 34];
    const series = detail.lanes.map((lane, index) => ({
      index, name: lane.name,
      points: lane.times.map((time, at) => [time, values(lane)[at]]).filter((point) => point[1] !== null),
    })).filter((one) => one.points.length);
    if (!series.length) return null;
    const all = series.flatMap((one) => one.points);
    const bound = (pick, at) => all.reduce((best, point) => pick(best, point[at]), all[0][at]);
    const [fromX, toX] = [Math.min(0, bound(Math.min, 0)), Math.max(bound(Math.max, 0), 1)];
    let [fromY, toY] = [bound(Math.min, 1), bound(Math.max, 1)];
    for (const line of options.lines) {
      fromY = Math.min(fromY, line.value);
      toY = Math.max(toY, line.value);
    }
    fromY = Math.min(fromY, options.least[0]);
    toY = Math.max(toY, options.least[1]);
    const margin = (toY - fromY) * 0.06;
    toY += margin;
    if (fromY !== 0) fromY -= margin;
    const x = (value) => round(left + (value - fromX) / (toX - fromX) * (width - left - right));
    const y = (value) => round(height - bottom - (value - fromY) / (toY - fromY) * (height - top - bottom));
    const parts = [];
    const rows = ticks(fromY, toY, 5);
    for (const at of rows.found) {
      parts.push(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(at), y2: y(at) }),
        svg("text", { class: "tick", x: left - 6, y: y(at) + 4, "text-anchor": "end" },
          `${Number(at.toFixed(3)).toLocaleString("en-US")} s`));
    }
    const axis = ticks(fromX, toX, Math.max(2, Math.floor(width / 100)));
    for (const at of axis.found) {
      parts.push(svg("line", { class: "grid", x1: x(at), x2: x(at), y1: top, y2: height - bottom }),
        svg("text", { class: "tick", x: x(at) > width - 34 ? width - 2 : x(at), y: height - bottom + 15,
          "text-anchor": x(at) > width - 34 ? "end" : "middle" }, timeText(at, axis.step)));
    }
    parts.push(svg("text", { class: "tick", x: (left + width - right) / 2, y: height - 3,
      "text-anchor": "middle" }, "presentation time"));
    for (const line of options.lines) {
      parts.push(svg("line", { class: "limit", x1: left, x2: width - right, y1: y(line.value), y2: y(line.value) }),
        svg("text", { class: "limit-name", x: width - right - 3, y: y(line.value) - 4, "text-anchor": "end" }, line.name));
    }
    for (const one of series) {
      parts.push(svg("g", { class: `series s${one.index % 4}` }, one.points.map(([time, value]) => {
        const point = shapes[one.index % 4](x(time), y(value));
        if (options.isBad(value)) point.setAttribute("class", "bad");
        point.append(title(`${one.name}: ${options.words(time, value)}`));
        return point;
      })));
    }
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
      class: "plot", "aria-label": options.title }, parts);
    const key = series.length === 1 ? null : html("ul", { class: "key" }, series.slice(0, 8).map((one) =>
      html("li", {}, svg("svg", { width: 12, height: 12, "aria-hidden": "true" },
        svg("g", { class: `series s${one.index % 4}` }, shapes[one.index % 4](6, 6))), one.name)));
    return html("figure", {}, html("figcaption", {}, html("strong", {}, options.title), " ", options.note),
      picture, key);
  };

  // MARK: The detail of an input

  const blocks = new Map();
  const detailOf = (input) => {
    const block = Math.floor(input.index / report.block);
    if (!blocks.has(block)) blocks.set(block, read(`details-${block}`));
    return blocks.get(block)[input.index % report.block];
  };

  const facts = (input) => html("dl", { class: "facts" }, [
    ["DATA tags", number(input.data)], ["INFO tags", number(input.info)],
    ["Other ID3 tags", number(input.other)], ["Length", clock(input.duration)],
    ["First tag", seconds(input.first)], ["Last tag", seconds(input.last)],
    ["Longest gap", seconds(input.gap)], ["Pings", number(input.pings)],
  ].map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));

  const table = (name, headings, rows) => html("div", { class: "scroll" },
    html("table", { class: name },
      html("thead", {}, html("tr", {}, headings.map(([text, kind]) =>
        html("th", { scope: "col", class: kind }, text)))),
      html("tbody", {}, rows)));

  const streamTable = (detail) => table("streams",
    [["Stream"], ["Program", "number"], ["PID", "number"], ["Carried in"], ["DATA", "number"],
      ["INFO", "number"], ["Verdict"]],
    detail.streams.map(([rendition, program, pid, carriage, data, info, verdict, cover]) => html("tr", {},
      html("th", { scope: "row" }, rendition ?? "transport stream"),
      html("td", { class: "number", "data-label": "program" }, number(program)),
      html("td", { class: "number", "data-label": "PID" },
        pid === null ? unknown : `0x${pid.toString(16)} (${pid})`),
      html("td", {}, carriage ?? unknown),
      html("td", { class: "number", "data-label": "DATA" }, number(data)),
      html("td", { class: "number", "data-label": "INFO" }, number(info)),
      html("td", {}, cover ?? badge(verdict)))));

  const places = ([, , time, lastTime, count, rendition, segment, offset, program, pid, wallClock]) => [
    time === null ? null : `at ${seconds(time)}`
      + (count > 1 && lastTime !== null ? ` to ${seconds(lastTime)}` : ""),
    wallClock, rendition, segment === null ? null : `segment ${segment}`,
    offset === null ? null : `byte ${number(offset)}`,
    program === null ? null : `program ${program}`,
    pid === null ? null : `PID 0x${pid.toString(16)} (${pid})`,
  ].filter((part) => part !== null);

  const findingList = (detail) => {
    const byRule = new Map();
    for (const finding of detail.findings) {
      if (!byRule.has(finding[0])) byRule.set(finding[0], []);
      byRule.get(finding[0]).push(finding);
    }
    const rank = { error: 0, warning: 1, info: 2 };
    const groups = [...byRule.entries()].map(([rule, findings]) => (
      { rule: rules[rule], findings, severity: findings.map((finding) => finding[1])
        .sort((one, other) => rank[one] - rank[other])[0] }
    )).sort((one, other) => rank[one.severity] - rank[other.severity]);
    return html("div", { class: "findings" }, groups.map((group) => {
      const shown = 20;
      const item = (finding) => html("li", {}, finding[11],
        finding[4] > 1 ? html("span", { class: "count" }, ` ${number(finding[4])} like this`) : null,
        html("span", { class: "place" }, places(finding).join(" · ")));
      const list = html("ul", {}, group.findings.slice(0, shown).map(item));
      const rest = group.findings.slice(shown);
      const more = rest.length ? html("details", {}, html("summary", {}, `${number(rest.length)} more`)) : null;
      more?.addEventListener("toggle", () => {
        if (more.open && !more.querySelector("ul")) more.append(html("ul", {}, rest.map(item)));
      });
      return html("article", { class: `finding ${group.severity}` },
        html("h4", {}, html("span", { class: "severity" }, group.severity), " ", group.rule.title, " ", html("code", {}, group.rule.id)),
        list, more,
        group.rule.remedy ? html("p", { class: "remedy" }, html("b", {}, "What to do: "), group.rule.remedy) : null,
        group.rule.source ? html("p", { class: "source" }, `Source: ${group.rule.source}`) : null);
    }));
  };

  // A rule about a player tells something, and passes nothing.
  const isNote = (rule, state) => rules[rule].id.startsWith("player-") && state === "pass";

  const playerRow = (detail, isFaulty) => html("ul", { class: "players" }, detail.players
    .map(([name, shown, tags, reasons]) => html("li", {},
      html("span", { class: `verdict ${shown === tags ? "pass" : isFaulty ? "fail" : "off"}` },
        html("span", { class: "mark", "aria-hidden": "true" }, shown === tags ? "✓" : "✕"),
        `${name} ${number(shown)} of ${number(tags)}`),
      reasons ? html("small", {}, ` ${reasons}`) : null)));

  const ruleTable = (detail) => {
    const rank = { fail: 0, warn: 1, pass: 2, "not-assessed": 3, off: 4 };
    const marks = { fail: "✕", warn: "▲", pass: "✓", "not-assessed": "–", off: "–" };
    const results = detail.outcomes.map((index) => report.outcomes[index])
      .map((result, index) => ({ result, index }))
      .sort((one, other) => rank[one.result[1]] - rank[other.result[1]] || one.index - other.index);
    return table("rules", [["Rule"], ["State"], ["Found", "number"], ["Minimum", "number"],
      ["Maximum", "number"], ["Remark"]],
    results.map(({ result: [rule, state, found, minimum, maximum, reason, remark] }) => html("tr", {},
      html("th", { scope: "row" }, html("code", { title: rules[rule].source }, rules[rule].id)),
      html("td", {}, html("span", { class: `verdict ${isNote(rule, state) ? "off" : state}` },
        html("span", { class: "mark", "aria-hidden": "true" }, isNote(rule, state) ? "–" : marks[state]), isNote(rule, state) ? "informs"
          : state.replace("-", " "))),
      html("td", { class: "number", "data-label": "found" }, number(found)),
      html("td", { class: "number", "data-label": "minimum" }, number(minimum)),
      html("td", { class: "number", "data-label": "maximum" }, number(maximum)),
      html("td", { class: "remark" },
        [reason === null ? null : reason.replaceAll("-", " "), remark].filter((part) => part).join(": ")))));
  };

  const pingTable = (detail) => table("pings",
    [["Product"], ["Type"], ["Pings", "number"]],
    detail.pings.kinds.map(([product, type, count]) => html("tr", {},
      html("th", { scope: "row" }, product), html("td", {}, type),
      html("td", { class: "number" }, number(count)))));

  const legend = () => {
    const sample = (...parts) => svg("svg", { width: 18, height: 16, "aria-hidden": "true" }, parts);
    const entries = [
      [sample(svg("rect", { class: "data", x: 8, y: 1, width: 2, height: 14 })), "DATA tag"],
      [sample(svg("g", { class: "info" }, svg("path", { d: "M9 0l8 8l-8 8l-8 -8z" }),
        svg("text", { x: 9, y: 12, "text-anchor": "middle" }, "I"))), "INFO tag"],
      [sample(svg("g", { class: "gap" }, svg("rect", { x: 1, y: 2, width: 16, height: 12 }))),
        `gap (over ${report.gapLimit} s)`],
      [sample(svg("g", { class: "flag error" }, svg("path", { d: "M9 14l-6 -11h12z" }))), "error"],
      [sample(svg("g", { class: "flag warning" }, svg("path", { d: "M9 14l-6 -11h12z" }))), "warning"],
      [sample(svg("rect", { class: "segment even", x: 0, y: 5, width: 9, height: 7 }),
        svg("rect", { class: "segment odd", x: 9, y: 5, width: 9, height: 7 })), "segments"],
      [sample(svg("g", { class: "discontinuity" }, svg("line", { x1: 9, x2: 9, y1: 0, y2: 16 }))), "discontinuity"],
      [sample(svg("g", { class: "break" }, svg("rect", { x: 1, y: 2, width: 16, height: 12 }))), "ad break"],
      [sample(svg("circle", { class: "ping", cx: 9, cy: 8, r: 3.5 })), "ping"],
    ];
    return html("ul", { class: "key" }, entries.map(([picture, text]) => html("li", {}, picture, text)));
  };

  const timelineBox = (input, detail, width) => {
    let zoom = 1;
    const scroller = html("div", { class: "scroll timeline-box", tabindex: "0", role: "group",
      "aria-label": "Timeline, scrolls sideways when enlarged" });
    const show = () => scroller.replaceChildren(drawTimeline(input, detail, width * zoom));
    const button = (text, label, factor) => {
      const node = html("button", { type: "button", "aria-label": label }, text);
      node.addEventListener("click", () => {
        zoom = Math.min(64, Math.max(1, zoom * factor));
        show();
      });
      return node;
    };
    show();
    return [html("div", { class: "zoom" }, button("−", "Smaller", 0.5), button("+", "Larger", 2)),
      scroller, legend()];
  };

  const detailSection = document.getElementById("detail");
  const overview = ["overview", "inputs", "rules", "comparisons"].map((id) => document.getElementById(id))
    .filter((part) => part);
  let shownInput = null;

  const section = (heading, ...content) => html("section", {}, html("h3", {}, heading), content);

  const drawDetail = (input, width) => {
    const detail = detailOf(input);
    const order = selected();
    const at = order.findIndex((other) => other.index === input.index);
    const link = (other, text) => other ? html("a", { href: address({ input: other.name }) }, text) : null;
    const half = width > 860 ? (width - 24) / 2 : width;
    const hasTimeline = detail.lanes.length || detail.pings.times.length || detail.markers.length;
    const plots = [
      drawPlot(detail, half, (lane) => lane.intervals, {
        title: "Intervals between DATA tags", note: "each dot: seconds since the DATA tag before it",
        lines: [{ value: report.gapLimit, name: `limit ${report.gapLimit} s` }], least: [0, report.gapLimit],
        isBad: (value) => value > report.gapLimit,
        words: (time, value) => `${seconds(value)} before the DATA tag at ${seconds(time)}`,
      }),
      drawPlot(detail, half, (lane) => lane.drifts, {
        title: "Tag time against PTS",
        note: "the tags' own clock minus the presentation time, since the first tag; level is right",
        lines: [{ value: 0, name: "" }], least: [-1.5, 1.5], isBad: () => false,
        words: (time, value) => `${seconds(value)} at ${seconds(time)}`,
      }),
    ].filter((plot) => plot);
    const isChecked = input.verdict !== "not checked" && input.verdict !== "not read yet";
    const ruleless = { "not checked": "Not checked: add the record of id3tap check.",
      "not read yet": "Not read yet: run id3tap batch again to go on." };
    detailSection.replaceChildren(...[
      inputs.length === 1 ? null : html("nav", { class: "steps", "aria-label": "Inputs" },
        html("a", { href: address({ input: null }) }, "‹ All inputs"),
        html("span", {}, at < 0 ? "" : `${number(at + 1)} of ${number(order.length)}`),
        link(order[at - 1], "Previous"), at < 0 ? null : link(order[at + 1], "Next")),
      html("h2", { tabindex: "-1" }, input.name || "(no name)", " ", badge(input.verdict)),
      detail.failure ? html("p", { class: "failure" }, detail.failure) : null,
      detail.missing.length ? html("p", { class: "failure" },
        `Required and not there: ${detail.missing.join(", ")}`) : null,
      facts(input),
      detail.explained ? html("p", {}, `${plural(detail.explained, "tag")} explained field by field; `
        + "what is wrong in them stands among the findings.") : null,
      ...detail.cut.map((text) => html("p", { class: "cut" }, text)),
      detail.players.length ? section("Players would show", playerRow(detail, input.verdict !== "pass")) : null,
      hasTimeline ? section("Timeline", timelineBox(input, detail, width)) : null,
      detail.streams.length > 0 ? section("Streams", streamTable(detail)) : null,
      detail.findings.length ? section("Findings", findingList(detail)) : null,
      plots.length ? section("Timing", html("div", { class: "plots" }, plots))
        : hasTimeline && detail.lanes.length ? section("Timing", html("p", { class: "cut" },
          "The plots need the times of the tags: add the records of id3tap extract.")) : null,
      detail.pings.kinds.length ? section("Pings", pingTable(detail)) : null,
      section("Rules", isChecked && detail.outcomes.length ? ruleTable(detail) : html("p", { class: "cut" },
        ruleless[input.verdict] ?? "No rules are in the record.")),
    ].filter((part) => part));
  };

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
  let drawnWidth = 0;
  addEventListener("resize", () => {
    if (drawnWidth === inner()) return;
    drawnWidth = inner();
    if (shownInput !== null) drawDetail(inputs[shownInput], drawnWidth);
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
