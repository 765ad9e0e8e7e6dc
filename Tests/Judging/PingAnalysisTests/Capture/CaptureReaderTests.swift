import Foundation
import NielsenTag
import Testing
import TimedMetadata

@testable import PingAnalysis
@testable import Reports

@Suite("reading captures")
struct CaptureReaderTests {
  @Test(
    "the ping is found in every capture format at any piece size",
    arguments: 0..<SampleCaptures.all.count,
    [1, 7, .max]
  )
  func forms(_ index: Int, _ pieceSize: Int) throws {
    let (name, text) = SampleCaptures.all[index]
    let pings = try #require(
      try SampleCaptures.pings(in: Array(text.utf8), pieceSize: pieceSize),
      "\(name)"
    )
    try #require(pings.count == 1, "\(name)")
    #expect(pings[0].endpoint == "/cgi-bin/gn" && pings[0].product == .session, "\(name)")
    #expect(pings[0]["c13"] == "asid,P1" && pings[0].number("c61") == 1_700_000_000, "\(name)")
    #expect(pings[0].place != nil, "\(name)")
  }

  @Test("a capture with time stamps gives each ping its send time", arguments: [3, 4, 7, 8])
  func clocks(_ index: Int) throws {
    let pings = try SampleCaptures.pings(in: Array(SampleCaptures.all[index].text.utf8))
    let time = try #require(pings?.first?.sentAt)
    #expect(time == 1_700_000_000 || time == 1_700_000_000.5)
  }

  @Test("all GET and POST pings are read from a HAR file recorded by Chromium")
  func chromium() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Captures/chromium.har")
    let pings = try #require(
      try SampleCaptures.pings(in: Array(Data(contentsOf: file)), pieceSize: 4096)
    )
    let sent = SampleRun.pings(of: try SampleRun.urls("preroll-midroll-postroll"))
    // For a beacon, Chromium records the body that the page passed.
    #expect(pings.map(\.parameters) == sent.map(\.parameters))
    #expect(pings.count { $0.hasBody } == 5)
    #expect(pings.allSatisfy { $0.host == "127.0.0.1" && $0.sentAt != nil })
    let explainer = PingExplainer()
    #expect(pings.flatMap { explainer.explain($0).findings }.isEmpty)
    #expect(PingComparison.report(expected: sent, actual: pings).isSame)
  }

  @Test(
    "payload logs, HTML pages and binary data are not captures",
    arguments: [
      "www.nielsen.com/abc", "<html>", "{\"a\": 1}", "{\"log\":\"a\"}", "",
      "G\0\0\0/cgi-bin/gn?prd=dcr",
    ]
  )
  func others(_ text: String) throws {
    #expect(try SampleCaptures.pings(in: Array(text.utf8)) == nil)
  }

  @Test(
    "an unsupported format is refused with the name of a tool that converts it",
    arguments: [
      ("2500:9:websocket;0:~8:response;", "mitmdump"), ("\u{1f}", "gunzip"),
      ("PK\u{3}\u{4}meta.json", "chlsj"),
    ]
  )
  func refusals(_ text: String, _ words: String) throws {
    var bytes = Array(text.utf8)
    if bytes == [0x1f] { bytes.append(0x8b) }
    let error = #expect(throws: CaptureError.self) { try SampleCaptures.pings(in: bytes) }
    #expect(error?.code == .unsupported && error?.description.contains(words) == true)
  }

  @Test("UTF-16 text, as written by PowerShell, is refused", arguments: [false, true])
  func wideText(isBigEndian: Bool) throws {
    let text = "\u{FEFF}https://a.example/cgi-bin/gn?prd=session&c13=asid,P1"
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
    let error = #expect(throws: CaptureError.self) { try SampleCaptures.pings(in: bytes) }
    #expect(error?.code == .unsupported && error?.description.contains("is UTF-16 text") == true)
    // A transport or media stream may begin with the same two bytes.
    #expect(CaptureKind.refusal([0xFF, 0xFE] + Array(repeating: 1, count: 40)) == nil)
  }

  @Test(
    "a HAR file without pings and without its recorder's name is recognized",
    arguments: [
      "{\"log\":{\"entries\":[]}}", "\u{FEFF}{\n \"log\" : {\n \"version\" : \"1.2\" } }",
      "{\"log\":{}}",
      "{\"log\":{\"pages\":[],\"entries\":[{\"request\":{\"url\":\"http://a/\"}}]}}",
    ]
  )
  func withoutPings(_ text: String) throws {
    #expect(try SampleCaptures.pings(in: Array(text.utf8)) == [])
  }

  @Test(
    "JSON that is nested too deeply is refused",
    arguments: ["{\"log\":{\"creator\":{},\"pages\":", "{\"log\":{\"entries\":"]
  )
  func depth(_ start: String) throws {
    let text = start + String(repeating: "[", count: 100_000)
    let error = #expect(throws: CaptureError.self) {
      try SampleCaptures.pings(in: Array(text.utf8))
    }
    #expect(error?.code == .tooDeep)
  }

  @Test("an entry that is too large is refused after the earlier pings were delivered")
  func size() throws {
    let big = String(repeating: "[[],[],[],[],[],[],[],[],[],[]],", count: 100_000)
    let text =
      "{\"log\":{\"creator\":{},\"entries\":[{\"request\":{\"url\":\"\(SampleCaptures.url)\"}},"
      + "{\"a\":[\(big)0]}]}}"
    var head: [UInt8] = []
    let reader = try #require(
      try CaptureReader.detect(MemorySource(Array(text.utf8)), head: &head)
    )
    var count = 0
    let error = #expect(throws: CaptureError.self) {
      try reader.forEachExchange { _ in count += 1 }
    }
    #expect(error?.code == .tooLarge && count == 1)
  }

  @Test("the members of an object share the size limit of one entry, except in a HAR file")
  func manyMembers() throws {
    let member = "\"/cgi-bin/\":\"\(String(repeating: "x", count: 900_000))\","
    let members = String(repeating: member, count: 12)
    let error = #expect(throws: CaptureError.self) {
      try SampleCaptures.pings(in: Array("{\(members)\"url\":\"\(SampleCaptures.url)\"}".utf8))
    }
    #expect(error?.code == .tooLarge)
    let har =
      "{\"log\":{\"creator\":{},\"entries\":[{\"request\":{\"url\":\"\(SampleCaptures.url)\"}}]},"
      + "\(members)\"z\":0}"
    #expect(try SampleCaptures.pings(in: Array(har.utf8))?.count == 1)
  }

  @Test("a truncated capture is reported with the line at which it ends")
  func cut() throws {
    let text = SampleCaptures.all[3].text
    let error = #expect(throws: CaptureError.self) {
      try SampleCaptures.pings(in: Array(text.utf8.dropLast(10)))
    }
    #expect(error?.code == .malformed && error?.reason.hasPrefix("line 5: ") == true)
  }

  @Test("errors that the caller's closure throws are passed on")
  func handed() throws {
    struct Stop: Error {}
    for (_, text) in SampleCaptures.all {
      var head: [UInt8] = []
      let reader = try #require(
        try CaptureReader.detect(MemorySource(Array(text.utf8)), head: &head)
      )
      #expect(throws: Stop.self) { try reader.forEachExchange { _ in throw Stop() } }
    }
  }

  @Test(
    "a capture cut at any byte does not crash the reader",
    arguments: 0..<SampleCaptures.all.count
  )
  func truncation(_ index: Int) {
    let bytes = Array(SampleCaptures.all[index].text.utf8)
    let explainer = PingExplainer()
    for count in 0..<bytes.count { Self.read(Array(bytes.prefix(count)), explainer) }
  }

  @Test(
    "random changes of a capture do not crash the reader",
    arguments: 0..<SampleCaptures.all.count
  )
  func mutation(_ index: Int) {
    let bytes = Array(SampleCaptures.all[index].text.utf8)
    let signs = Array("{}[]\",:\\%&=?~_/-0n9 \n\r\u{0}\u{7f}é".utf8)
    let explainer = PingExplainer()
    var random = SplitMix64(seed: UInt64(index))
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.insert(signs.randomElement(using: &random) ?? 0, at: place)
        case 2 where changed.count > 1: changed.remove(at: place)
        default:
          let piece = changed[place...].prefix(Int.random(in: 0..<40, using: &random))
          changed.insert(contentsOf: Array(piece), at: place)
        }
      }
      Self.read(changed, explainer)
    }
  }

  /// Reads and explains the pings of a capture. Only a `CaptureError` may be thrown.
  private static func read(_ bytes: [UInt8], _ explainer: PingExplainer) {
    do {
      let pings = try SampleCaptures.pings(in: bytes) ?? []
      for (number, ping) in pings.enumerated() {
        let row = ExplainRow(input: "a", index: number, explainer.explain(ping))
        _ = row.json.text
        _ = ExplainPage.section(row)
      }
    } catch {
      #expect(error is CaptureError)
    }
  }
}
