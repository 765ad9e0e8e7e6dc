// The timeline of an input on the page of `id3tap report`. Marks are found by place, not by element, so
// that a tag two pixels wide answers to a mouse, a finger and the arrow keys alike.
"use strict";
const makeTimeline = (tools) => {
  const { rules, svg, number, plural, times } = tools;
  const { moment, span, clockTime, ticks, round } = times;
  const { extent, range, gapAround, emptyRuns, pairBreaks, isAboutTime } = makeTimelineSpans(tools);
  const side = 8;
  const shownTracks = 10;
  // Of many streams those with tags come first, so that what is there and what is not are both seen.
  const pick = (tracks) => new Set(tracks.map((track, index) => ({ index,
    rank: track.times.length || /[di!]/.test(track.marks) ? 0 : 1 }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ index }, place) => ({ index, place })).filter(({ place }) => place < shownTracks)
    .map(({ index }) => index));
  // Draws what lies in the view. `choose` gets the index of a finding.
  const draw = ({ input, detail, width, view, whole, choose, zoom, isOpen, openTracks }) => {
    const isFaulty = input.verdict !== "pass";
    const x = (time) => round(side + (time - view.from) / (view.to - view.from) * (width - 2 * side));
    const time = (at) => view.from + (at - side) / (width - 2 * side) * (view.to - view.from);
    const isSeen = (from, to = from) => to >= view.from && from <= view.to;
    const left = (from) => x(Math.max(from, view.from));
    const right = (to) => x(Math.min(to, view.to));
    const at = (value) => moment(value) + clockTime(detail.clock, value);
    const [parts, marks, drawn] = [[], [], new Set()];
    const isTight = detail.tracks.length > 6;
    const trackHeight = isTight ? 30 : 40;
    let top = 4;

    // `rank`: of several marks at a place the lowest answers.
    const mark = (node, row, rank, words, from, to, box, action = null) => {
      node.setAttribute("aria-label", words);
      node.setAttribute("role", action ? "button" : "img");
      node.setAttribute("tabindex", "-1");
      node.classList.add("mark-of-time");
      marks.push({ node, row, rank, words, from, to, action,
        left: left(from), right: right(to), top: box[0], bottom: box[1] });
      return node;
    };
    const label = (text) => {
      parts.push(svg("text", { x: side, y: top + 11, class: "track-name" }, text));
      top += isTight ? 14 : 17;
    };

    const flags = (found, row, y) => {
      const groups = [];
      for (const finding of found.sort((one, other) => one.from - other.from)) {
        if (!isSeen(finding.from, finding.to)) continue;
        const last = groups.at(-1);
        const place = left(finding.from);
        if (last && place - last.place < 11) last.findings.push(finding);
        else groups.push({ place, findings: [finding] });
      }
      for (const { place, findings } of groups) {
        const isError = findings.some(({ finding }) => finding[1] === "error");
        for (const { finding } of findings) drawn.add(finding[1]);
        const node = svg("g", { class: `flag ${isError ? "error" : "warning"}` },
          svg("path", { d: `M${place} ${y + 9}l-6 -10h12z` }),
          findings.length > 1 ? svg("text", { x: place + 8, y: y + 7 }, findings.length) : null);
        node.dataset.findings = findings.map(({ index }) => index).join(" ");
        const words = findings.slice(0, 4).map(({ finding, from, to }) => `${rules[finding[0]].title}, `
          + `${at(from)}${to > from ? ` to ${moment(to)}` : ""}`).join("\n")
          + (findings.length > 4 ? `\n${findings.length - 4} more` : "");
        const { from } = findings[0];
        parts.push(mark(node, row, 0, words, from, from, [y - 4, y + 11], () => choose(findings[0].index)));
      }
    };

    const bar = (track, row, tagTop, tagHeight) => {
      const box = [tagTop, tagTop + tagHeight];
      const middle = tagTop + tagHeight / 2 + 4;
      const band = (from, to, name, text, words, action) => {
        if (!isSeen(from, to)) return;
        const wide = right(to) - left(from);
        drawn.add(name);
        parts.push(mark(svg("g", { class: isFaulty || name !== "gap" ? name : "gap quiet" },
          svg("rect", { x: left(from), y: tagTop, width: Math.max(1, wide), height: tagHeight }),
          svg("text", { x: left(from) + wide / 2, y: middle, "text-anchor": "middle" },
            wide > text.length * 6 ? text : "")), row, 5, words, from, to, box, action));
      };
      const gap = (from, to, isExact) => {
        const length = `${isExact ? "" : "at least "}${span(to - from)}`;
        const index = detail.findings.findIndex((finding) => finding[12] === row && finding[2] !== null
          && rules[finding[0]].id.startsWith("cadence-gap")
          && Math.abs(finding[2] - from) < (isExact ? 0.2 : track.seconds));
        const untimed = detail.findings.findIndex((finding) => finding[12] === row && finding[2] === null
          && finding[1] !== "info");
        if (!isExact && from <= whole.from && to >= whole.to) {
          band(from, to, "gap", "no tags", `No Nielsen tag in ${track.name}`,
            untimed >= 0 ? () => choose(untimed) : null);
          return;
        }
        band(from, to, "gap", `gap ${length}`,
          `No DATA tag for ${length}, from ${at(from)} to ${at(to)}`,
          index >= 0 ? () => choose(index) : () => zoom(from - (to - from) / 2, to + (to - from) / 2));
      };
      if (track.cover) band(whole.from, whole.to, "cover", track.cover, track.cover, null);
      else if (track.times.length) for (const [from, to] of track.gaps) gap(from, to, true);
      else if (isFaulty) {
        for (const run of emptyRuns(track, whole.to)) {
          const exact = gapAround(input, detail, row, run);
          gap(...exact ?? run, exact !== null);
        }
      }
    };

    const tags = (track, row, tagTop, tagHeight) => {
      const box = [tagTop, tagTop + tagHeight];
      const wrong = detail.findings.filter((finding) => finding[12] === row && finding[2] !== null
        && finding[1] !== "info" && !isAboutTime(rules[finding[0]].id))
        .map((finding) => [range(detail, finding), finding[4], finding[1] === "error" ? "fault" : "doubt"])
        .sort((one, other) => (other[2] === "fault") - (one[2] === "fault"));
      const stateOf = (time) => wrong.find(([[from, to], count]) => time > from - 0.05 && time < to + 0.05
        && (count === 1 || !track.marks || track.marks[Math.floor(time / track.seconds)] === "!"))?.[2] ?? "data";
      const info = [];
      let last = -9;
      track.times.forEach((time, index) => {
        if (!isSeen(time)) return;
        if (track.kinds[index] === "i") { info.push([time, `INFO tag at ${at(time)}`]); return; }
        const state = stateOf(time);
        const isBad = state !== "data";
        if (x(time) - last < 0.8 && !isBad) return;
        last = x(time);
        drawn.add(state);
        const interval = track.intervals[index];
        parts.push(mark(svg("rect", { class: `${state} tag`, x: x(time) - 1, y: tagTop,
          width: isBad ? 3 : 2, height: tagHeight }), row, isBad ? 2 : 3,
        `DATA tag ${isBad ? "with a finding " : ""}at ${at(time)}`
          + (interval === null ? "" : `, ${span(interval)} after the previous one`), time, time, box));
      });
      if (!track.times.length) {
        [...track.marks].forEach((kind, index) => {
          const [from, to] = [index * track.seconds, Math.min((index + 1) * track.seconds, whole.to)];
          if (to <= from || !isSeen(from, to) || !"di!".includes(kind)) return;
          const words = `between ${moment(from)} and ${at(to)}`;
          if (kind === "i") { info.push([(from + to) / 2, `INFO tag ${words}`]); return; }
          const state = kind === "d" ? "data" : input.verdict === "warn" ? "doubt" : "fault";
          drawn.add(state);
          parts.push(mark(svg("rect", { class: `${state} strip`, x: left(from) + 0.5,
            y: tagTop, height: tagHeight, width: Math.max(1, round(right(to) - left(from)) - 1) }), row, 4,
          `${kind === "d" ? "DATA tag" : "Finding"} ${words}`, from, to, box));
        });
      }
      for (const [time, words] of info) {
        const [cx, cy] = [x(time), tagTop + tagHeight / 2];
        drawn.add("info");
        parts.push(mark(svg("g", { class: "info" },
          svg("path", { d: `M${cx} ${cy - 8}l8 8l-8 8l-8 -8z` }),
          svg("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, "I")), row, 1, words, time, time, box));
      }
    };

    const segments = (track, row, bottom, height) => {
      let last = -9;
      track.segments.forEach(([from, length, isComplete, isDiscontinuity, count, uri], index) => {
        if (!isSeen(from, from + length)) return;
        const [start, end] = [left(from), right(from + length)];
        if (isComplete && !isDiscontinuity && end - last < 0.8) return;
        last = end;
        drawn.add("segments");
        parts.push(mark(svg("rect", { class: `segment ${isComplete ? index % 2 ? "odd" : "even" : "broken"}`,
          x: start, y: bottom, height: 7, width: Math.max(0.5, round(end - start)) }), row, 6,
        `Segment ${uri}: from ${at(from)}, ${span(length)}, ${plural(count, "Nielsen tag")}`
          + (isComplete ? "" : ", not read to its end"), from, from + length, [bottom, bottom + 8]));
        if (!isDiscontinuity || from < view.from) return;
        drawn.add("discontinuity");
        parts.push(mark(svg("g", { class: "discontinuity" },
          svg("line", { x1: start, x2: start, y1: bottom - height, y2: bottom + 7 })), row, 1,
        `EXT-X-DISCONTINUITY at ${at(from)}`, from, from, [bottom - height, bottom]));
      });
    };

    const notes = detail.findings.map((finding, index) => ({ finding, index }))
      .filter(({ finding }) => finding[1] !== "info");
    const timed = (row) => notes.filter(({ finding }) => finding[12] === row && finding[2] !== null)
      .map(({ finding, index }) => {
        const [from, to] = range(detail, finding);
        return { finding, index, from, to };
      });

    const picked = pick(detail.tracks);
    detail.tracks.forEach((track, row) => {
      if (!isOpen && !picked.has(row)) return;
      const untimed = notes.find(({ finding }) => finding[12] === row && finding[2] === null);
      if (untimed) {
        const text = svg("text", { class: `untimed ${untimed.finding[1]}`, x: width - side, y: top + 11,
          "text-anchor": "end" }, `▸ ${rules[untimed.finding[0]].title}`);
        parts.push(mark(text, row, 0, `${track.name}: ${rules[untimed.finding[0]].title}`, view.to, view.to,
          [top, top + 14], () => choose(untimed.index)));
        marks.at(-1).left = width - 180;
      }
      label(track.name);
      const [tagTop, tagHeight] = [top + 8, trackHeight - 18];
      parts.push(svg("rect", { class: "ground", x: side, y: tagTop, height: tagHeight, width: width - 2 * side }));
      bar(track, row, tagTop, tagHeight);
      segments(track, row, top + trackHeight - 9, tagHeight + 6);
      tags(track, row, tagTop, tagHeight);
      for (const [time, words] of track.changes) {
        if (!isSeen(time)) continue;
        drawn.add("change");
        parts.push(mark(svg("g", { class: "change" },
          svg("line", { x1: x(time), x2: x(time), y1: tagTop - 5, y2: tagTop + tagHeight }),
          svg("rect", { x: x(time) - 4, y: tagTop + tagHeight - 4, width: 8, height: 8 })), row, 1,
        `Content id changes at ${at(time)}: ${words}`, time, time, [tagTop + tagHeight - 6, tagTop + tagHeight + 6]));
      }
      flags(timed(row), row, top);
      top += trackHeight + 2;
    });
    if (detail.tracks.length > shownTracks && !isOpen) {
      parts.push(mark(svg("text", { class: "more", x: side, y: top + 12 },
        `▸ Show ${number(detail.tracks.length - shownTracks)} more`), shownTracks, 0,
      `Show ${number(detail.tracks.length - shownTracks)} more renditions`, view.from, view.from, [top, top + 16],
      openTracks));
      marks.at(-1).right = 160;
      top += 20;
    }
    const others = timed(null);
    if (others.length) {
      label("the input as a whole");
      flags(others, 998, top);
      top += 16;
    }
    const breaks = pairBreaks(detail.markers, whole.to).filter((found) => isSeen(found.start, found.end));
    if (breaks.length) {
      label("ad breaks");
      for (const found of breaks) {
        const wide = Math.max(3, right(found.end) - left(found.start));
        parts.push(mark(svg("g", { class: "break" },
          svg("rect", { x: left(found.start), y: top, height: 14, width: wide }),
          svg("text", { x: left(found.start) + 4, y: top + 11 }, wide > 26 ? "ad" : "")),
        999, 1, found.words, found.start, found.end, [top, top + 14]));
      }
      top += 20;
    }
    if (detail.pings.times.length) {
      label(`pings (${number(input.pings)})`);
      detail.pings.times.forEach((time, index) => {
        if (!isSeen(time)) return;
        const kind = detail.pings.kinds[detail.pings.kind[index]];
        parts.push(mark(svg("circle", { class: "ping", cx: x(time), cy: top + 6, r: 3.5 }),
          1000, 1, `Ping ${kind[0]} ${kind[1]} at ${at(time)}`, time, time, [top, top + 12]));
      });
      top += 16;
    }

    const axis = ticks(view.from, view.to, Math.max(2, Math.floor(width / 100)));
    const bottom = top;
    const tick = (value, place, anchor) => {
      parts.push(svg("text", { class: "tick", x: place, y: bottom + 13, "text-anchor": anchor },
        moment(value)));
      const day = clockTime(detail.clock, value).replace(/[^0-9:]/g, "");
      if (day) parts.push(svg("text", { class: "tick day", x: place, y: bottom + 26, "text-anchor": anchor }, day));
    };
    for (const value of axis.found) {
      parts.unshift(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: 4, y2: bottom }));
      if (x(value) < 36 || x(value) > width - 100) continue;
      tick(value, x(value), "middle");
    }
    tick(view.from, 2, "start");
    tick(view.to, width - 2, "end");
    top += detail.clock.length ? 32 : 19;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${top}`, width, height: top, role: "group",
      class: "timeline", "aria-label": `Timeline: ${detail.tracks.map((track) => track.name).join(", ")}; `
        + `${plural(input.data, "DATA tag")}, ${plural(input.info, "INFO tag")}. Left and Right move from `
        + "mark to mark." }, parts);
    return { picture, marks, drawn, time, x, bottom };
  };

  return { draw, extent, range };
};
