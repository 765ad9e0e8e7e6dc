// The detail page of an input: the verdict, the findings and the timeline tied to them, who is affected,
// what is in the tags, and the rules folded. `page` is what report.js shares.
"use strict";
const makeDetail = (page) => {
  const { report, rules, html, svg, badge, number, span, limit, plural, unknown } = page;

  // MARK: Times: h:mm:ss.s for places, seconds with one decimal for lengths

  const moment = (value) => {
    if (value === null || value === undefined) return unknown;
    const tenths = Math.round(Math.abs(value) * 10);
    const whole = Math.floor(tenths / 10);
    const two = (part) => String(part).padStart(2, "0");
    return `${value < 0 && tenths ? "−" : ""}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}`
      + `:${two(whole % 60)}.${tenths % 10}`;
  };
  const dayOf = (clock, value) => {
    if (!clock.length) return null;
    const [time, unix] = clock.findLast((anchor) => anchor[0] <= value) ?? clock[0];
    return new Date((unix + value - time) * 1000).toISOString();
  };
  const clockTime = (clock, value) => clock.length && value !== null
    ? ` (${dayOf(clock, value).slice(11, 19)} UTC)` : "";
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120,
    300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
  const ticks = (from, to, count) => {
    const extent = to - from || 1;
    const step = steps.find((step) => extent / step <= count) ?? extent / count;
    const found = [];
    for (let at = Math.ceil(from / step); at * step <= to + step / 1e6; at += 1) found.push(at * step);
    return { step, found };
  };
  const round = (value) => Math.round(value * 10) / 10;
  const times = { moment, span, limit, clockTime, ticks, round };

  const tools = { ...page, times };
  const timeline = makeTimeline(tools);
  const plots = makePlots(tools);
  const hands = makeHands(tools);
  const parts = makeDetailParts(tools);

  // MARK: The page of an input

  // What is shown of the timeline; it outlives a change of the width of the window.
  let view = null;
  let viewed = null;
  let isOpen = false;

  const draw = (input, detail, width) => {
    const whole = timeline.extent(input, detail);
    if (viewed !== input.index) [view, viewed, isOpen] = [whole, input.index, false];
    const scroller = html("div", { class: "timeline-box" });
    const legend = html("div");
    const plotsBox = html("div", { class: "plots" });
    const half = width > 860 ? Math.floor((width - 24) / 2) : width;
    const shown = html("span", { class: "range", role: "status" });
    const buttons = [];

    const show = () => {
      const drawing = timeline.draw({ input, detail, width, view, whole, choose, zoom, isOpen,
        openTracks: () => { isOpen = true; show(); } });
      const box = html("div", { class: "drawing" }, drawing.picture);
      scroller.replaceChildren(box);
      hands.attach(box, drawing, detail.clock, zoom);
      legend.replaceChildren(parts.legend(drawing.drawn));
      const all = plots.drawAll(input, detail, half, view, report.gapLimit);
      plotsBox.replaceChildren(...all.map((plot) => plot.figure));
      for (const plot of all) hands.attach(plot.box, plot.drawing, detail.clock, zoom);
      const isWhole = view.from === whole.from && view.to === whole.to;
      shown.textContent = isWhole ? "" : `${moment(view.from)} – ${moment(view.to)}`;
      for (const button of buttons) button.disabled = button.dataset.needs === "part" && isWhole;
      return all.length;
    };
    // Zooms to what is asked for, as far as it is there, and to no less than a second.
    const zoom = (from, to) => {
      const length = Math.min(whole.to - whole.from, Math.max(1, to - from));
      const start = Math.max(whole.from, Math.min(whole.to - length, (from + to - length) / 2));
      view = { from: start, to: start + length };
      if (length >= whole.to - whole.from) view = whole;
      show();
    };
    const scale = (factor) => {
      const [middle, length] = [(view.from + view.to) / 2, (view.to - view.from) * factor];
      zoom(middle - length / 2, middle + length / 2);
    };
    const button = (text, label, needs, action) => {
      const node = html("button", { type: "button", "aria-label": label, title: label,
        "data-needs": needs }, text);
      node.addEventListener("click", action);
      buttons.push(node);
      return node;
    };

    // From the timeline to a finding.
    const choose = (index) => {
      const item = page.section.querySelector(`[data-finding="${index}"]`);
      if (!item) return;
      for (let fold = item.closest("details"); fold; fold = fold.parentElement.closest("details")) {
        fold.open = true;
      }
      mark(index);
      item.scrollIntoView({ block: "center" });
      item.querySelector("button")?.focus({ preventScroll: true });
    };
    const mark = (index) => {
      for (const node of page.section.querySelectorAll(".chosen")) node.classList.remove("chosen");
      page.section.querySelector(`[data-finding="${index}"]`)?.classList.add("chosen");
      for (const flag of page.section.querySelectorAll("[data-findings]")) {
        flag.classList.toggle("chosen", flag.dataset.findings.split(" ").includes(String(index)));
      }
    };
    // From a finding to the timeline.
    const goTo = (index) => {
      const [from, to] = timeline.range(detail, detail.findings[index]);
      const margin = Math.max(30, (to - from) / 2);
      zoom(from - margin, to + margin);
      mark(index);
      scroller.scrollIntoView({ block: "center" });
      scroller.querySelector(".flag.chosen")?.focus({ preventScroll: true });
    };

    const hasTimeline = detail.tracks.length || detail.pings.times.length || detail.markers.length;
    const section = (heading, ...content) => html("section", {}, html("h3", {}, heading), content);
    const controls = html("div", { class: "zoom" }, shown,
      button("−", "Zoom out", "part", () => scale(2)), button("+", "Zoom in", "", () => scale(0.5)),
      button("Whole", "Show the whole stream", "part", () => zoom(whole.from, whole.to)));
    const plotCount = hasTimeline ? show() : 0;
    page.section.replaceChildren(...[
      page.steps(input),
      html("h2", { tabindex: "-1" }, input.name || "(no name)", " ", badge(input.verdict)),
      html("p", { class: "sentence" }, detail.sentence),
      detail.failure ? html("p", { class: "failure" }, detail.failure) : null,
      detail.missing.length ? html("p", { class: "failure" },
        `Required and missing: ${detail.missing.join(", ")}`) : null,
      parts.facts(input, detail, dayOf(detail.clock, 0)),
      detail.explained ? html("p", {}, `${plural(detail.explained, "tag")} explained field by field; `
        + "what is wrong in them is among the findings.") : null,
      ...detail.cut.map((text) => html("p", { class: "cut" }, text)),
      detail.findings.length ? section("Findings", parts.findings(detail, goTo)) : null,
      hasTimeline ? html("section", {}, html("h3", {}, "Timeline"), controls, scroller, legend) : null,
      detail.players.length ? section("Players", parts.players(input, detail)) : null,
      detail.contents.length ? section("Content ids", parts.contents(detail)) : null,
      detail.owners.length ? section("Other ID3 tags", parts.owners(detail)) : null,
      plotCount ? section("Timing", plotsBox)
        : detail.tracks.length ? html("p", { class: "cut" },
          "Exact times, content ids and plots need the tags: run id3tap report on the stream itself, or add the "
            + "record of id3tap extract.") : null,
      detail.pings.kinds.length ? section("Pings", parts.pings(input, detail)) : null,
      detail.streams.length ? section(detail.streams.some((stream) => stream[0]) ? "Renditions" : "Streams",
        parts.streams(detail)) : null,
      detail.outcomes.length ? section("Rules", parts.rules(detail)) : null,
    ].filter((part) => part));
  };

  return { draw };
};
