// The page of `id3tap collect`: the details of one ping.
"use strict";
const makeDetail = (parts) => {
  const { element, html, plural, title } = parts;
  const facts = (pairs) => html("dl", { class: "facts" }, pairs.filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
  const fieldRow = (field) => html("tr", {},
    html("td", {}, html("code", {}, field.name + (field.key === null ? "" : ` ${field.key}`))),
    html("td", {}, html("code", {}, field.value)),
    html("td", {}, field.title === null ? null : html("b", {}, field.title + ". "), field.meaning,
      field.finding === null ? null : html("span", { class: `finding ${field.valid ? "noted" : "bad"}` }, field.finding)));
  // All missing parameters share one line.
  const folded = (findings) => {
    const missing = findings.filter((finding) => finding.rule === "missing");
    if (missing.length < 2) return findings;
    const names = missing.map((finding) => finding.field).join(", ");
    const line = { ...missing[0], field: null, message: `${missing.length} required parameters are missing: ${names}` };
    return findings.flatMap((finding) => finding === missing[0] ? [line] : missing.includes(finding) ? [] : [finding]);
  };
  const showDetail = (detail) => {
    const { row, explained, request } = detail;
    const findingList = explained === null || explained.findings.length === 0
      ? html("p", { class: "good" }, "No faults found.")
      : html("ul", { class: "findings-list" }, folded(explained.findings).map((finding) =>
        html("li", { class: { error: "bad", warning: "warned" }[finding.severity] ?? "noted" }, `${finding.severity}: ${
          finding.field === null || finding.message.includes(finding.field) ? "" : finding.field + ": "}${finding.message}`)));
    const fields = explained === null ? [] : explained.fields;
    const table = (list) => html("table", { class: "fields" },
      html("thead", {}, html("tr", {}, ["Parameter", "Value", "Meaning"].map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, list.map(fieldRow)));
    const blank = fields.filter((field) => field.value === "" && field.finding === null);
    element("detail-title").textContent = title(row);
    element("detail-content").replaceChildren(
      facts([["received", new Date(row.received).toISOString()], ["app", row.app], ["session", row.session],
        ["credit", row.credit], ["from", request.peer], ["answered", String(request.status)]]),
      findingList,
      table(fields.filter((field) => !blank.includes(field))),
      blank.length === 0 ? "" : html("details", {}, html("summary", {}, plural(blank.length, "blank parameter")), table(blank)),
      html("h3", {}, "Request"),
      html("pre", {}, `${request.method} ${request.url}`),
      request.headers.length === 0 ? "" : html("pre", {}, request.headers.map(([name, value]) => `${name}: ${value}`).join("\n")),
      request.body === null ? "" : html("pre", {}, request.body));
    document.body.dataset.ping = row.id;
  };

  return showDetail;
};
