#!/usr/bin/env python3
"""Uses the live page of `id3tap collect` in Chromium, as a person would. Fails if the page does not work as expected.

    collect-page.py http://127.0.0.1:8977 pings.txt [FOLDER]

The collector must have no pings. pings.txt has the URLs of pings. If FOLDER is given, screenshots are saved in it.
"""
import os
import sys
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import PATIENCE, Browser  # noqa: E402

origin, folder = sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else None
with open(sys.argv[2]) as file:
    paths = [line[line.index("/cgi-bin/"):].strip() for line in file if "/cgi-bin/" in line]
rows = "document.querySelectorAll('#rows tr').length"


def send(path):
    with urllib.request.urlopen(origin + path, timeout=PATIENCE) as answer:
        assert answer.status == 200, answer.status


def check(page, expression, what):
    assert page.value(expression), f"{what}: {page.value('document.body.innerText')[:3000]}"


def picture(page, name):
    if folder:
        page.picture(f"{folder}/{name}.png")


with Browser() as browser:
    page = browser.page()
    page.look(1400, 1000)
    page.open(origin + "/")
    page.wait("document.getElementById('live').textContent === 'live'")
    check(page, "document.getElementById('empty').offsetHeight > 0", "an empty list says what to do")
    picture(page, "empty")

    # New pings appear without reloading the page.
    send(paths[0])
    page.wait(f"{rows} === 1")
    for path in paths[1:]:
        send(path)
    page.wait(f"{rows} === {min(50, len(paths))}")
    page.wait(f"document.getElementById('stored').textContent.startsWith('{len(paths)} pings')")
    page.wait("document.querySelectorAll('.timeline .mark').length > 5")
    page.wait("[...document.querySelectorAll('select[name=product] option')].some(o => o.value === 'dtvr')")
    picture(page, "list")

    # A click on a row shows the whole ping. Markup in the ping is shown as text.
    send("/cgi-bin/gn?prd=dcr&c13=asid,P9&sessionId=s9&cr=4_00_99_V1_00000&tl="
         "%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D'taken'%22%3E&moon=1")
    page.wait("document.querySelector('#rows .findings')?.textContent.includes('error')")
    page.click("#rows tr .words")
    page.wait("document.getElementById('detail')?.offsetHeight > 0")
    text = page.value("document.getElementById('detail').innerText")
    for words in ("<img src=x onerror=", "DCR view of content", "Title of the asset being measured",
                  "not in the dictionary of parameters", "GET " + origin, "asid"):
        assert words in text, f"{words!r} is missing: {text[:3000]}"
    check(page, "document.querySelectorAll('#detail img').length === 0 && document.title !== 'taken'", "no markup")
    picture(page, "detail")

    # All missing parameters are shown in one line.
    check(page, "document.querySelectorAll('.found li').length > 0 && [...document.querySelectorAll("
          "'.found li')].filter(i => i.textContent.includes('missing')).length === 1", "missing parameters")

    # Keys show the next and the previous ping, and close the ping.
    shown = "document.getElementById('detail')?.dataset.ping"
    chosen = page.value(shown)
    page.key("j", "j")
    page.wait(f"{shown} !== '{chosen}'")
    page.key("k", "k")
    page.wait(f"{shown} === '{chosen}'")
    page.key("Escape")
    page.wait("!document.getElementById('detail')")

    # The findings filter. Equal pings without errors or warnings are one line, which can be unfolded.
    choose = ("(() => {{ const s = document.querySelector('select[name=findings]'); s.value = '{}';"
              " s.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")
    page.value(choose.format("error"))
    page.wait("location.search.includes('findings=error') && " + rows + " === 1 && "
              "document.querySelector('#rows .findings').textContent.includes('error')")
    page.value(choose.format(""))
    page.wait(f"{rows} > 5")
    # A session is shown with the id of its app and a time.
    page.wait("[...document.querySelectorAll('#rows .session a')].some(a => / · [0-9:]{8}$/.test(a.textContent))")

    # Filters can be set by choosing, by typing and by a click on a session. They also apply to the exports.
    page.value("(() => { const s = document.querySelector('select[name=product]'); s.value = 'dtvr';"
               " s.dispatchEvent(new Event('change', {bubbles: true})); })()")
    page.wait("[...document.querySelectorAll('#rows .product')].every(p => p.textContent === 'dtvr')"
              f" && {rows} > 0 && {rows} < {len(paths)}")
    check(page, "document.getElementById('export-har').href.endsWith('export.har?product=dtvr')", "exports")
    page.wait("document.getElementById('live').textContent === 'live'")
    before = page.value(rows)
    send("/cgi-bin/gn?prd=session&sessionId=s9")
    send("/cgi-bin/d?st=mtvr&sessionId=s9&c13=asid,P9")
    page.wait(f"{rows} === {before + 1}")
    page.click("#filters a")
    page.wait(f"{rows} > {before + 1}")
    page.key("/", "/")
    page.wait("document.activeElement.name === 'session'")
    page.type("s9")
    page.key("Enter", "\r")
    page.wait(f"{rows} === 3")

    # A click still works if the list is loaded again while the mouse button is pressed.
    def load_again():
        page.wait("document.getElementById('live').textContent === 'live'")
        # The marked line is replaced when the new list is shown.
        page.value("document.querySelector('#rows tr').setAttribute('data-marked', '')")
        page.value("document.getElementById('follow').click(); document.getElementById('follow').click()")
        page.wait("!document.querySelector('#rows [data-marked]')")

    page.click("#rows tr:last-child .session a", while_pressed=load_again)
    page.wait("location.search.includes('app=P9')")
    page.wait(f"{rows} === 2")

    # The address of a view shows the same view again.
    page.open(origin + "/?product=dtvr&app=P9")
    page.wait(f"{rows} === 1")

    # If the list does not follow, new pings are only announced.
    page.open("about:blank")
    page.open(origin + "/")
    page.wait("document.getElementById('live').textContent === 'live'")
    page.click("#follow")
    page.wait("!document.getElementById('follow').checked")
    before = page.value("document.querySelector('#rows tr').dataset.id")
    send(paths[0])
    page.wait("document.getElementById('news').textContent === '1 new ping'")
    check(page, f"document.querySelector('#rows tr').dataset.id === '{before}'", "a list that is not followed stays")

    # The pages of the list.
    for number in range(60):
        send(f"{paths[0]}&again={number}")
    page.click("#follow")
    page.wait(f"{rows} === 50 && document.getElementById('older').href")
    folded = page.value("document.querySelectorAll('#rows tr[hidden]').length")
    if folded:
        page.click(".more")
        page.wait(f"document.querySelectorAll('#rows tr[hidden]').length < {folded}")
    newest = page.value("Number(document.querySelector('#rows tr').dataset.id)")
    page.click("#older")
    page.wait(f"Number(document.querySelector('#rows tr')?.dataset.id) === {newest - 50}")
    page.click("#newer")
    page.wait(f"Number(document.querySelector('#rows tr')?.dataset.id) === {newest}")

    # On a phone, nothing is wider than the screen.
    page.open("about:blank")
    for name, width, height, scheme in (("phone", 390, 844, "light"), ("phone-dark", 390, 844, "dark"),
                                        ("dark", 1400, 1000, "dark")):
        page.look(width, height, scheme)
        page.open(f"{origin}/?ping={newest}")
        page.wait("document.getElementById('live').textContent === 'live'")
        picture(page, name + "-detail")
        page.open(f"{origin}/")
        page.wait(f"{rows} === 50 && !document.getElementById('detail')")
        page.wait("document.querySelectorAll('.timeline .mark').length > 5")
        check(page, "document.documentElement.scrollWidth <= innerWidth", f"{name} is too wide")
        picture(page, name)
    assert not page.problems, page.problems
print("good")
