// The live page of `id3tap collect`. The server makes the page; this script loads it again when pings arrive, and
// replaces the parts that have changed. `live.js` precedes this script in the page.
"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const isLatest = () => !/[?&](before|after)=/.test(location.search);
  const say = (words) => { element("news").textContent = words; };
  let [follows, news, loads, source, timer, pause, shown] = [true, 0, 0, null, null, 0, location.href];

  // Without this script, times are UTC.
  const [clock, exact] = [{}, { fractionalSecondDigits: 3 }].map((more) => new Intl.DateTimeFormat(
    "en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", ...more }));
  const zone = new Date().toLocaleTimeString("en-US", { timeZoneName: "short" }).split(" ").pop();
  const localize = (page) => {
    for (const part of page.querySelectorAll("[data-time]")) {
      part.textContent = part.textContent.replace(/\d\d:\d\d:\d\d(\.\d+)?/, (_, fraction) =>
        (fraction ? exact : clock).format(Number(part.dataset.time)));
    }
    page.getElementById("zone").textContent = `Time, ${zone}`;
    return page;
  };
  // Responses may arrive in a different order from their requests. Only the response to the last request is shown.
  const load = async () => {
    const number = ++loads;
    try {
      const page = localize(await loadPage());
      if (number !== loads) return;
      if (shown === location.href) update(page); else showView(page);
      shown = location.href;
    } catch (error) { say(error.message); }
  };
  const go = (address) => { history.pushState(null, "", address); load(); };
  const showView = (page) => {
    const ping = element("detail")?.dataset.ping;
    replacePart(document.querySelector("main"), page.querySelector("main"));
    news = 0;
    element("follow").checked = follows;
    if (element("detail") && element("detail").dataset.ping !== ping) element("detail-title").focus({ preventScroll: true });
    connect();
  };

  // An unchanged line keeps its element, so that a pressed button and selected text survive an update.
  const merge = (place, made) => {
    const held = new Map([...place.children].map((part) => [part.dataset.id, part]));
    const focused = document.activeElement.closest("#rows tr")?.dataset.id;
    const wanted = [...made.children].map((part) => {
      const old = held.get(part.dataset.id);
      return old?.isEqualNode(part) ? old : document.adoptNode(part);
    });
    for (const part of held.values()) if (!wanted.includes(part)) part.remove();
    wanted.forEach((part, index) => {
      if (place.children[index] !== part) place.insertBefore(part, place.children[index] ?? null);
      if (!held.has(part.dataset.id)) part.animate([{ background: "var(--fresh)" }, {}], 1500);
    });
    if (focused && !place.contains(document.activeElement)) place.querySelector(`[data-id="${focused}"] a`)?.focus();
  };
  const update = (page) => {
    const isWhole = follows && isLatest();
    for (const id of ["stored", "filters", "sessions", "comparison", ...(isWhole ? ["pager", "steps", "empty"] : [])]) {
      const [held, made] = [element(id), page.getElementById(id)];
      const isBusy = id === "filters" && held.contains(document.activeElement);
      if (held && made && !isBusy && !held.isEqualNode(made)) replacePart(held, made);
    }
    if (!isWhole) return;
    merge(element("rows"), page.getElementById("rows"));
    news = 0;
    say(page.getElementById("news").textContent);
  };
  const refresh = () => {
    timer ??= setTimeout(async () => {
      timer = null;
      const start = performance.now();
      await load();
      // The longer the page takes to load, the less often it is loaded.
      pause = Math.max(300, 3 * (performance.now() - start));
    }, pause);
  };
  const showLive = (isOn) => {
    Object.assign(element("live"), { textContent: isOn ? "live" : "reconnecting", className: isOn ? "live on" : "live" });
  };
  const connect = () => {
    const { events } = element("filters").dataset;
    if (source?.url.endsWith(`/${events}`)) return;
    source?.close();
    showLive(false);
    const opened = new EventSource(events);
    source = opened;
    // The page is live once it has the pings that arrived after it was made and before the first event.
    opened.onopen = async () => {
      await load();
      if (source === opened && opened.readyState === EventSource.OPEN) showLive(true);
    };
    opened.onerror = () => showLive(false);
    opened.addEventListener("pings", (event) => {
      const { pings, skipped } = JSON.parse(event.data);
      news += pings.length;
      if (news > 0 && !(follows && isLatest())) say(`${news} new ping${news === 1 ? "" : "s"}${skipped ? " or more" : ""}`);
      refresh();
    });
  };

  document.addEventListener("change", ({ target }) => {
    if (target.id === "follow") {
      follows = target.checked;
      if (follows && isLatest()) load();
    } else if (target.form?.id === "filters") {
      const values = [...new FormData(target.form)].map(([name, value]) => [name, value.trim()]);
      go("?" + new URLSearchParams(values.filter(([, value]) => value)));
    }
  });
  document.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = String(getSelection()) === "" ? event.target.closest("#rows tr") : null;
    const address = (event.target.closest("a") ?? row?.querySelector("a"))?.getAttribute("href");
    if (!address?.startsWith("?")) return;
    event.preventDefault();
    go(address);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=checkbox]), select");
    if (event.key === "Escape" && isTyping) return event.target.blur();
    const [step, field] = [(id) => (element(id) ?? document.querySelector("#rows a"))?.click(), document.querySelector("[name=session]")];
    const action = {
      j: () => step("detail-older"), k: () => step("detail-newer"), f: () => element("follow").click(),
      "/": () => { field.focus(); field.select(); }, Escape: () => element("detail-close")?.click(),
    }[event.key];
    if (isTyping || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
  addEventListener("popstate", load);
  // Expected pings become due even if no ping arrives.
  setInterval(() => { if (!document.hidden) refresh(); }, 10000);
  localize(document);
  connect();
})();
