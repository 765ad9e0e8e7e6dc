// What lies where on a timeline: its extent, gaps, ad breaks, and how long a finding lasts.
"use strict";
const makeTimelineSpans = ({ report, rules, times }) => {
  const { moment, span } = times;
  // Rules about the time between tags: the tags themselves are right.
  const isAboutTime = (rule) => rule.startsWith("cadence-") || rule === "tag-sequence";

  const extent = (input, detail) => {
    let end = input.duration ?? 0;
    let start = 0;
    const see = (from, to = from) => {
      if (from < start) start = from;
      if (to > end) end = to;
    };
    for (const track of detail.tracks) {
      for (const time of track.times) see(time);
      for (const [from, length] of track.segments) see(from, from + length);
      // The last mark may reach beyond the content.
      see(0, (track.marks.length - 1) * track.seconds);
    }
    for (const marker of detail.markers) see(marker[2], marker[2] + (marker[3] ?? 0));
    for (const time of detail.pings.times) see(time);
    for (const finding of detail.findings) if (finding[2] !== null) see(finding[2]);
    return { from: start, to: Math.max(end, start + 1) };
  };

  // From when to when a finding lasts: to the end of its gap, or to the last one like it.
  const range = (detail, finding) => {
    const [from, last, count, track] = [finding[2], finding[3], finding[4], finding[12]];
    if (from === null) return null;
    const gaps = (track === null ? detail.tracks : [detail.tracks[track]]).flatMap((one) => one.gaps);
    const gap = isAboutTime(rules[finding[0]].id)
      && gaps.find((one) => Math.abs(one[0] - from) < 0.2 || Math.abs(one[1] - from) < 0.2);
    if (gap) return gap;
    return [from, count > 1 && last !== null ? Math.max(from, last) : from];
  };

  // The gap that a run of empty marks is part of: a finding has its start, and the longest gap its length.
  const gapAround = (input, detail, row, [first, last]) => {
    const { seconds } = detail.tracks[row];
    const finding = detail.findings.find((one) => one[12] === row && one[2] !== null
      && rules[one[0]].id === "cadence-gap" && one[2] <= first && one[2] >= first - seconds);
    const end = finding ? finding[2] + (input.gap ?? 0) : null;
    return end !== null && end >= last && end <= last + seconds ? [finding[2], end] : null;
  };

  const emptyRuns = (track, end) => {
    const runs = [];
    let from = 0;
    [...track.marks, "d"].forEach((mark, index) => {
      if (mark === ".") return;
      const [first, last] = [from * track.seconds, Math.min(index * track.seconds, end)];
      if (last - first > report.gapLimit) runs.push([first, last]);
      from = index + 1;
    });
    return runs;
  };

  const pairBreaks = (markers, end) => {
    const breaks = [];
    let open = null;
    const seen = new Set();
    for (const [kind, id, time, duration, isOut] of markers) {
      const key = `${kind} ${id} ${time}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const words = [isOut === null ? "Mark" : "Ad break", kind, id, `at ${moment(time)}`,
        duration === null ? null : `for ${span(duration)}`].filter((word) => word).join(" ");
      if (isOut === false) {
        if (open) open.end = Math.max(open.start, time);
        open = null;
      } else {
        const found = { start: time, end: duration === null ? Math.min(end, time + 1) : time + duration, words };
        breaks.push(found);
        if (isOut !== null) open = duration === null ? found : null;
      }
    }
    return breaks;
  };

  return { extent, range, gapAround, emptyRuns, pairBreaks, isAboutTime };
};
