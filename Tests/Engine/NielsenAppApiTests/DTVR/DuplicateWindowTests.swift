import Testing

@testable import NielsenAppApi

@Suite("duplicate tags")
struct DuplicateWindowTests {
  static func accept(_ window: inout DuplicateWindow, _ second: Int) -> Bool {
    var payload = SamplePayload.distributorTag(second)
    return payload.withUTF8 { window.accept(UnsafeRawBufferPointer($0)) }
  }

  @Test("a payload is compared with the last eight payloads only")
  func window() {
    var window = DuplicateWindow(capacity: 8)
    for second in 0..<9 { #expect(Self.accept(&window, second)) }
    for second in 1..<9 { #expect(!Self.accept(&window, second)) }
    #expect(Self.accept(&window, 0))
    #expect(Self.accept(&window, 1))
  }

  @Test("a duplicate window of size 0 accepts every payload")
  func none() {
    var window = DuplicateWindow(capacity: 0)
    #expect(Self.accept(&window, 0))
    #expect(Self.accept(&window, 0))
  }

  @Test("a payload that differs in one character is not a duplicate", arguments: 0..<249)
  func anyCharacter(_ position: Int) {
    var window = DuplicateWindow(capacity: 8)
    #expect(Self.accept(&window, 0))
    var bytes = Array(SamplePayload.distributorTag(0).utf8)
    bytes[position] ^= 1
    #expect(bytes.withUnsafeBytes { window.accept($0) })
  }

  @Test("a repeated tag is neither counted nor collected")
  func engine() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.sendID3(SamplePayload.distributorTag(0) + "\0")
    bench.api.end()
    #expect(bench.pings.first { $0.product == .id3 }?["tp"] == SamplePayload.distributorTag(0))
  }

  @Test("a seek, a channel change and end clear the duplicate window")
  func cleared() {
    let bench = Bench()
    let tag = SamplePayload.distributorTag(0)
    bench.begin()
    bench.api.playheadPosition(0)
    bench.api.sendID3(tag)
    bench.api.playheadPosition(500)
    bench.api.playheadPosition(0)
    bench.api.sendID3(tag)
    bench.api.play(["channelName": "Y"])
    bench.api.sendID3(tag)
    bench.api.end()
    bench.api.play(["channelName": "Y"])
    bench.api.sendID3(tag)
    bench.api.end()
    let payloads = bench.pings.filter { $0.product == .id3 }.map { $0["tp"] ?? "" }
    #expect(payloads == [tag + "~" + tag, tag, tag])
  }

  @Test("seconds watched again after rewinding count again")
  func rewound() {
    let bench = Bench()
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.play(0...40, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1", "2_00_99_D2_10000_1"])
  }
}
