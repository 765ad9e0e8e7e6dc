// The sections of the detail page below its timeline.
"use strict";
const makeDetailParts = ({ report, rules, html, svg, badge, number, plural, unknown, times }) => {
  const { moment, span, limit, clockTime } = times;
  const shownGroups = 6;
  const shownItems = 5;
  const shownRows = 6;

  const fold = (summary, ...content) => html("details", {}, html("summary", {}, summary), content);
  const cell = (label, text) => html("td", { class: "number", "data-label": label }, text);
  const table = (name, headings, rows) => html("div", { class: "scroll" },
    html("table", { class: name },
      html("thead", {}, html("tr", {}, headings.map(([text, kind]) =>
        html("th", { scope: "col", class: kind }, text)))),
      html("tbody", {}, rows)));
  // A table whose later rows are folded.
  const longTable = (name, headings, rows, word) => rows.length <= shownRows + 2
    ? table(name, headings, rows)
    : [table(name, headings, rows.slice(0, shownRows)),
      fold(`${number(rows.length - shownRows)} more ${word}`, table(name, headings, rows.slice(shownRows)))];

  const facts = (input, detail, day) => html("dl", { class: "facts" }, [
    ["DATA tags", detail.tags[0]], ["INFO tags", detail.tags[1]],
    ["Other ID3 tags", number(input.other)], ["Length", moment(input.duration)],
    ["First tag", moment(input.first)], ["Last tag", moment(input.last)],
    ["Longest gap", span(input.gap)],
    day ? ["Time of day at 0:00:00.0", `${day.slice(0, 10)} ${day.slice(11, 19)} UTC`] : null,
  ].filter((fact) => fact).map(([name, value]) => html("div", {}, html("dt", {}, name),
    html("dd", {}, value))));

  // Players with the same outcome for the same reason share an entry, in the order of the report.
  const players = (input, detail) => {
    const tone = { pass: "off", warn: "warn" }[input.verdict] ?? "fail";
    const advised = new Set(detail.findings.filter((finding) => finding[1] !== "info")
      .map((finding) => rules[finding[0]].remedy));
    return html("ul", { class: "players" }, [
      ...detail.players.map(([names, shown, tags, reasons, remedies]) => {
        const isWhole = shown === tags && !reasons;
        const shownRemedies = isWhole ? [] : remedies.filter((remedy) => !advised.has(remedy));
        return html("li", {}, html("span", { class: `verdict ${isWhole ? "pass" : tone}` },
          html("span", { class: "mark", "aria-hidden": "true" }, isWhole ? "✓" : "✕"),
          `${names.join(", ")}: ${shown === tags ? "all" : `${number(shown)} of`} ${plural(tags, "tag")}`),
        reasons ? html("small", {}, ` ${reasons}`) : null,
        shownRemedies.map((remedy) => html("small", { class: "remedy" }, ` ${remedy}`)));
      }),
      detail.earlier ? html("li", {}, html("small", {}, detail.earlier)) : null].filter((item) => item));
  };

  const contents = (detail) => longTable("contents",
    [["FD (final distributor)"], ["PC (program content)"], ["From – to"], ["DATA", "number"], ["Stream"]],
    detail.contents.map(([streams, fd, pc, from, to, tags]) => html("tr", {},
      html("td", {}, html("code", {}, fd)), html("td", {}, html("code", {}, pc)),
      html("td", { class: "times" }, `${moment(from)} – ${moment(to)}`,
        detail.clock.length ? html("small", {}, clockTime(detail.clock, from)) : null),
      cell("DATA", number(tags)), html("td", {}, streams))), "spans");

  const owners = (detail) => longTable("owners", [["Owner"], ["Tags", "number"], ["What it is"]],
    detail.owners.map(([owner, tags, note]) => html("tr", {},
      html("th", { scope: "row" }, html("code", {}, owner)), cell("tags", number(tags)),
      html("td", {}, note || unknown))), "owners");

  // MARK: Findings

  const placeOf = (detail, finding, index, goTo) => {
    const [, , time, lastTime, count, rendition, segment, offset, program, pid, wallClock] = finding;
    let when = null;
    if (time !== null) {
      when = html("button", { type: "button", class: "goto", title: "Show on the timeline" },
        moment(time) + (count > 1 && lastTime !== null ? ` – ${moment(lastTime)}` : ""));
      when.addEventListener("click", () => goTo(index));
    }
    const day = time !== null && detail.clock.length ? clockTime(detail.clock, time).trim()
      : wallClock ? `(${wallClock.slice(11, 19)} UTC)` : null;
    const isNamed = rendition === null || finding[11].includes(rendition);
    const words = [day, isNamed ? null : rendition,
      segment === null ? null : `segment ${segment}`,
      offset === null ? null : `byte ${number(offset)}`,
      program === null ? null : `program ${program}`,
      pid === null ? null : `PID 0x${pid.toString(16)} (${pid})`].filter((part) => part !== null);
    return html("span", { class: "place" }, when, when && words.length ? " " : null, words.join(" · "));
  };

  const findings = (detail, goTo) => {
    const byRule = new Map();
    detail.findings.forEach((finding, index) => {
      if (!byRule.has(finding[0])) byRule.set(finding[0], []);
      byRule.get(finding[0]).push({ finding, index });
    });
    const rank = { error: 0, warning: 1, info: 2 };
    const groups = [...byRule.entries()].map(([rule, all]) => (
      { rule: rules[rule], all, severity: all.map(({ finding }) => finding[1])
        .sort((one, other) => rank[one] - rank[other])[0] }
    )).sort((one, other) => rank[one.severity] - rank[other.severity]);
    const item = ({ finding, index }) => html("li", { "data-finding": index },
      finding[11],
      finding[4] > 1 ? html("span", { class: "count" }, ` ${number(finding[4])} like this`) : null,
      placeOf(detail, finding, index, goTo));
    const article = ({ rule, all, severity }) => html("article", { class: `finding ${severity}` },
      html("h4", {}, html("span", { class: "severity" }, severity), " ", rule.title, " ",
        html("code", { title: rule.source }, rule.id)),
      html("ul", {}, all.slice(0, shownItems).map(item)),
      all.length > shownItems
        ? fold(`${number(all.length - shownItems)} more`, html("ul", {}, all.slice(shownItems).map(item)))
        : null,
      rule.remedy ? html("p", { class: "remedy" }, html("b", {}, "What to do: "), rule.remedy) : null);
    const serious = groups.filter((group) => group.severity !== "info");
    const notes = groups.filter((group) => group.severity === "info");
    const rest = serious.slice(shownGroups);
    return html("div", { class: "findings" }, serious.slice(0, shownGroups).map(article),
      rest.length ? fold(`${plural(rest.length, "more finding")}`, rest.map(article)) : null,
      notes.length ? fold(plural(notes.length, "note"), notes.map(article)) : null);
  };

  // MARK: Streams, pings and rules

  const streams = (detail) => {
    const hasPrograms = detail.streams.some(([, program, pid]) => program !== null || pid !== null);
    const only = (cells) => hasPrograms ? cells : [];
    return longTable("streams", [["Stream"], ...only([["Program", "number"], ["PID", "number"]]),
      ["Carried in"], ["DATA", "number"], ["INFO", "number"], ["Verdict"]],
    detail.streams.map(([rendition, program, pid, carriage, data, info, verdict, cover]) => html("tr", {},
      html("th", { scope: "row" }, rendition ?? "transport stream"),
      ...only([cell("program", number(program)),
        cell("PID", pid === null ? unknown : `0x${pid.toString(16)} (${pid})`)]),
      html("td", {}, carriage ?? unknown), cell("DATA", number(data)), cell("INFO", number(info)),
      html("td", {}, cover ?? badge(verdict)))), "streams");
  };

  const pings = (input, detail) => html("p", {}, `${plural(input.pings, "ping")}: `
    + detail.pings.kinds.map(([product, type, count]) => `${number(count)} ${product === type ? type
      : `${product} ${type}`}`).join(", ") + "." + (detail.costOfGaps ? ` ${detail.costOfGaps}` : ""));

  const ruleTable = (results) => {
    const marks = { fail: "✕", warn: "▲", info: "–", pass: "✓" };
    return table("rules", [["Rule"], ["State"], ["Found", "number"], ["Minimum", "number"],
      ["Maximum", "number"], ["Remark"]],
    results.map(([rule, state, found, minimum, maximum, , remark]) => html("tr", {},
      html("th", { scope: "row" }, html("code", { title: rules[rule].source }, rules[rule].id)),
      html("td", {}, html("span", { class: `verdict ${state}` },
        html("span", { class: "mark", "aria-hidden": "true" }, marks[state]), state)),
      cell("found", number(found)), cell("minimum", number(minimum)), cell("maximum", number(maximum)),
      html("td", { class: "remark" }, remark ?? ""))));
  };

  const ruleFolds = (detail) => {
    const results = detail.outcomes.map((index) => report.outcomes[index]);
    const of = (state) => results.filter((result) => result[1] === state);
    const [failed, warned, informing, passed, not] = ["fail", "warn", "info", "pass", "not-assessed"].map(of);
    const why = new Map();
    for (const result of not) {
      const reason = report.reasons[result[5]] ?? result[5] ?? "no reason given";
      if (!why.has(reason)) why.set(reason, []);
      why.get(reason).push(rules[result[0]].id);
    }
    const broken = [[failed.length, "failed"], [warned.length, "warned"]].filter(([count]) => count)
      .map(([count, word]) => `${number(count)} ${word}`).join(", ");
    return html("div", { class: "rule-folds" },
      broken ? html("details", { class: "broken" }, html("summary", {}, broken), ruleTable([...failed, ...warned]))
        : html("span", {}, "0 failed"),
      informing.length ? html("details", { class: "informing" },
        html("summary", {}, `${number(informing.length)} for information`), ruleTable(informing)) : null,
      passed.length ? html("details", { class: "passed" }, html("summary", {}, `${number(passed.length)} passed`),
        ruleTable(passed)) : null,
      not.length ? html("details", { class: "unassessed" },
        html("summary", {}, `${number(not.length)} not assessed: why`),
        html("dl", { class: "reasons" }, [...why.entries()].sort((one, other) => other[1].length - one[1].length)
          .map(([reason, ids]) => html("div", {}, html("dt", {}, `${reason} (${number(ids.length)})`),
            html("dd", {}, ids.map((id, index) => [index ? ", " : null, html("code", {}, id)])))))) : null);
  };

  // MARK: The legend of what is drawn

  const legend = (drawn) => {
    const sample = (...parts) => svg("svg", { width: 18, height: 16, "aria-hidden": "true" }, parts);
    const rect = (name, x, width, y = 1, height = 14) => svg("rect", { class: name, x, y, width, height });
    const entries = {
      data: [sample(rect("data", 8, 2)), "DATA tag"],
      fault: [sample(rect("fault tag", 7, 3)), "tag with an error"],
      doubt: [sample(rect("doubt tag", 7, 3)), "tag with a warning"],
      info: [sample(svg("g", { class: "info" }, svg("path", { d: "M9 0l8 8l-8 8l-8 -8z" }),
        svg("text", { x: 9, y: 12, "text-anchor": "middle" }, "I"))), "INFO tag"],
      gap: [sample(svg("g", { class: "gap" }, rect(null, 1, 16, 2, 12))), `gap (over ${limit(report.gapLimit)})`],
      cover: [sample(svg("g", { class: "cover" }, rect(null, 1, 16, 2, 12))), "tags come with another rendition"],
      change: [sample(svg("g", { class: "change" }, svg("line", { x1: 9, x2: 9, y1: 0, y2: 12 }),
        rect(null, 5, 8, 8, 8))), "content id changes"],
      error: [sample(svg("g", { class: "flag error" }, svg("path", { d: "M9 13l-6 -10h12z" }))), "error"],
      warning: [sample(svg("g", { class: "flag warning" }, svg("path", { d: "M9 13l-6 -10h12z" }))), "warning"],
      segments: [sample(rect("segment even", 0, 9, 5, 7), rect("segment odd", 9, 9, 5, 7)), "segments"],
      discontinuity: [sample(svg("g", { class: "discontinuity" },
        svg("line", { x1: 9, x2: 9, y1: 0, y2: 16 }))), "discontinuity"],
    };
    return html("ul", { class: "key" },
      Object.entries(entries).filter(([name]) => drawn.has(name))
        .map(([, [picture, text]]) => html("li", {}, picture, text)),
      html("li", { class: "hint" }, "Drag to zoom; click a mark for its finding."));
  };

  return { facts, players, contents, owners, findings, streams, pings, rules: ruleFolds, legend };
};
