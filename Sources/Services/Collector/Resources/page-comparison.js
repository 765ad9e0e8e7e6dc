// The page of `id3tap collect`: the expected and the received pings.
"use strict";
const makeComparison = (parts, address) => {
  const { element, html, number, plural, starts, sessionKey, sessionTitle } = parts;
  const shownDifferences = 8;
  const times = (count, word) => count === 1 ? "" : ` (${plural(count, word)})`;
  const difference = (found) => {
    // Pings of the collector are identified by their numbers.
    const id = /^ping ([0-9]+)$/.exec(found.place ?? "")?.[1];
    return html("li", {},
      html("b", { class: "bad" }, found.kind.replace("-", " ")), ` ${found.message}`,
      found.kind === "different" ? times(found.count, "ping") : "",
      id === undefined ? "" : [" ", html("a", { href: address({ ping: Number(id) }) }, found.place)],
      html("small", {}, `Likely cause: ${found.cause}.`));
  };
  const showComparison = (answer) => {
    const name = html("code", {}, answer.expected);
    if (answer.session === null) {
      element("comparison-content").replaceChildren(
        html("p", { class: "soft" }, "Waiting for the first ping. Expected: ", name));
      return;
    }
    starts.set(sessionKey(answer), answer.first);
    const { pings, differences } = answer.comparison;
    const list = differences.map(difference);
    const isGood = differences.length === 0;
    const more = list.slice(shownDifferences);
    element("comparison-content").replaceChildren(
      html("p", { class: isGood ? "verdict good" : "verdict bad" }, isGood
        ? answer.awaited > 0 ? "As expected so far" : "As expected" : plural(differences.length, "difference")),
      html("p", {}, `${number(pings.matched)} of ${plural(pings.expected, "expected ping")} seen`,
        answer.awaited > 0 ? `, ${number(answer.awaited)} more not due yet` : "",
        pings.repeated > 0 ? `, ${number(pings.repeated)} sent again` : "",
        ". Expected: ", name, ". Session: ",
        html("a", { href: address({ session: answer.session, app: answer.app, before: null, after: null }) }, sessionTitle(answer)),
        answer.isCut ? ". Only the first 5,000 pings are compared." : "."),
      isGood ? "" : html("ul", { class: "differences" }, list.slice(0, shownDifferences)),
      more.length === 0 ? "" : html("details", {}, html("summary", {}, `${number(more.length)} more`),
        html("ul", { class: "differences" }, more)));
  };

  return showComparison;
};
