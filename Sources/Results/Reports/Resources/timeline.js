// The script for the details of an input: it copies findings as text for a ticket, zooms by making drawings wider than
// their windows, and describes the mark under the pointer. The page has the links between marks and findings.
"use strict";
const make = (name, attributes, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const nameOf = (id) => decodeURIComponent(id.slice("input=".length));
// Buttons that copy the text of a finding, or show it if the page may not copy.
const addTickets = (detail) => {
  for (const article of detail.querySelectorAll(".finding")) {
    const button = make("button", { type: "button", class: "copy" }, "Copy as text");
    button.addEventListener("click", async () => {
      const text = [nameOf(detail.id), article.innerText, document.querySelector(".lead").textContent].join("\n");
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        const area = make("textarea", { readonly: "", rows: "6", "aria-label": "The finding as text" }, text);
        button.replaceWith(area);
        area.select();
      }
    });
    article.before(button);
  }
};
const two = (value) => String(value).padStart(2, "0");
const moment = (value) => {
  const tenths = Math.round(Math.abs(value) * 10);
  const whole = Math.floor(tenths / 10);
  return `${value < 0 && tenths ? "−" : ""}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}`
    + `:${two(whole % 60)}.${tenths % 10}`;
};
const openDetail = (detail) => {
  if (detail.dataset.isReady) return;
  detail.dataset.isReady = "yes";
  addTickets(detail);
  const timeline = detail.querySelector(".timeline");
  if (!timeline) return;
  const [start, end] = [Number(timeline.dataset.start), Number(timeline.dataset.end)];
  const clock = timeline.dataset.clock.split(",").filter((pair) => pair).map((pair) => pair.split(" ").map(Number));
  const dayTime = (time) => {
    const [from, unix] = clock.findLast(([from]) => from <= time) ?? clock[0];
    return new Date((unix + time - from) * 1000).toISOString().slice(11, 19);
  };
  const words = (time) => moment(time) + (clock.length ? ` (${dayTime(time)} UTC)` : "");
  let view = [start, end];

  // MARK: Zoom

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
    for (const tick of detail.querySelectorAll(".axis [data-time]")) {
      const time = first + (tick.dataset.time - start) / (end - start) * length;
      const [place, day] = tick.querySelectorAll("text");
      place.textContent = moment(time);
      if (day) day.textContent = dayTime(time);
    }
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
  detail.addEventListener("click", ({ target }) => {
    const place = target.closest("a.goto");
    if (!place) return;
    const [from, to] = [Number(place.dataset.from), Number(place.dataset.to)];
    const margin = Math.max(30, (to - from) / 2);
    zoom(from - margin, to + margin);
    const number = place.closest("li").id.split("-")[1];
    for (const flag of detail.querySelectorAll("[data-findings]")) {
      flag.classList.toggle("chosen", flag.dataset.findings.split(" ").includes(number));
    }
  });

  // MARK: The mark under the pointer

  for (const title of detail.querySelectorAll(".lanes :not(.dots) > title")) {
    const mark = title.parentElement;
    mark.dataset.words = title.textContent;
    mark.setAttribute("aria-label", title.textContent);
    if (!title.closest("a")) mark.setAttribute("role", "img");
    title.remove();
  }
  // A path contains the times of thousands of tags, so that a page stays small.
  const tagsOf = (lane) => [...lane.querySelectorAll(".paths path:not(.dots)")].flatMap((path) => {
    const what = path.matches(".marks") ? "Tags from" : path.matches(".data") ? "DATA tag at" : "DATA tag with a finding at";
    return [...path.getAttribute("d").matchAll(/M(\d+)/g)].map(([, x]) => ({ time: start + x / 10, what }));
  }).sort((one, other) => one.time - other.time).map(({ time, what }, at, all) => ({ time, words: `${what} ${words(time)}`
    + (at && what !== "Tags from" ? `, ${(time - all[at - 1].time).toFixed(1)} s after the previous one` : "") }));
  for (const box of detail.querySelectorAll(".lanes")) {
    const [tip, line, area] = ["tip", "pointer-line", "selection"].map((name) => make("div", { class: name, hidden: "" }));
    box.append(tip, line, area);
    const axis = () => box.querySelector(".axis").getBoundingClientRect();
    const timeAt = (x) => view[0] + (x - axis().left) / axis().width * (view[1] - view[0]);
    const place = (time) => (time - view[0]) / (view[1] - view[0]) * axis().width + axis().left;
    const show = (text, x, y) => {
      const { left, top, width } = box.getBoundingClientRect();
      tip.textContent = text;
      tip.hidden = false;
      tip.style.left = `${Math.max(0, Math.min(width - tip.offsetWidth, x - left - tip.offsetWidth / 2))}px`;
      tip.style.top = `${y - top > tip.offsetHeight + 14 ? y - top - tip.offsetHeight - 14 : y - top + 22}px`;
    };
    const tell = ({ target, clientX: x, clientY: y }, reach) => {
      const [mark, lane] = [target.closest("[data-words]"), target.closest(".lane")];
      const far = ({ time }) => Math.abs(place(time) - x);
      const near = mark || !lane ? undefined : tagsOf(lane).sort((one, other) => far(one) - far(other))[0];
      show(mark?.dataset.words ?? (near && far(near) <= reach ? near.words : words(timeAt(x))), x, y);
    };
    let [from, isDrag] = [null, false];
    box.addEventListener("pointerdown", (event) => { [from, isDrag] = [event.isPrimary ? event.clientX : null, false]; });
    box.addEventListener("pointermove", (event) => {
      const { left } = box.getBoundingClientRect();
      if (from !== null && event.buttons) {
        if (!isDrag && Math.abs(event.clientX - from) > 6) box.setPointerCapture(event.pointerId);
        isDrag ||= Math.abs(event.clientX - from) > 6;
        area.hidden = !isDrag;
        area.style.left = `${Math.min(from, event.clientX) - left}px`;
        area.style.width = `${Math.abs(event.clientX - from)}px`;
      }
      if (event.pointerType !== "mouse") return;
      line.hidden = false;
      line.style.left = `${event.clientX - left}px`;
      if (isDrag) tip.hidden = true; else tell(event, 6);
    });
    box.addEventListener("pointerup", (event) => {
      area.hidden = true;
      if (isDrag) zoom(timeAt(Math.min(from, event.clientX)), timeAt(Math.max(from, event.clientX)));
      else if (event.pointerType !== "mouse") tell(event, 18);
      from = null;
    });
    // The end of a drag does not count as a click on the mark below the pointer.
    box.addEventListener("click", (event) => {
      if (isDrag) { event.preventDefault(); event.stopPropagation(); }
      isDrag = false;
    }, true);
    box.addEventListener("pointercancel", () => { [from, isDrag, area.hidden] = [null, false, true]; });
    box.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType === "mouse") tip.hidden = line.hidden = true; });
    box.addEventListener("dragstart", (event) => event.preventDefault());

    // With the keyboard, a focused link shows the description of its mark; Left and Right move between the marks of a row.
    let [marks, at] = [[], 0];
    const read = (lane) => show(marks[at].words, place(marks[at].time), lane.getBoundingClientRect().top);
    box.addEventListener("focusin", ({ target }) => {
      if (!target.matches(".lane")) {
        const { left, top, width } = target.getBoundingClientRect();
        const text = target.dataset.words ?? target.querySelector("[data-words]")?.dataset.words;
        if (text) show(text, left + width / 2, top);
        return;
      }
      if (!target.matches(":focus-visible")) return;
      at = 0;
      marks = [...target.querySelectorAll("[data-words]:not(path)")].map((node) =>
        ({ time: timeAt(node.getBoundingClientRect().left), words: node.dataset.words })).concat(tagsOf(target))
        .sort((one, other) => one.time - other.time);
      read(target);
    });
    box.addEventListener("focusout", () => { tip.hidden = true; });
    box.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !event.target.matches(".lane")) return;
      event.preventDefault();
      at = Math.max(0, Math.min(marks.length - 1, at + step));
      const [{ time }, half] = [marks[at], (view[1] - view[0]) / 2];
      if (time < view[0] || time > view[1]) zoom(time - half, time + half);
      read(event.target);
    });
  }
  for (const lane of timeline.querySelectorAll(".lane:has([data-words], .paths)")) lane.setAttribute("tabindex", "0");
};
