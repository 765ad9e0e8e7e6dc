"""Controls headless Chromium over the DevTools protocol. Only the standard library is needed.

    with Browser() as browser:
        page = browser.page()
        page.open("http://127.0.0.1:8977/")
        page.wait("document.querySelectorAll('#rows tr').length > 0")
        page.click("#rows tr")
"""
import base64
import faulthandler
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

#: The program itself, because the script on PATH does not pass signals on to it.
PROGRAM = "/usr/lib/chromium/chromium-headless-shell"

#: The maximum wait in seconds. Chromium is slow on a busy machine. Only a hang takes this time.
PATIENCE = 180

#: The timeout of a script in seconds. It prints the current position, and is shorter than the timeout of the test.
LONGEST_RUN = 540
faulthandler.dump_traceback_later(LONGEST_RUN, exit=True)


class WebSocket:
    """A WebSocket client (RFC 6455) with the features that the DevTools protocol needs."""

    def __init__(self, url, patience=PATIENCE):
        host, path = url.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), patience)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.held = b""
        while b"\r\n\r\n" not in self.held:
            self.held += self.more()
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())

    def more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the browser has closed the connection")
        return data

    def take(self, count):
        while len(self.held) < count:
            self.held += self.more()
        data, self.held = self.held[:count], self.held[count:]
        return data

    def send(self, text, kind=1):
        data = text.encode()
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        else:
            head += bytes([0x80 | 126]) + struct.pack(">H", size) if size < 1 << 16 else \
                bytes([0x80 | 127]) + struct.pack(">Q", size)
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(byte ^ mask[index & 3] for index, byte in enumerate(data)))

    def receive(self):
        """Returns the next text message."""
        message = b""
        while True:
            first, second = self.take(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            data = self.take(size)
            kind = first & 15
            if kind == 8:
                raise ConnectionError("the browser has closed the connection")
            if kind == 9:
                self.send(data.decode(), 10)
            elif kind in (0, 1):
                message += data
                if first & 0x80:
                    return message.decode()


class Page:
    """A page of the browser. Events that arrive before an awaited response are passed to `on_event`."""

    #: Seconds for which one script in the page waits for a condition.
    look_for = 10

    def __init__(self, url, on_event):
        self.socket = WebSocket(url)
        self.on_event = on_event
        self.number = 0
        self.problems = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def read(self):
        """Returns the next message. An event is also passed to `on_event`."""
        message = json.loads(self.socket.receive())
        if "method" in message:
            event, data = message["method"], message.get("params", {})
            if event == "Runtime.exceptionThrown":
                self.problems.append(json.dumps(data["exceptionDetails"])[:500])
            elif event == "Log.entryAdded" and data["entry"]["level"] == "error":
                self.problems.append(data["entry"]["text"])
            self.on_event(event, data)
        return message

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def value(self, expression, **parameters):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, **parameters)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, patience=PATIENCE):
        """Returns when the expression is true. A script in the page checks it every 20 ms, which saves messages."""
        end = time.monotonic() + patience
        script = (f"new Promise(done => {{ const end = Date.now() + {self.look_for * 1000};"
                  f" const look = () => ({expression}) ? done(true) : Date.now() > end ? done(false)"
                  " : setTimeout(look, 20); look(); })")
        while True:
            try:
                if self.value(script, awaitPromise=True):
                    return
            except (RuntimeError, KeyError) as error:
                # Promises of a page end when another page is opened.
                if not any(words in str(error) for words in ("context", "navigated", "Promise was collected")):
                    raise
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} does not become true in {patience} s:"
                                   f" {self.value('document.body.innerText')[:2000]} {self.problems}")

    def click(self, selector, while_pressed=lambda: None):
        """Clicks in the middle of the first element that matches a selector, after its position has not changed for
        two frames. `while_pressed` is called between pressing and releasing the button."""
        find = json.dumps(selector)
        where = self.value(f"""(async () => {{
            const frame = () => new Promise(requestAnimationFrame);
            const at = () => {{
              const e = document.querySelector({find});
              e.scrollIntoView({{block: "center", behavior: "instant"}});
              const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
              const hit = document.elementFromPoint(x, y);
              return {{x, y, isHit: e.contains(hit)}};
            }};
            const end = Date.now() + {self.look_for * 1000};
            let before = at();
            for (;;) {{
              await frame(); await frame();
              const now = at();
              if (now.isHit && now.x === before.x && now.y === before.y || Date.now() > end) return [now.x, now.y];
              before = now;
            }} }})()""", awaitPromise=True)
        mouse = {"x": where[0], "y": where[1], "button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", **mouse)
        while_pressed()
        self.call("Input.dispatchMouseEvent", type="mouseReleased", **mouse)

    def key(self, key, text=None):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def look(self, width, height, scheme="light"):
        """Sets the size of the window and the colour scheme."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, name):
        with open(name, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


class Browser:
    """Chromium with a temporary profile. It runs until the end of the `with` block."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "--no-first-run", f"--user-data-dir={self.profile.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=self.errors, env={**os.environ, "HOME": self.profile.name})
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with open(f"{self.profile.name}/DevToolsActivePort") as file:
                    self.port = int(file.read().split()[0])
                break
            except (FileNotFoundError, IndexError):
                if time.monotonic() > end or self.process.poll() is not None:
                    raise RuntimeError(f"chromium does not start: {self.said()}") from None
                time.sleep(0.05)
        return self

    def __exit__(self, kind, *_):
        if kind:
            print(f"chromium said: {self.said()}", file=sys.stderr)
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()
        self.profile.cleanup()

    def said(self):
        """Returns the last 2000 characters that Chromium wrote to standard error."""
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")[-2000:]

    def ask(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    def page(self, on_event=lambda event, data: None):
        end = time.monotonic() + PATIENCE
        while True:
            # The port can be open before the first page exists.
            for target in self.ask("list"):
                if target["type"] == "page":
                    return Page(target["webSocketDebuggerUrl"], on_event)
            if time.monotonic() > end:
                raise RuntimeError(f"chromium opens no page: {self.said()}")
            time.sleep(0.05)

    @property
    def version(self):
        """Returns the name and the version."""
        return self.ask("version")["Browser"].split("/")
