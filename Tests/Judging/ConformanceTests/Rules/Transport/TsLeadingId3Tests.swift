import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-leading-id3")
struct TsLeadingId3Tests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsLeadingId3.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A tag with a private frame of this owner.
  private func tag(owner: String) -> [UInt8] {
    let body = Array(owner.utf8) + [0, 1]
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// Runs the rule on a stream with these tags before its first packet.
  private func run(_ tags: [UInt8]..., settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(TsLeadingId3.id, settings: settings) {
      for tag in tags { $0.append(raw: tag) }
      $0.clean()
    }
  }

  private let utc = "com.elementaltechnologies.timestamp.utc"
  private let timestamp = "com.apple.streaming.transportStreamTimestamp"

  @Test("tags before the first packet are reported as information")
  func finds() throws {
    let run = try run(tag(owner: utc), tag(owner: utc))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 2)
    #expect(run.result.maximum == nil)
    #expect(run.messages == ["2 ID3 tags before the first TS packet (\(utc))"])
    #expect(run.findings.map(\.severity) == [.info])
    #expect(run.findings.first?.place == Place(time: 0, offset: 0))
  }

  @Test("the message names up to three owners, and omits the HLS time stamp if there are others")
  func owners() throws {
    #expect(
      try run(tag(owner: timestamp)).messages == [
        "1 ID3 tag before the first TS packet (\(timestamp))"
      ]
    )
    #expect(
      try run(tag(owner: timestamp), StreamBuilder.tag(0)).messages == [
        "2 ID3 tags before the first TS packet (www.nielsen.com)"
      ]
    )
    #expect(
      try run(tag(owner: "a"), tag(owner: "b"), tag(owner: "c"), tag(owner: "d")).messages == [
        "4 ID3 tags before the first TS packet (a, b, c)"
      ]
    )
  }

  @Test("the message names the frames of a tag without an owner")
  func frames() throws {
    let other = try #require(MadeTag.other(time: nil).tag)
    #expect(try run(other.bytes).messages == ["1 ID3 tag before the first TS packet (TXXX)"])
  }

  @Test("without a maximum, findings with severity warning pass")
  func unbounded() throws {
    let run = try run(tag(owner: utc), settings: .warning())
    #expect(run.result.state == .pass)
    #expect(run.findings.map(\.severity) == [.warning])
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsLeadingId3.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
