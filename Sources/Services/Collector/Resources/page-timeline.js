// The page of `id3tap collect`: the timeline of sessions.
"use strict";
const makeTimeline = (parts, address, chosen) => {
  const { element, html, svg, clock, number, plural, tone, sessionName, sessionTitle } = parts;
  let drawn = [];
  const showTimeline = (sessions) => {
    drawn = sessions;
    const place = element("timeline");
    const width = Math.max(300, place.clientWidth);
    const isNarrow = width < 700;
    const [left, right, track, top] = [isNarrow ? 136 : 220, 8, 22, 4];
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
          svg("text", { class: "name", x: 0, y: y + 15 }, isNarrow ? sessionTitle(session, 4) : `${sessionTitle(session, 7)} · ${number(session.pings)}`)),
        ...session.marks.slice().reverse().map(([id, time, product, type]) =>
          svg("a", { href: address({ ping: id }), tabindex: "-1" },
            svg("rect", { class: `mark ${tone(product)} ${id === chosen() ? "chosen" : ""}`, x: x(time) - 3, y: y + 5, width: 6, height: track - 10, rx: 1 },
              svg("title", {}, `${clock(time)} ${product} ${type ?? ""}`)))));
    });
    if (!place.firstElementChild?.isEqualNode(picture)) place.replaceChildren(picture);
  };

  return { show: showTimeline, showAgain: () => { if (drawn.length > 0) showTimeline(drawn); } };
};
