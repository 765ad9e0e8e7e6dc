#!/usr/bin/env python3
"""Makes chromium.har: Chromium sends pings to a server on loopback, and its Network events become HAR 1.2.

    pip install websocket-client
    id3tap pings --scenario ../../../SampleStreams/scenarios/preroll-midroll-postroll.json --format url > pings.txt
    ./record-har.py pings.txt chromium.har

A page sends the URLs with Image, fetch, POST and sendBeacon in turn, one with raw commas, one with %2C.
Nothing leaves the machine.
"""
import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import websocket

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
    """A page that sends the pings one after the other and then changes its title."""
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
        else navigator.sendBeacon(url, query);
      }
      await fetch('/done');
      document.title = 'sent';
    })();</script>""").encode()


def main():
    urls = [line for line in open(sys.argv[1]).read().split("\n") if "/cgi-bin/" in line]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    origin = f"http://127.0.0.1:{server.server_port}"
    Collector.page = page(urls, origin)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "--no-first-run", f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            record(profile, origin, len(urls))
        finally:
            browser.terminate()
            browser.wait(20)


def record(profile, origin, count):
    port = None
    for _ in range(300):
        try:
            port = open(f"{profile}/DevToolsActivePort").read().split()[0]
            break
        except (FileNotFoundError, IndexError):
            time.sleep(0.1)
    targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list"))
    address = next(t["webSocketDebuggerUrl"] for t in targets if t["type"] == "page")
    socket = websocket.create_connection(address, timeout=60)
    for number, (method, parameters) in enumerate([
            ("Network.enable", {}), ("Page.enable", {}), ("Page.navigate", {"url": origin + "/"})]):
        socket.send(json.dumps({"id": number + 1, "method": method, "params": parameters}))
    version = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version"))["Browser"]
    entries, by_id, pings, finished = [], {}, [], False
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        message = json.loads(socket.recv())
        event, data = message.get("method"), message.get("params", {})
        if event == "Network.requestWillBeSent":
            entry = started(data)
            by_id[data["requestId"]] = entry
            entries.append(entry)
        elif event == "Network.responseReceived" and data["requestId"] in by_id:
            answered(by_id[data["requestId"]], data["response"])
        elif event == "Network.loadingFinished" and data["requestId"] in by_id:
            entry = by_id[data["requestId"]]
            entry["time"] = round((data["timestamp"] - entry.pop("_start")) * 1000, 3)
            finished = finished or entry["request"]["url"].endswith("/done")
        pings = [e for e in entries if "/cgi-bin/" in e["request"]["url"]]
        if finished and all(e["response"]["status"] for e in pings):
            break
    if len(pings) != count:
        sys.exit(f"{len(pings)} of {count} pings were recorded: run it again")
    for entry in entries:
        entry.pop("_start", None)
    har = {"log": {"version": "1.2", "creator": {"name": "record-har.py", "version": "1"},
                   "browser": {"name": version.split("/")[0], "version": version.split("/")[1]},
                   "pages": [], "entries": entries}}
    json.dump(har, open(sys.argv[2], "w"), indent=1)


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
