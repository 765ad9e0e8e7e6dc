import Formats
import Testing

@testable import NielsenAppApi

@Suite("the buffer of raw ID3 payloads")
struct RawID3BufferTests {
  /// The number of payloads in each flush, when a payload arrives at each of `times` (seconds).
  static func flushes(_ times: [Int64], _ limits: EngineConfiguration.RawID3) -> [Int] {
    var buffer = RawID3Buffer(limits: limits)
    var counts: [Int] = []
    for (index, time) in times.enumerated() {
      let now = time * 1000
      if buffer.mustFlushBeforeAppending(now: now), let text = buffer.flush() {
        counts.append(text.split(separator: "~").count)
      }
      var payload = SamplePayload.distributorTag(index)
      payload.withUTF8 { buffer.append(UnsafeRawBufferPointer($0), now: now) }
    }
    if let text = buffer.flush() { counts.append(text.split(separator: "~").count) }
    return counts
  }

  @Test("an encoded payload has the length that the buffer assumes")
  func encodedLength() {
    let payload = SamplePayload.distributorTag(0)
    #expect(PercentEncoding.component.length(of: payload) == RawID3Buffer.encodedPayloadLength)
    #expect(RawID3Buffer.encodedPayloadLength == 271)
  }

  @Test("six payloads fit into 1832 encoded bytes")
  func lengthLimit() {
    #expect(Self.flushes(Array(0..<13), EngineConfiguration.RawID3()) == [6, 6, 1])
  }

  @Test("the limit on the number of payloads applies if the length limit is not reached")
  func countLimit() {
    var limits = EngineConfiguration.RawID3()
    limits.maxLength = 100_000
    #expect(Self.flushes(Array(0..<25), limits) == [10, 10, 5])
    limits.maxTags = 1
    #expect(Self.flushes(Array(0..<3), limits) == [1, 1, 1])
  }

  @Test("a length limit of exactly six payloads allows six, and one byte less allows five")
  func exactLength() {
    var limits = EngineConfiguration.RawID3()
    limits.maxLength = 6 * 271 + 5
    #expect(Self.flushes(Array(0..<7), limits) == [6, 1])
    limits.maxLength -= 1
    #expect(Self.flushes(Array(0..<7), limits) == [5, 2])
  }

  @Test("payloads are reported when the oldest is ninety seconds old")
  func ageLimit() {
    #expect(Self.flushes([0, 89, 90], EngineConfiguration.RawID3()) == [2, 1])
    #expect(Self.flushes([0, 89, 178, 179], EngineConfiguration.RawID3()) == [2, 2])
  }

  @Test("payloads are reported in order, joined by tildes")
  func order() {
    var buffer = RawID3Buffer(limits: EngineConfiguration.RawID3())
    let payloads = [10, 20].map { SamplePayload.distributorTag($0) }
    for var payload in payloads {
      payload.withUTF8 { buffer.append(UnsafeRawBufferPointer($0), now: 0) }
    }
    #expect(buffer.flush() == payloads.joined(separator: "~"))
    #expect(buffer.flush() == nil)
  }

  // MARK: - In the engine

  @Test("advance reports payloads that are ninety seconds old, but playheads do not")
  func advance() {
    let bench = Bench()
    bench.begin()
    bench.api.playheadPosition(0)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.elapsed = 90
    bench.api.playheadPosition(1)
    #expect(bench.pings.filter { $0.product == .id3 }.isEmpty)
    bench.api.advance()
    #expect(bench.pings.filter { $0.product == .id3 }.count == 1)
    bench.api.advance()
    #expect(bench.pings.filter { $0.product == .id3 }.count == 1)
  }

  @Test("INFO tags are collected in the raw ping, which is not forwarded")
  func infoTags() throws {
    let bench = Bench()
    bench.begin()
    let tags = [
      SamplePayload.infoTag(1), SamplePayload.distributorTag(0), SamplePayload.infoTag(2),
    ]
    for tag in tags { bench.api.sendID3(tag) }
    bench.api.end()
    let raw = try #require(bench.pings.first { $0.product == .id3 })
    #expect(raw["tp"] == tags.joined(separator: "~"))
    #expect(raw["forward"] == "0")
  }

  @Test("payloads are reported with the channel on which they arrived")
  func channel() {
    let bench = Bench()
    bench.api.play(["channelName": "First"])
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.play(["channelName": "Second"])
    bench.api.sendID3(SamplePayload.distributorTag(10))
    bench.api.end()
    #expect(bench.pings.compactMap { $0["channame"] } == ["First", "Second"])
  }

  @Test("a duplicate also reports payloads that have reached the maximum age")
  func duplicateFlushes() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.elapsed += 90
    bench.clear()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.pings.map(\.type) == [.raw])
  }
}
