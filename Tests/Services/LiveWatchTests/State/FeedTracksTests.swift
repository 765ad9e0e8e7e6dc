import Conformance
import Presentation
import Testing
import TimedMetadata

@testable import LiveWatch

@Suite("tracks of a feed") struct FeedTracksTests {
  private var tracks = FeedTracks()

  private mutating func list(_ names: String..., alarmed: Set<TrackKey> = []) {
    tracks.connect(now: 0)
    let playlists = OpenedPlaylists(
      renditions: names.map { RenditionSummary(name: $0, uri: "a.m3u8") },
      isLive: true,
      targetDuration: 6
    )
    tracks.list(playlists, alarmed: alarmed, now: 0)
  }

  @Test("a stream without playlists has a track for each program")
  mutating func programs() {
    tracks.noteReading()
    let taken = tracks.receive(Tags.data(1, program: 7), now: 1)
    #expect(taken == .new(TrackKey(program: 7), nil))
    #expect(tracks.isPlaylist == false)
    #expect(tracks.listed.map(\.key) == [TrackKey(program: 7)])
    #expect(tracks.gone.isEmpty)
  }

  @Test("a tag read again from a playlist is ignored, and a tag of another source changes the CID")
  mutating func repeated() {
    list("a")
    let tag = Tags.data(1, rendition: "a")
    let key = TrackKey(rendition: "a")
    let first = tracks.receive(tag, now: 1)
    tracks.connect(now: 2)
    list("a")
    let second = tracks.receive(tag, now: 3)
    #expect([first, second] == [.new(key, nil), .ignored])
    let other = tracks.receive(Tags.data(2, letter: "p", rendition: "a"), now: 4)
    guard case .new(key, let change?) = other else {
      Issue.record("the CID has not changed")
      return
    }
    #expect(change.name == "FD")
  }

  @Test("some unlisted tracks and all tracks with alarms are kept, and the others are only counted")
  mutating func gone() {
    let alarmed = TrackKey(rendition: "v0")
    for number in 0...FeedTracks.mostGone + 2 {
      list("v\(number)", alarmed: [alarmed])
      _ = tracks.receive(Tags.data(number, rendition: "v\(number)"), now: Double(number))
    }
    #expect(tracks.listed.map(\.key.rendition) == ["v\(FeedTracks.mostGone + 2)"])
    #expect(tracks.gone.contains { $0.key == alarmed })
    #expect(tracks.gone.count == FeedTracks.mostGone + 1)
    #expect(tracks.departed.tags.data == 1)
  }

  @Test("a finding is counted in its track, or for the feed if the feed has no such track")
  mutating func counting() {
    list("a")
    for name in ["a", "b"] {
      let found = RuleCondition(
        name: AlarmName(rawValue: "psi-crc"),
        rule: RuleID(rawValue: "psi-crc"),
        track: TrackKey(rendition: name),
        isStanding: false,
        condition: AlarmBoard.Condition(severity: .error, message: "wrong", count: 2)
      )
      tracks.count(found, now: 1)
    }
    #expect(tracks.all.map { $0.counters.faults[RuleID(rawValue: "psi-crc")] } == [2])
    #expect(tracks.faults == [RuleID(rawValue: "psi-crc"): 2])
  }

  @Test(
    "the playlists of a feed count as refused only in the time in which all of them failed",
    arguments: [
      ([10...20, 12...18], 12...20), ([10...20, nil], nil), ([10...12, 15...20], 15...18),
      ([10...12, 19...20], 19...19),
    ] as [([ClosedRange<Double>?], ClosedRange<Double>?)]
  )
  func refusals(each: [ClosedRange<Double>?], expected: ClosedRange<Double>?) {
    let error = TimedMetadataError(.cannotRead, input: "a", reason: "404", remedy: "check the URL")
    let playlists = each.map { refusal in
      var health = PlaylistHealth()
      let outcome: PlaylistReload.Outcome = refusal == nil ? .renewed : .failed(error)
      let reload = PlaylistReload(rendition: nil, targetDuration: 6, outcome: outcome)
      health.receive(reload, now: refusal?.lowerBound ?? 0)
      health.receive(reload, now: refusal?.upperBound ?? 0)
      return health
    }
    let answers = PlaylistAnswers(playlists, frozenAfter: 10, now: 20)
    #expect(answers.refusal == expected)
    #expect(!answers.standStill)
  }

  @Test("a feed that lists no playlist is neither refused nor frozen")
  func noPlaylists() {
    let answers = PlaylistAnswers([], frozenAfter: 10, now: 20)
    #expect(answers.refusal == nil && !answers.standStill && answers.failure == nil)
  }
}
