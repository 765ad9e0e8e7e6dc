import Foundation
import NielsenAppApi
import TestServer
import TestSupport
import Testing

@testable import Collector

/// Runs the unchanged JavaScript of Nielsen's document about Chromecast in Chromium, with the collector's `/nls.js`.
@Suite(
  "a Chromecast receiver in a browser",
  .ownThread,
  .inBrowser,
  .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
)
struct ReceiverInBrowserTests {
  /// The device id of the user in `chromecast-receiver.html`.
  private static let device = "a5ff494cce22bda39b29da2509f90f52e4e044587107ba9ca092eb3a1c2eccdf"

  private static func text(_ name: String) throws -> String {
    let file = Corpus.packageRoot.appendingPathComponent("Tests/Browser/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func bench() async throws -> CollectorBench {
    try await CollectorBench { settings in
      settings.receivers.random = RandomSource(seed: 1)
      settings.now = { 1_700_000_000_000 }
    }
  }

  /// Serves the receiver's page from an origin that is not the collector's.
  private static func page(_ bench: CollectorBench) throws -> TestServer {
    let document = try text("chromecast-receiver.html")
      .replacing("COLLECTOR", with: "http://127.0.0.1:\(bench.port)")
    let parts = try text("chromecast-receiver.js")
    return try TestServer { request in
      switch request.path {
      case "/": .bytes(Array(document.utf8), type: "text/html")
      case "/parts.js": .bytes(Array(parts.utf8), type: "text/javascript")
      default: .status(404)
      }
    }
  }

  /// The pings, in order.
  private static func pings(_ bench: CollectorBench) throws -> [[String: String]] {
    try bench.rows("SELECT parameters FROM pings ORDER BY ping_id").map { row in
      let pairs = try JSONSerialization.jsonObject(with: Data(row[0].utf8)) as? [[String]]
      return (pairs ?? []).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }
  }

  @Test(
    "pings of the documented code have the device's time, and are stored and shown on the page"
  )
  func document() async throws {
    let bench = try await Self.bench()
    let server = try Self.page(bench)
    let port = bench.port
    let rows = try await bench.waiting {
      let browser = try Browser()
      try browser.open(server.url("/"))
      try browser.wait(until: "document.title === 'ready'")
      for call in [
        // Steps 7 to 11 of the document: playing, paused, playing again, stopped, ended.
        "run('init')", "run('loadmetadata')", "run('updateOTT')", "run('play', 0)", "play(0, 20)",
        "run('pause', 20.4)", "now += 30000", "run('play', 20.4)", "play(21, 40)",
        "run('stop', 40)",
        "run('end', 40)",
        // The sample code: another film.
        "senderMetadata.assetid = 'second'",
        "sampleplayer.CastPlayer.prototype.onLoad_ || run('onLoad')",
        "new sampleplayer.CastPlayer().onLoad_({ data: { media: { metadata: senderMetadata } } })",
        "play(0, 10)", "run('end', 10)",
      ] { _ = try browser.text("(\(call), 'done')") }
      let page = try Browser()
      try page.open("http://127.0.0.1:\(port)/")
      try page.wait(until: "document.querySelectorAll('#rows tr').length === 5")
      return try page.text("document.getElementById('rows').innerText")
    }
    #expect(rows.contains("DCR view of content"))
    #expect(
      try bench.rows("SELECT product, type FROM pings ORDER BY ping_id") == [
        ["session", "session"], ["dcr", "view"], ["dcr", "timer"], ["dcr", "view"],
        ["dcr", "timer"],
      ]
    )
    let pings = try Self.pings(bench)
    #expect(pings.map { $0["c61"] ?? "" }.first == "createtm,1700000000")
    for ping in pings.dropFirst() {
      #expect(ping["c9"] == "devid,\(Self.device)" && ping["ad"] == "0" && ping["uoo"] == "")
      #expect(ping["c72"] == "otttyp,casting" && ping["cg"] == "Program" && ping["tl"] == "Title")
    }
    #expect(pings.map { $0["c27"] ?? "" }.dropFirst() == ["cln,0", "cln,40", "cln,0", "cln,10"])
    #expect(pings.map { $0["ai"] ?? "" }.dropFirst() == ["film", "film", "second", "second"])
    let headers = try bench.rows("SELECT headers FROM requests")
    #expect(headers.allSatisfy { $0[0].contains(#"["X-Id3tap-Receiver","ChromeCastInstance"]"#) })
    try await bench.collector.stop()
  }

  @Test("the engine's log appears in the console, and leaving the page closes its instance")
  func console() async throws {
    let bench = try await Self.bench()
    let server = try Self.page(bench)
    try await bench.waiting {
      let browser = try Browser()
      try browser.open(server.url("/"))
      try browser.wait(until: "document.title === 'ready'")
      _ = try browser.text(
        """
        (() => {
          window.lines = []
          for (const level of ['debug', 'info', 'warn', 'error']) console[level] = text => lines.push(level + ' ' + text)
          const sdk = NOLBUNDLE.nlsQ('P00000000-0000-0000-0000-000000000000', 'b', { nol_devDebug: 'DEBUG' })
          sdk.ggPM('loadmetadata', { type: 'content', assetID: 'film', assetid: 'film' })
          sdk.ggPM('dance')
          for (const second of [0, 1, 2, 3]) { sdk.ggPM('setPlayheadPosition', second); now += 1000 }
          return NOLBUNDLE.b === sdk
        })()
        """
      )
      try browser.wait(until: "lines.some(l => l.startsWith('debug b: call playheadPosition 0'))")
      try browser.wait(
        until: "lines.some(l => l === \"warn b: ggPM: the event 'dance' is unknown\")"
      )
      try browser.open("data:text/html,gone")
    }
    try await bench.collector.stop()
    #expect(
      try bench.rows("SELECT product, type FROM pings ORDER BY ping_id") == [
        ["session", "session"], ["dcr", "view"], ["dcr", "timer"],
      ]
    )
  }

  @Test("calls made before the snippet has loaded the script become pings")
  func snippet() async throws {
    let bench = try await Self.bench()
    let server = try Self.page(bench)
    let port = bench.port
    try await bench.waiting {
      let browser = try Browser()
      try browser.open(server.url("/"))
      try browser.wait(until: "document.title === 'ready'")
      _ = try browser.text(
        """
        (() => {
          const calls = []
          window.NOLBUNDLE = { late: { g: {}, q: calls, ggPM: (...call) => calls.push(call) } }
          NOLBUNDLE.late.ggPM('loadmetadata', { type: 'content', assetid: 'film' })
          NOLBUNDLE.late.ggPM('setPlayheadPosition', 0)
          const script = document.createElement('script')
          script.src = 'http://127.0.0.1:\(port)/conf/P00000000-0000-0000-0000-000000000000.js#name=late&ns=NOLBUNDLE'
          document.body.append(script)
          return true
        })()
        """
      )
      let page = try Browser()
      try page.open("http://127.0.0.1:\(port)/")
      try page.wait(until: "document.querySelectorAll('#rows tr').length === 2")
    }
    #expect(
      try bench.rows("SELECT product, app FROM pings ORDER BY ping_id DESC LIMIT 1")[0][0] == "dcr"
    )
    try await bench.collector.stop()
  }
}
