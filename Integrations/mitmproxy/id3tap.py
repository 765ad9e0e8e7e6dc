"""Answers requests to Nielsen's hosts from a running `id3tap collect`, and lets none of them out.

    id3tap collect
    mitmdump --scripts Integrations/mitmproxy/id3tap.py --set id3tap_collector=http://127.0.0.1:8977

Method, URL, header fields and body reach the collector as the app sent them: the URL with its scheme and host, as
for a proxy. Without a collector the app gets 502. No connection to a Nielsen host is opened in any case, and
its name is not looked up. Other traffic passes. It sets connection_strategy to lazy. For mitmproxy 8 and later.
"""
import asyncio
import http.client
import logging
import ssl
from urllib.parse import urlsplit

from mitmproxy import ctx, exceptions
from mitmproxy import http as messages

# The same list as in Sources/Engine/NielsenAppApi/Environment/ProductionHosts.swift.
DOMAINS = ("imrworldwide.com", "nielsen.com")
# The longest wait for the collector, in seconds.
TIMEOUT = 10
# Header fields that are not forwarded: those for one connection (RFC 9110, 7.6.1), Content-Length and Expect.
DROPPED = {
    b"connection", b"content-length", b"expect", b"keep-alive", b"proxy-authenticate", b"proxy-authorization",
    b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
}


def domain(host):
    """The Nielsen domain that a host belongs to; None when it belongs to none."""
    name = (host or "").lower().rstrip(".")
    return next((one for one in DOMAINS if name == one or name.endswith("." + one)), None)


def nielsen_host(*hosts):
    """The first of the hosts that is one of Nielsen's; None when none is."""
    return next((host for host in hosts if domain(host)), None)


class Collector:
    """The add-on."""

    def __init__(self):
        self.is_away = False
        self.collector = urlsplit("http://127.0.0.1:8977")

    def load(self, loader):
        loader.add_option(
            "id3tap_collector", str, "http://127.0.0.1:8977",
            "The address of 'id3tap collect', which answers requests to Nielsen's hosts.",
        )

    def configure(self, updated):
        if "id3tap_collector" not in updated:
            return
        text = ctx.options.id3tap_collector
        try:
            address = urlsplit(text)
            is_good = address.scheme in ("http", "https") and address.hostname and (address.port or 1)
        except ValueError:
            is_good = False
        if not is_good or domain(address.hostname):
            raise exceptions.OptionsError(
                f"id3tap_collector={text}: is not the address of a collector: give one like http://127.0.0.1:8977"
            )
        self.collector = address

    def running(self):
        # Otherwise mitmproxy would connect to a host before it knows the request.
        ctx.options.update(connection_strategy="lazy")

    def server_connect(self, data):
        """Keeps back connections to a Nielsen host, whatever they are for; called before its name is looked up."""
        host = nielsen_host(data.server.address and data.server.address[0], data.server.sni, data.client.sni)
        if host:
            data.server.error = f"{host} is a Nielsen host, which id3tap.py blocks"

    async def request(self, flow):
        """Answers a request to a Nielsen host."""
        host = nielsen_host(flow.request.pretty_host, flow.request.host, flow.client_conn.sni)
        if flow.response or not host:
            return
        try:
            # Not on the thread of the event loop, because the call blocks.
            flow.response = await asyncio.get_running_loop().run_in_executor(None, self.ask, flow.request, host)
            self.is_away = False
        except (OSError, ValueError, http.client.HTTPException) as error:
            text = f"{ctx.options.id3tap_collector}: does not answer ({error}): start 'id3tap collect' there"
            if not self.is_away:
                logging.warning("id3tap: %s", text)
            self.is_away = True
            flow.response = messages.Response.make(502, f"{text}\n", {"Content-Type": "text/plain; charset=utf-8"})

    def ask(self, request, host):
        """Gives the collector's answer to a request for a host."""
        if self.collector.scheme == "https":
            # A collector for tests has a self-signed certificate.
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection(
                self.collector.hostname, self.collector.port, timeout=TIMEOUT, context=context)
        else:
            connection = http.client.HTTPConnection(
                self.collector.hostname, self.collector.port, timeout=TIMEOUT)
        body = request.raw_content or b""
        try:
            connection.putrequest(
                request.method, self.url(request, host), skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", host)
            for name, value in request.headers.fields:
                if name.lower() not in DROPPED and name.lower() != b"host":
                    connection.putheader(name, value)
            if body or request.method in ("POST", "PUT"):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.getheaders()]
            return messages.Response.make(
                answer.status, answer.read(), [field for field in fields if field[0].lower() not in DROPPED])
        finally:
            connection.close()

    @staticmethod
    def url(request, host):
        usual = {"http": 80, "https": 443}.get(request.scheme)
        port = "" if request.port == usual else f":{request.port}"
        return f"{request.scheme}://{host}{port}{request.path}"


addons = [Collector()]
