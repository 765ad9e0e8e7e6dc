import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-missing-in-representation")
struct EmsgMissingInRepresentationTests {
  private static let names = ["video/1/a", "video/1/b", "audio/2/a"]

  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      EmsgMissingInRepresentation.id,
      events,
      summary: .manifest(Self.names),
      settings: settings
    )
  }

  /// Four segments of a rendition, with tags at these times.
  private func rendition(
    _ name: String,
    set: String = "video/1",
    tags: [Double],
    change: (inout SegmentReport) -> Void = { _ in },
    message: (inout EventMessage) -> Void = { _ in }
  ) throws -> [TimedMetadataEvent] {
    let set = MadeManifest.set(name: set)
    let tags = try tags.map {
      try MadeManifest.tag(at: $0, in: set, rendition: name, message: message)
    }
    return tags
      + (0..<4).map { MadeManifest.segment($0, of: set, rendition: name, change: change) }
  }

  @Test("the same events in all Representations of a set pass, whatever their ids")
  func passes() throws {
    let run = try run(
      rendition(Self.names[0], tags: [8, 18])
        + rendition(Self.names[1], tags: [8, 18], message: { $0.id = 9 })
        + rendition(Self.names[2], set: "audio/2", tags: [12])
    )
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an event that a Representation lacks fails, and the message names one that has the event")
  func fails() throws {
    let run = try run(
      rendition(Self.names[0], tags: [8, 18]) + rendition(Self.names[1], tags: [8])
    )
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "1 event of video/1/a is missing in video/1/b of the same AdaptationSet (video/1), first at "
          + "18.000 s"
      ]
    )
    #expect(
      run.findings.first?.place == Place(time: 18, rendition: "video/1/b", segment: "3.ts")
    )
  }

  @Test("events with different values are different events")
  func values() throws {
    let run = try run(
      rendition(Self.names[0], tags: [8])
        + rendition(Self.names[1], tags: [8], message: { $0.value = "0" })
    )
    #expect(Set(run.findings.map(\.place.rendition)) == [Self.names[0], Self.names[1]])
  }

  @Test(
    "copies of an event match if their times differ by at most 0.5 s",
    arguments: [(0.5, RuleResult.State.pass), (0.75, .fail)]
  )
  func limit(distance: Double, state: RuleResult.State) throws {
    let run = try run(
      rendition(Self.names[0], tags: [8]) + rendition(Self.names[1], tags: [8 + distance])
    )
    #expect(run.result.state == state)
  }

  @Test("events in unread segments are not counted as missing")
  func unread() throws {
    let run = try run(
      rendition(Self.names[0], tags: [8])
        + rendition(Self.names[1], tags: [], change: { $0.isComplete = false })
    )
    #expect(run.result.state == .pass)
  }

  @Test("an input without two Representations of one set, or without an MPD, is not assessed")
  func notAssessed() throws {
    let apart = try run(
      rendition(Self.names[0], tags: [8]) + rendition(Self.names[2], set: "audio/2", tags: [8])
    )
    #expect(apart.result.notAssessed == .oneRendition)
    let one = try RuleRun(
      EmsgMissingInRepresentation.id,
      rendition(Self.names[0], tags: [8]),
      summary: .manifest()
    )
    #expect(one.result.notAssessed == .oneRendition)
    let file = try RuleRun(
      EmsgMissingInRepresentation.id,
      [MadeTag.inMessage()],
      media: [.fragmentedMP4]
    )
    #expect(file.result.notAssessed == .notRead)
    #expect(
      try RuleRun(EmsgMissingInRepresentation.id, [MadeTag.data()]).result.notAssessed == .carriage
    )
  }

  @Test("an input without tags is not assessed")
  func noTags() throws {
    let run = try run(rendition(Self.names[0], tags: []) + rendition(Self.names[1], tags: []))
    #expect(run.result.notAssessed == .noTags)
  }
}
