// The plots of an input on the page of `id3tap report`: what lies in the view of its timeline.
"use strict";
const makePlots = ({ html, svg, times }) => {
  const { moment, span, limit, clockTime, ticks, round } = times;
  const shapes = [
    (x, y) => svg("circle", { cx: x, cy: y, r: 2.8 }),
    (x, y) => svg("rect", { x: x - 2.6, y: y - 2.6, width: 5.2, height: 5.2 }),
    (x, y) => svg("path", { d: `M${x} ${y - 3.6}l3.4 6h-6.8z` }),
    (x, y) => svg("path", { d: `M${x} ${y - 3.8}l3.8 3.8l-3.8 3.8l-3.8 -3.8z` }),
  ];

  const draw = (detail, width, view, values, options) => {
    const height = 200;
    const [left, right, top, bottom] = [52, 12, 12, 22];
    const series = detail.tracks.map((track, index) => ({
      index, name: track.name,
      points: track.times.map((time, at) => [time, values(track)[at]]).filter((point) => point[1] !== null),
    })).filter((one) => one.points.length);
    if (!series.length) return null;
    const seen = series.map((one) => ({ ...one,
      points: one.points.filter(([time]) => time >= view.from && time <= view.to) }));
    const all = seen.flatMap((one) => one.points.map((point) => point[1]));
    const levels = [...options.lines.map((line) => line.value), ...options.least];
    const bound = (pick, first) => all.reduce((best, value) => pick(best, value), first);
    let [fromY, toY] = [bound(Math.min, Math.min(...levels)), bound(Math.max, Math.max(...levels))];
    const margin = (toY - fromY) * 0.06;
    toY += margin;
    if (fromY !== 0) fromY -= margin;
    const x = (value) => round(left + (value - view.from) / (view.to - view.from) * (width - left - right));
    const time = (at) => view.from + Math.max(0, Math.min(1, (at - left) / (width - left - right)))
      * (view.to - view.from);
    const y = (value) => round(height - bottom - (value - fromY) / (toY - fromY) * (height - top - bottom));
    const [parts, marks] = [[], []];
    for (const value of ticks(fromY, toY, 5).found) {
      parts.push(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
        svg("text", { class: "tick", x: left - 6, y: y(value) + 4, "text-anchor": "end" },
          `${Number(value.toFixed(3)).toLocaleString("en-US")} s`));
    }
    const axis = ticks(view.from, view.to, Math.max(2, Math.floor(width / 110)));
    for (const value of axis.found) {
      parts.push(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom }),
        svg("text", { class: "tick", x: x(value) > width - 34 ? width - 2 : x(value), y: height - 6,
          "text-anchor": x(value) > width - 34 ? "end" : "middle" }, moment(value)));
    }
    for (const line of options.lines) {
      const name = line.name ? options.isQuiet ? "limit quiet" : "limit" : "zero";
      parts.push(svg("line", { class: name, x1: left, x2: width - right, y1: y(line.value), y2: y(line.value) }),
        svg("text", { class: options.isQuiet ? "limit-name quiet" : "limit-name", x: width - right - 3, y: y(line.value) - 4, "text-anchor": "end" }, line.name));
    }
    for (const one of seen) {
      parts.push(svg("g", { class: `series s${one.index % 4}` }, one.points.map(([at, value]) => {
        const node = shapes[one.index % 4](x(at), y(value));
        node.setAttribute("class", options.isBad(value) ? "bad mark-of-time" : "mark-of-time");
        const words = `${options.words(value, moment(at))}${clockTime(detail.clock, at)}`
          + (series.length > 1 ? `\n${one.name}` : "");
        node.setAttribute("aria-label", words);
        node.setAttribute("role", "img");
        node.setAttribute("tabindex", "-1");
        marks.push({ node, row: one.index, rank: 1, words, from: at, to: at, action: null,
          left: x(at), right: x(at), top: y(value) - 6, bottom: y(value) + 6 });
        return node;
      })));
    }
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
      class: "plot", "aria-label": options.title }, parts);
    const key = series.length === 1 ? null : html("ul", { class: "key" }, series.slice(0, 8).map((one) =>
      html("li", {}, svg("svg", { width: 12, height: 12, "aria-hidden": "true" },
        svg("g", { class: `series s${one.index % 4}` }, shapes[one.index % 4](6, 6))), one.name)));
    const box = html("div", { class: "plot-box" }, picture);
    const figure = html("figure", {}, html("figcaption", {}, html("strong", {}, options.title), " ",
      options.note), box, key);
    return { figure, box, drawing: { picture, marks, time, bottom: height - bottom } };
  };

  // The plots of an input; those without a point are left out.
  const drawAll = (input, detail, width, view, gapLimit) => [
    draw(detail, width, view, (track) => track.intervals, {
      title: "Intervals between DATA tags", note: "each dot: seconds since the previous DATA tag",
      lines: [{ value: gapLimit, name: `limit ${limit(gapLimit)}` }], least: [0, gapLimit],
      isQuiet: input.verdict === "pass",
      isBad: (value) => value > gapLimit && input.verdict !== "pass",
      words: (value, at) => `${span(value)} before the DATA tag at ${at}`,
    }),
    draw(detail, width, view, (track) => track.drifts, {
      title: "Tag clock against PTS",
      note: "the tags' own clock minus the presentation time; level is right",
      lines: [{ value: 0, name: "" }], least: [-1.5, 1.5], isBad: () => false,
      words: (value, at) => `${span(value)} at ${at}`,
    }),
  ].filter((plot) => plot);

  return { drawAll };
};
