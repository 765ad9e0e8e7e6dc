// The pages of `id3tap watch` reload every ten seconds while they are visible and not paused.
"use strict";
(() => {
  let isPaused = false;
  const note = (text = isPaused ? "Paused." : "Refreshes every 10 s.", page = document) => {
    const button = document.createElement("button");
    Object.assign(button, { id: "pause", type: "button", textContent: isPaused ? "Resume" : "Pause" });
    button.addEventListener("click", () => {
      isPaused = !isPaused;
      if (isPaused) note(); else load();
    });
    page.getElementById("live")?.replaceChildren(text, " ", button);
  };
  const load = async () => {
    if (isPaused || document.hidden) return;
    try {
      const page = await loadPage();
      if (isPaused) return;
      // The button is in the new page before it is shown, so that it keeps the focus.
      note(undefined, page);
      replacePart(document.querySelector("main"), page.querySelector("main"));
      document.title = page.title;
    } catch (error) { note(error.message); }
  };
  note();
  setInterval(load, 10000);
  document.addEventListener("visibilitychange", load);
})();
