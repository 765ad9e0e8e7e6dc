"""A script for mitmproxy: leads every connection that it opens to the test's own servers on loopback, and writes
down for which host it was.

    SERVERS='80=12345 443=12346' mitmdump --scripts open-here.py
"""
import asyncio
import os

real = asyncio.open_connection
ports = dict(pair.split("=") for pair in os.environ["SERVERS"].split())


async def open_connection(host, port, **options):
    with open("opened.txt", "a") as file:
        file.write(f"{host}\n")
    return await real("127.0.0.1", int(ports[str(port)]))

asyncio.open_connection = open_connection
