// The details of an input: its findings as text for a ticket; its drawings with zoom, which makes them wider than
// their windows, tips, and links to findings and back.
"use strict";
const fill = (node, attributes, ...children) => {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const make = (name, ...content) => fill(document.createElement(name), ...content);
// Buttons that copy what was found, where, what to do and who repairs it. Where a page may not copy, they show the text.
const addTickets = (detail) => {
  for (const article of detail.querySelectorAll(".finding")) {
    const parts = (node, separator) => [...node.childNodes].map((part) => part.textContent.trim()).filter((text) => text).join(separator);
    const text = [decodeURIComponent(detail.id.slice("input=".length)), parts(article.querySelector("h4"), " · "),
      ...[...article.querySelectorAll("li")].map((item) => `- ${parts(item, ", ")}`),
      article.querySelector(".remedy")?.textContent ?? "", document.querySelector(".lead").textContent].filter((line) => line).join("\n");
    const button = make("button", { type: "button", class: "copy" }, "Copy as text");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        const area = make("textarea", { readonly: "", rows: "6", "aria-label": "The finding as text" }, text);
        button.replaceWith(area);
        area.select();
      }
    });
    article.querySelector("h4").append(button);
  }
};
const openDetail = (() => {
  const svg = (name, ...content) => fill(document.createElementNS("http://www.w3.org/2000/svg", name), ...content);
  const two = (value) => String(value).padStart(2, "0");
  const moment = (value) => {
    const tenths = Math.round(Math.abs(value) * 10);
    const whole = Math.floor(tenths / 10);
    return `${value < 0 && tenths ? "−" : ""}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}`
      + `:${two(whole % 60)}.${tenths % 10}`;
  };
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
    86400, 172800, 604800];

  return (detail) => {
    if (detail.dataset.isReady) return;
    detail.dataset.isReady = "yes";
    addTickets(detail);
    const timeline = detail.querySelector(".timeline");
    if (!timeline) return;
    const [start, end] = [Number(timeline.dataset.start), Number(timeline.dataset.end)];
    const clock = timeline.dataset.clock.split(",").filter((pair) => pair).map((pair) => pair.split(" ").map(Number));
    const dayTime = (time) => {
      if (!clock.length) return "";
      const [from, unix] = clock.findLast(([from]) => from <= time) ?? clock[0];
      return new Date((unix + time - from) * 1000).toISOString().slice(11, 19);
    };
    const words = (time) => moment(time) + (clock.length ? ` (${dayTime(time)} UTC)` : "");
    const boxes = [...detail.querySelectorAll(".lanes")];
    let view = [start, end];

    const drawAxis = (box) => {
      const [from, to] = view;
      const step = steps.find((step) => (to - from) / step <= 8) ?? (to - from) / 8;
      const tick = (time, style) => {
        return svg("svg", { class: style, x: `${(time - from) / (to - from) * 100}%` }, svg("line", { y2: "100%" }),
          ...[moment(time), dayTime(time)].filter((text) => text)
            .map((text, row) => svg("text", { y: "100%", dy: row ? 27 : 14 }, text)));
      };
      const margin = (to - from) * 0.07;
      const times = [];
      for (let at = Math.ceil((from + margin) / step); at * step <= to - margin; at += 1) times.push(at * step);
      box.querySelector(".axis").replaceChildren(tick(from, "start"), ...times.map((time, index) =>
        tick(time, index % 2 && Math.abs(time - (from + to) / 2) < (to - from) * 0.3 ? "" : "odd")), tick(to, "end"));
    };
    const range = make("span", { class: "range", role: "status" });
    const zoom = (from, to) => {
      const length = Math.min(end - start, Math.max(1, to - from));
      const first = Math.max(start, Math.min(end - length, (from + to - length) / 2));
      view = [first, first + length];
      const isWhole = length >= end - start;
      for (const part of detail.querySelectorAll(".zoomed")) {
        part.setAttribute("x", `${(start - first) / length * 100}%`);
        part.setAttribute("width", `${(end - start) / length * 100}%`);
      }
      boxes.forEach(drawAxis);
      range.textContent = isWhole ? "" : `${moment(view[0])} – ${moment(view[1])}`;
      buttons[0].disabled = buttons[2].disabled = isWhole;
    };
    const scale = (factor) => {
      const [middle, half] = [(view[0] + view[1]) / 2, (view[1] - view[0]) * factor / 2];
      zoom(middle - half, middle + half);
    };
    const buttons = [["−", "Zoom out", () => scale(2)], ["+", "Zoom in", () => scale(0.5)],
      ["Whole", "Show the whole stream", () => zoom(start, end)]].map(([text, label, action]) => {
      const node = make("button", { type: "button", "aria-label": label, title: label }, text);
      node.addEventListener("click", action);
      return node;
    });
    timeline.querySelector("h3").after(make("div", { class: "zoom" }, range, ...buttons));
    zoom(start, end);

    const mark = (item) => {
      for (const node of detail.querySelectorAll(".chosen")) node.classList.remove("chosen");
      item.classList.add("chosen");
      const number = item.id.split("-")[1];
      for (const flag of detail.querySelectorAll("[data-findings]")) {
        flag.classList.toggle("chosen", flag.dataset.findings.split(" ").includes(number));
      }
    };
    detail.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#f'], a.goto");
      if (!link) return;
      event.preventDefault();
      if (link.matches(".goto")) {
        const [from, to] = [Number(link.dataset.from), Number(link.dataset.to)];
        const margin = Math.max(30, (to - from) / 2);
        zoom(from - margin, to + margin);
        mark(link.closest("li"));
        timeline.scrollIntoView({ block: "center" });
        timeline.querySelector(".to-finding.chosen")?.focus({ preventScroll: true });
        return;
      }
      const item = document.getElementById(link.getAttribute("href").slice(1));
      if (!item) return;
      for (let fold = item.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      mark(item);
      item.scrollIntoView({ block: "center" });
      item.querySelector(".goto")?.focus({ preventScroll: true });
    });

    for (const title of detail.querySelectorAll(".lanes title")) {
      title.parentElement.dataset.words = title.textContent;
      title.parentElement.setAttribute("aria-label", title.textContent);
      if (!title.closest("a")) title.parentElement.setAttribute("role", "img");
      title.remove();
    }
    for (const box of boxes) {
      const tip = make("div", { class: "tip", role: "tooltip", hidden: "" });
      const line = make("div", { class: "pointer-line", hidden: "" });
      const area = make("div", { class: "selection", hidden: "" });
      box.append(tip, line, area);
      const frame = () => box.querySelector(".axis").getBoundingClientRect();
      const timeAt = (x) => view[0] + (x - frame().left) / frame().width * (view[1] - view[0]);
      const place = (time) => (time - view[0]) / (view[1] - view[0]) * frame().width + frame().left;
      const show = (text, x, y) => {
        const outer = box.getBoundingClientRect();
        tip.textContent = text;
        tip.hidden = false;
        tip.style.left = `${Math.max(0, Math.min(outer.width - tip.offsetWidth, x - outer.left - tip.offsetWidth / 2))}px`;
        const above = y - outer.top - tip.offsetHeight - 14;
        tip.style.top = `${above < 0 ? y - outer.top + 22 : above}px`;
      };
      // The tags of a lane, or the dots of a plot, whose words are made of their places; and all else with words.
      const others = (lane) => [...lane.querySelectorAll("[data-words]:not(path)")].map((node) => {
        const shape = node.querySelector("rect, line, use") ?? node;
        const x = parseFloat(shape.getAttribute("x") ?? shape.getAttribute("x1"));
        return { time: start + (node.closest(".segments") ? x / 10 : x / 100 * (end - start)), what: node.dataset.words };
      });
      const marksOf = (lane) => others(lane).concat([...lane.querySelectorAll(".paths path")].flatMap((path) => {
        const plot = lane.closest(".plot");
        const [top, bottom] = [Number(plot?.dataset.top), Number(plot?.dataset.bottom)];
        const height = path.ownerSVGElement.viewBox.baseVal.height;
        return [...path.getAttribute("d").matchAll(/M(\d+) ([\d.]+)/g)].map(([, x, y]) => {
          const time = start + Number(x) / 10;
          const value = ((top - Number(y) / height * (top - bottom)) / 1000).toFixed(1).replace("-", "−");
          const what = path.matches(".marks") ? "Tags from" : plot ? `${path.dataset.words}: ${value} s at`
            : `DATA tag ${path.matches(".data") ? "" : "with a finding "}at`;
          return { time, what: `${what} ${words(time)}` };
        });
      })).sort((one, other) => one.time - other.time);
      // INFO tags and other marks between two DATA tags do not count.
      const intervals = (marks) => {
        const tags = marks.filter((mark) => mark.what.startsWith("DATA"));
        tags.slice(1).forEach((tag, at) => { tag.what += `, ${(tag.time - tags[at].time).toFixed(1)} s after the previous one`; });
        return marks;
      };
      const cache = new Map([...box.querySelectorAll(".lane")].map((lane) => [lane, intervals(marksOf(lane))]));
      const wordsAt = (x, y, reach) => {
        for (const step of [0, -0.5, 0.5, -1, 1]) {
          const found = document.elementFromPoint(x + step * reach, y)?.closest("[data-words]");
          if (found && box.contains(found) && !found.matches("path")) return found.dataset.words;
        }
        const lane = document.elementFromPoint(x, y)?.closest(".lane");
        const far = (one) => Math.abs(place(one.time) - x);
        const near = (cache.get(lane) ?? []).filter((one) => far(one) <= reach).sort((a, b) => far(a) - far(b))[0];
        return near?.what ?? words(timeAt(x));
      };
      let [from, isDrag] = [null, false];
      box.addEventListener("pointerdown", (event) => { [from, isDrag] = [event.isPrimary ? event.clientX : null, false]; });
      box.addEventListener("pointermove", (event) => {
        const { clientX: x, clientY: y } = event;
        const left = box.getBoundingClientRect().left;
        if (from !== null && event.buttons) {
          if (!isDrag && Math.abs(x - from) > 6) {
            isDrag = true;
            box.setPointerCapture(event.pointerId);
          }
          area.hidden = !isDrag;
          area.style.left = `${Math.min(from, x) - left}px`;
          area.style.width = `${Math.abs(x - from)}px`;
        }
        if (event.pointerType !== "mouse") return;
        line.hidden = false;
        line.style.left = `${x - left}px`;
        if (isDrag) tip.hidden = true; else show(wordsAt(x, y, 6), x, y);
      });
      box.addEventListener("pointerup", (event) => {
        area.hidden = true;
        if (isDrag) zoom(timeAt(Math.min(from, event.clientX)), timeAt(Math.max(from, event.clientX)));
        else if (event.pointerType !== "mouse") show(wordsAt(event.clientX, event.clientY, 18), event.clientX, event.clientY);
        from = null;
      });
      // The end of a drag is no click on what lies there.
      box.addEventListener("click", (event) => {
        if (isDrag) { event.preventDefault(); event.stopPropagation(); }
        isDrag = false;
      }, true);
      box.addEventListener("pointercancel", () => { [from, isDrag, area.hidden] = [null, false, true]; });
      box.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType === "mouse") tip.hidden = line.hidden = true; });
      box.addEventListener("dragstart", (event) => event.preventDefault());
      box.addEventListener("focusin", (event) => {
        const found = event.target.closest("a")?.querySelector("[data-words]") ?? event.target.closest("[data-words]");
        const { left, top, width } = event.target.getBoundingClientRect();
        if (found) show(found.dataset.words, left + width / 2, top);
      });
      box.addEventListener("focusout", () => { tip.hidden = true; });
      // Left and Right go from tag to tag.
      for (const [lane, marks] of cache) {
        if (marks.length === 0) continue;
        lane.setAttribute("tabindex", "0");
        let at = 0;
        const tell = () => show(marks[at].what, place(marks[at].time), lane.getBoundingClientRect().top);
        lane.addEventListener("focus", () => { if (lane.matches(":focus-visible")) tell(); });
        lane.addEventListener("keydown", (event) => {
          if (event.key === "Escape" && !tip.hidden) { event.preventDefault(); tip.hidden = true; }
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!step) return;
          event.preventDefault();
          at = Math.max(0, Math.min(marks.length - 1, at + step));
          const [{ time }, half] = [marks[at], (view[1] - view[0]) / 2];
          if (time < view[0] || time > view[1]) zoom(time - half, time + half);
          tell();
        });
      }
    }
  };
})();
