// The page of `id3tap collect`: functions for elements and text.
"use strict";
const makeParts = () => {
  const element = (id) => document.getElementById(id);
  const fill = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return node;
  };
  const html = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

  // MARK: Text

  const two = (number, digits = 2) => String(number).padStart(digits, "0");
  const clock = (time, withMilliseconds = true) => {
    const date = new Date(time);
    const text = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
    return withMilliseconds ? `${text}.${two(date.getMilliseconds(), 3)}` : text;
  };
  const number = (value) => value.toLocaleString("en-US");
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const bytes = (count) => count < 1e6 ? `${Math.ceil(count / 1e3)} kB` : count < 1e9
    ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
  const known = ["dtvr", "dcr", "static", "id3", "tsv", "error"];
  const tone = (product) => known.includes(product) ? product : product === "session" ? "session-ping" : "";
  const title = (row) => row.words || `${row.product} ${row.type ?? "ping"}`;
  const sessionName = (session) => session === "" ? "no session" : session;
  const short = (text, count) => text.length > count * 2 + 2 ? `${text.slice(0, count)}…${text.slice(-count)}` : text;
  // The app and the time of the first ping, by which people can distinguish sessions.
  const starts = new Map();
  const sessionKey = (row) => JSON.stringify([row.app, row.session]);
  const sessionTitle = (row, count = 5) => {
    const first = starts.get(sessionKey(row));
    const name = row.app !== "" ? short(row.app, count) : row.session === "" ? sessionName("") : short(row.session, count);
    return first === undefined ? name : `${name} · ${clock(first, false)}`;
  };

  return { element, html, svg, clock, number, plural, bytes, tone, title, sessionName, starts, sessionKey, sessionTitle };
};
