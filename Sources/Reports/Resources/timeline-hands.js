// Mouse, finger and keyboard on a timeline or a plot: tooltips, a line under the pointer, drag to zoom.
"use strict";
const makeHands = ({ html, svg, times }) => {
  const { moment, clockTime } = times;
  const reach = { mouse: 6, pen: 10, touch: 18 };

  // The mark at a place: the most important one, then the nearest.
  const hit = (marks, x, y, distance) => {
    let best = null;
    for (const mark of marks) {
      if (y < mark.top - 2 || y > mark.bottom + 2) continue;
      const far = Math.max(mark.left - x, x - mark.right, 0);
      if (far > distance) continue;
      const score = far + mark.rank * 2;
      if (!best || score < best.score) best = { mark, score };
    }
    return best?.mark ?? null;
  };

  // `drawing`: picture, marks, and `time` from x to seconds; `zoom` gets a new view.
  const attach = (box, drawing, clock, zoom) => {
    const { picture, marks, time, bottom } = drawing;
    const tip = html("div", { class: "tip", role: "tooltip", hidden: "" });
    box.append(tip);
    const line = svg("line", { class: "pointer-line", y1: 0, y2: bottom, visibility: "hidden" });
    const area = svg("rect", { class: "selection", y: 0, height: bottom, width: 0, visibility: "hidden" });
    picture.append(area, line);

    const hide = () => { tip.hidden = true; };
    const show = (text, x, y) => {
      tip.textContent = text;
      tip.hidden = false;
      const scale = picture.clientWidth / picture.viewBox.baseVal.width || 1;
      const place = picture.offsetLeft ?? 0;
      const width = box.clientWidth;
      tip.style.left = `${Math.max(0, Math.min(width - tip.offsetWidth, place + x * scale - tip.offsetWidth / 2))}px`;
      const above = y * scale - tip.offsetHeight - 6;
      tip.style.top = `${above < -40 ? (y + 30) * scale : above}px`;
    };
    const showMark = (mark) => show(mark.words, (mark.left + mark.right) / 2, mark.top);
    const place = (event) => {
      const frame = picture.getBoundingClientRect();
      const scale = picture.viewBox.baseVal.width / frame.width || 1;
      return [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
    };

    let start = null;
    let isDrag = false;
    picture.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      start = place(event)[0];
      isDrag = false;
    });
    picture.addEventListener("pointermove", (event) => {
      const [x, y] = place(event);
      if (start !== null && event.buttons) {
        if (!isDrag && Math.abs(x - start) > 6) {
          isDrag = true;
          picture.setPointerCapture(event.pointerId);
          hide();
        }
        if (isDrag) {
          area.setAttribute("x", Math.min(start, x));
          area.setAttribute("width", Math.abs(x - start));
          area.setAttribute("visibility", "visible");
        }
      }
      if (event.pointerType !== "mouse") return;
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      line.setAttribute("visibility", y < bottom ? "visible" : "hidden");
      if (isDrag) return;
      const mark = hit(marks, x, y, reach.mouse);
      picture.classList.toggle("can-click", Boolean(mark?.action));
      if (mark) showMark(mark);
      else if (y < bottom) show(moment(time(x)) + clockTime(clock, time(x)), x, 14);
      else hide();
    });
    picture.addEventListener("pointerup", (event) => {
      if (start === null) return;
      const [x, y] = place(event);
      const from = start;
      start = null;
      area.setAttribute("visibility", "hidden");
      if (isDrag) {
        isDrag = false;
        zoom(time(Math.min(from, x)), time(Math.max(from, x)));
        return;
      }
      const mark = hit(marks, x, y, reach[event.pointerType] ?? reach.mouse);
      if (!mark) { hide(); return; }
      showMark(mark);
      mark.action?.();
    });
    picture.addEventListener("pointercancel", () => {
      start = null;
      isDrag = false;
      area.setAttribute("visibility", "hidden");
    });
    picture.addEventListener("pointerleave", (event) => {
      line.setAttribute("visibility", "hidden");
      if (event.pointerType === "mouse" && !picture.contains(document.activeElement)) hide();
    });

    const byNode = new Map(marks.map((mark) => [mark.node, mark]));
    const markOf = (node) => byNode.get(node.closest?.(".mark-of-time"));
    // On the box: Chromium takes an SVG element with such listeners for one that can have the focus.
    box.addEventListener("focusin", (event) => {
      const mark = markOf(event.target);
      if (mark) showMark(mark);
    });
    box.addEventListener("focusout", hide);
    picture.addEventListener("keydown", (event) => {
      const mark = markOf(event.target);
      if (!mark) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        mark.action?.();
      } else if (event.key === "Escape" && !tip.hidden) {
        event.stopPropagation();
        hide();
      } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        event.preventDefault();
        const row = marks.filter((one) => one.row === mark.row)
          .sort((one, other) => one.from - other.from || one.rank - other.rank);
        const next = row[row.indexOf(mark) + (event.key === "ArrowRight" ? 1 : -1)];
        next?.node.focus({ preventScroll: true });
      }
    });
    // One stop for Tab in each row, and one at each mark that leads to a finding.
    const rows = new Set();
    let stops = 0;
    for (const mark of marks) {
      if (!rows.has(mark.row) || (mark.action && stops < 40)) {
        mark.node.setAttribute("tabindex", "0");
        rows.add(mark.row);
        stops += 1;
      }
    }
  };

  return { attach };
};
