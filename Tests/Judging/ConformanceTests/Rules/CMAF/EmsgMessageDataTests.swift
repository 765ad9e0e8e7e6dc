import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-message-data")
struct EmsgMessageDataTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(EmsgMessageData.id, events, media: [.fragmentedMP4])
  }

  /// An event of this size in bytes.
  private func message(
    _ count: Int,
    scheme: String = EventScheme.nielsen,
    notes: [NoteID] = []
  ) throws -> TimedMetadataEvent {
    try MadeTag.inMessage(
      tag: { tag in
        tag.bytes = Array((tag.bytes + [0, 0, 0]).prefix(count))
        tag.notes = notes
      },
      message: { $0.scheme = scheme }
    )
  }

  @Test("a whole tag passes, and so does a tag with padding in AOM's scheme")
  func passes() throws {
    let run = try run([message(271), message(272, scheme: EventScheme.aomedia)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a bare payload fails once, with the reader's message")
  func bare() throws {
    let note = StreamNote(
      id: "emsg-message-data",
      time: 8,
      offset: 3384,
      detail: "message_data is the bare payload, without ID3 headers"
    )
    let run = try run([.note(note), message(249, notes: ["emsg-message-data"])])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["message_data is the bare payload, without ID3 headers"])
    #expect(run.findings.first?.place == Place(time: 8, offset: 3384))
  }

  @Test("in Nielsen's scheme, any size other than 271 bytes fails", arguments: [270, 272])
  func size(_ count: Int) throws {
    let run = try run([message(count)])
    #expect(run.result.state == .fail)
    #expect(run.messages == ["message_data has \(count) bytes, expected the 271 bytes of the tag"])
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
  }

  @Test("a cut tag is reported by tag-truncated, not by this rule")
  func truncated() throws {
    #expect(try run([message(260, notes: ["tag-truncated"])]).findings.isEmpty)
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    #expect(try run([]).result.notAssessed == .noTags)
    let stream = try RuleRun(EmsgMessageData.id, [MadeTag.data()])
    #expect(stream.result.notAssessed == .carriage)
  }
}
