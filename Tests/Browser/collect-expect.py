#!/usr/bin/env python3
"""Checks in Chromium how the page of `id3tap collect --against pings.txt` judges the pings that arrive.

    collect-expect.py http://127.0.0.1:8977 pings.txt

The collector must have no pings. pings.txt has the URLs of the expected pings, in order.
"""
import os
import sys
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import PATIENCE, Browser  # noqa: E402

origin = sys.argv[1]
with open(sys.argv[2]) as file:
    paths = [line[line.index("/cgi-bin/"):].strip() for line in file if "/cgi-bin/" in line]
verdict = "(document.querySelector('#comparison .verdict')?.textContent ?? '')"


def send(path):
    with urllib.request.urlopen(origin + path, timeout=PATIENCE) as answer:
        assert answer.status == 200, answer.status


with Browser() as browser:
    page = browser.page()
    page.look(1280, 900)
    page.open(origin + "/")
    page.wait("document.getElementById('comparison').innerText.includes('Waiting for the first ping')")

    # A ping that is not due yet is not missing.
    send(paths[0])
    page.wait(f"{verdict} === 'As expected so far'")
    text = page.value("document.getElementById('comparison').innerText")
    assert "1 of 1 expected ping seen" in text and "more not due yet" in text, text
    for path in paths[1:]:
        send(path)
    page.wait(f"{verdict} === 'As expected'")

    # An unexpected ping is shown as a difference, with its likely cause and a link to the ping.
    send("/cgi-bin/gn?prd=dcr&c13=asid,P00000000-0000-0000-0000-000000000000&cr=4_00_99_V1_00000&ai=x&sessionId="
         + paths[0].split("sessionId=")[1].split("&")[0])
    page.wait(f"/difference/.test({verdict})")
    text = page.value("document.getElementById('comparison').innerText")
    assert "extra" in text and "Likely cause: " in text, text
    print("good")
