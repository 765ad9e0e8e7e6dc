#!/usr/bin/env python3
"""Makes chromium.har: Chromium sends pings to a server on loopback, and its Network events become HAR 1.2.

    id3tap pings --scenario ../../../SampleStreams/scenarios/preroll-midroll-postroll.json --format url > pings.txt
    ./record-har.py pings.txt chromium.har [COLLECTOR]

A page sends the URLs in turn with Image, fetch, POST and sendBeacon, one with raw commas and one with %2C. The URLs
go to the page's server, or to COLLECTOR, such as an `id3tap collect` at http://127.0.0.1:8977. Nothing leaves the machine.
"""
import http.server
import json
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "Browser"))
from devtools import Browser  # noqa: E402

GIF = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")


class Collector(http.server.BaseHTTPRequestHandler):
    page = b""

    def answer(self):
        length = int(self.headers.get("Content-Length", 0))
        self.rfile.read(length)
        is_page = self.path == "/"
        body = self.page if is_page else GIF
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if is_page else "image/gif")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def page(urls, origin):
    """Returns a page that sends the pings one by one, and then changes its title."""
    pings = []
    for number, url in enumerate(urls):
        path = url[url.index("/cgi-bin/"):]
        if number == 1:
            path = path.replace("%2C", ",").replace("c6=vc,", "c6=vc%2C")
        endpoint, query = path.split("?", 1)
        kind = ["image", "fetch", "post", "beacon"][number % 4]
        pings.append([kind, origin + endpoint, query])
    return ("<!doctype html><title>sending</title><script>const pings = " + json.dumps(pings) + """;
    (async () => {
      for (const [kind, url, query] of pings) {
        if (kind === 'image') await new Promise(done => { const i = new Image(); i.onload = i.onerror = done; i.src = url + '?' + query });
        else if (kind === 'fetch') await fetch(url + '?' + query);
        else if (kind === 'post') await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: query });
        else await new Promise(done => {
          // The next ping must not overtake a beacon, whose performance entry shows that it has ended.
          const observer = new PerformanceObserver(list => {
            if (!list.getEntries().some(entry => entry.initiatorType === 'beacon')) return;
            observer.disconnect();
            done();
          });
          observer.observe({ type: 'resource' });
          navigator.sendBeacon(url, query);
        });
      }
      await fetch('/done');
      document.title = 'sent';
    })();</script>""").encode()


def main():
    with open(sys.argv[1]) as file:
        urls = [line for line in file.read().split("\n") if "/cgi-bin/" in line]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    origin = f"http://127.0.0.1:{server.server_port}"
    Collector.page = page(urls, sys.argv[3].rstrip("/") if len(sys.argv) > 3 else origin)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as browser:
        record(browser, origin, len(urls))


def record(browser, origin, count):
    entries, by_id = [], {}

    def note(event, data):
        if event == "Network.requestWillBeSent" and data["request"]["url"].startswith("http"):
            entry = started(data)
            by_id[data["requestId"]] = entry
            entries.append(entry)
        elif event == "Network.responseReceived" and data["requestId"] in by_id:
            answered(by_id[data["requestId"]], data["response"])
        elif event == "Network.loadingFinished" and data["requestId"] in by_id:
            entry = by_id[data["requestId"]]
            entry["time"] = round((data["timestamp"] - entry.pop("_start", data["timestamp"])) * 1000, 3)

    tab = browser.page(note)
    tab.open(origin + "/")
    tab.wait("document.title === 'sent'")
    # Responses to beacons arrive at any time.
    end = time.monotonic() + 30
    pings = []
    while time.monotonic() < end:
        pings = [e for e in entries if "/cgi-bin/" in e["request"]["url"]]
        if len(pings) == count and all(e["response"]["status"] for e in pings):
            break
        tab.value("0")
    if len(pings) != count:
        sys.exit(f"{len(pings)} of {count} pings were recorded: run it again")
    for entry in entries:
        entry.pop("_start", None)
    name, version = browser.version
    har = {"log": {"version": "1.2", "creator": {"name": "record-har.py", "version": "1"},
                   "browser": {"name": name, "version": version}, "pages": [], "entries": entries}}
    with open(sys.argv[2], "w") as file:
        json.dump(har, file, indent=1)


def headers(pairs):
    return [{"name": name, "value": value} for name, value in pairs.items()]


def started(data):
    request = data["request"]
    wall = data["wallTime"]
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(wall)) + f".{int(wall % 1 * 1000):03}Z"
    url = request["url"]
    query = url.split("?", 1)[1] if "?" in url else ""
    har = {"method": request["method"], "url": url, "httpVersion": "HTTP/1.1", "cookies": [],
           "headers": headers(request["headers"]),
           "queryString": [dict(zip(("name", "value"), (p + "=").split("=", 1))) for p in query.split("&") if p][:3],
           "headersSize": -1, "bodySize": len(request.get("postData", ""))}
    if "postData" in request:
        har["postData"] = {"mimeType": request["headers"].get("Content-Type", ""), "text": request["postData"]}
    return {"startedDateTime": stamp, "time": 0, "_start": data["timestamp"], "request": har,
            "response": {"status": 0, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
                         "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
            "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0}}


def answered(entry, response):
    entry["response"].update(
        status=response["status"], statusText=response["statusText"], headers=headers(response["headers"]))
    entry["response"]["content"]["mimeType"] = response["mimeType"]


main()
