// What `id3tap report` prints of its index page: a block for each input that fails, then the table of the rest.
"use strict";
const reportPrint = (kit, index) => {
  const { rules, verdicts, html, badge, number, clock, span, plural } = kit;
  const blocks = 200;
  const rulesInBlock = 8;
  const section = html("section", { id: "print" });
  const isProblem = (input) => verdicts[input.verdict].rank < verdicts.warn.rank;

  const times = (findings) => {
    const all = findings.flatMap((finding) => [finding[2], finding[3]]).filter((time) => time !== null);
    if (all.length === 0) return "";
    const [first, last] = [Math.min(...all), Math.max(...all)].map((time) => clock(Math.max(0, Math.round(time))));
    return first === last ? `at ${first}` : `${first} – ${last}`;
  };
  const places = (findings) => {
    const names = [...new Set(findings.map((finding) => finding[5]).filter((name) => name !== null))];
    const rest = names.length > 3 ? ` and ${number(names.length - 3)} more` : "";
    return names.slice(0, 3).join(", ") + rest;
  };
  const sentence = (text) => /[.!?…]$/.test(text) ? text : `${text}.`;
  const findings = (detail) => {
    const byRule = new Map();
    for (const finding of detail.findings) {
      if (finding[1] === "info") continue;
      if (!byRule.has(finding[0])) byRule.set(finding[0], []);
      byRule.get(finding[0]).push(finding);
    }
    const isError = (group) => group.some((finding) => finding[1] === "error");
    const groups = [...byRule.values()].sort((one, other) => isError(other) - isError(one));
    const rest = groups.length - rulesInBlock;
    return [...groups.slice(0, rulesInBlock).map((group) => {
      const rule = rules[group[0][0]];
      const count = group.reduce((sum, finding) => sum + finding[4], 0);
      const where = [times(group), places(group), count > 1 ? `${number(count)} times` : ""].filter((part) => part).join(", ");
      return html("li", { class: isError(group) ? "error" : "warning" },
        html("b", {}, `${isError(group) ? "✕" : "▲"} ${rule.title}`), where ? ` (${where})` : "", `: ${sentence(group[0][11])}`,
        rule.remedy ? [" ", html("b", {}, "Do:"), ` ${rule.remedy}`] : null);
    }), rest > 0 ? html("li", {}, `${plural(rest, "more rule")}`) : null];
  };
  const withoutName = (text, name) => text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  const block = (input) => {
    const detail = kit.detailOf(input);
    const isRead = input.duration !== null;
    const facts = [isRead ? clock(input.duration) : null, isRead ? plural(input.data, "DATA tag") : null,
      isRead ? plural(input.info, "INFO tag") : null,
      input.gap === null ? null : `longest gap ${span(input.gap)}`].filter((part) => part);
    const tracks = index.strips(input);
    return html("article", { class: "block" },
      html("h3", {}, input.name || "(no name)", " ", badge(input.verdict)),
      facts.length ? html("p", { class: "status" }, facts.join(" · ")) : null,
      input.strips.map(([name], at) => html("div", { class: "track" }, html("span", {}, name), tracks[at])),
      detail.missing.length ? html("p", {}, `Required, but missing: ${detail.missing.join(", ")}`) : null,
      detail.failure ? html("p", { class: "failure" }, sentence(withoutName(detail.failure, input.name))) : null,
      html("ul", {}, findings(detail)));
  };

  // Builds the blocks, and leaves their inputs out of the table.
  const before = () => {
    const shown = index.selected().filter(isProblem);
    const inBlocks = shown.slice(0, blocks);
    section.replaceChildren(...inBlocks.map(block));
    const rest = index.selected().length - inBlocks.length;
    section.append(rest > 0 && inBlocks.length > 0 ? html("h3", {}, "The other inputs") : "");
    document.getElementById("inputs").before(section);
    index.draw(new Set(inBlocks.map((input) => input.index)));
    document.getElementById("inputs").classList.toggle("is-empty", rest === 0);
  };
  const after = () => {
    section.remove();
    document.getElementById("inputs").classList.remove("is-empty");
    index.draw();
  };
  return { before, after };
};
