import Conformance
import Foundation
import Records
import TestSupport
import Testing

@testable import LiveWatch

@Suite("incidents of earlier runs")
struct EarlierIncidentsTests {
  /// The time at which the second run begins: 2026-01-01.
  private static let begin = 1_767_225_600.0

  /// The incidents that the next run reads from the rows that a run has written into a database.
  private func incidents(_ rows: [WatchEvent]) async throws -> [EarlierIncident] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let store = { (time: Double) throws -> WatchStore in
      try WatchStore(
        ResultsDatabase(path: path, for: .writing),
        RunDescription(version: "1", settings: .object([]), directory: "/"),
        feeds: ["udp://a:1", "udp://b:1"].map { WatchStore.Feed(name: $0, kind: .feed) },
        clock: { Int64(time * 1000) }
      )
    }
    // The clock does not move: the test sets the times of the runs.
    var first = try store(Self.begin - 40_000)
    try await first.append(tags: [], findings: rows.flatMap { FeedRecord.found($0) })
    try await first.end(.done)
    let second = try store(Self.begin)
    let found = EarlierIncident.all(
      try await second.earlier(since: Self.begin - WatchRange.week.seconds)
    )
    try await second.end(.done)
    return found
  }

  private func event(_ kind: WatchEvent.Kind, ago: Double, track: String? = "video/1") -> WatchEvent
  {
    var event = Events.alarm(kind: kind, rendition: track)
    event.date = Self.begin - ago
    return event
  }

  @Test("an alarm lasts until it is cleared, and an uncleared alarm has no known end")
  func pairs() async throws {
    let found = try await incidents([
      event(.alarm, ago: 7000), event(.recovered, ago: 6400),
      event(.alarm, ago: 1800), event(.recovered, ago: 700_000),
      event(.alarm, ago: 50, track: nil),
    ])
    #expect(found.map(\.incident.start) == [7000, 1800, 50].map { Self.begin - $0 })
    #expect(found[0].incident.end == .at(Self.begin - 6400) && found[0].until == Self.begin - 6400)
    #expect(found[2].incident.end == .unknown && found[2].incident.tracks == [.feed])
    #expect(found.allSatisfy { $0.incident.name == .missingTags && $0.incident.feed == 0 })
  }

  @Test(
    "strips show alarms of earlier runs in full length, even before time 0 of the steady clock"
  )
  func bands() async throws {
    let found = try await incidents([
      event(.alarm, ago: 7200), event(.recovered, ago: 3600), event(.alarm, ago: 900),
      event(.recovered, ago: 300),
    ])
    let now = FeedState.Moment(now: 20, date: Self.begin)
    var state = FeedState(index: 0, name: "udp://a:1", settings: WatchSettings(), at: now)
    state.recall(found, at: now)
    let known = state.tracks.index(of: TrackKey(rendition: "video/1"), now: 20)
    let track = try #require(known)
    func faults(_ range: WatchRange) -> Int {
      state.tracks.all[track].strip.marks(range, upTo: 20).count { $0 == .fault }
    }
    // The last hour shows the alarm of 10 min in marks of 10 s. The longer ranges also show the alarm of 1 h, in marks
    // of 240 s and 28 min.
    #expect((60...62).contains(faults(.hour)))
    #expect((17...20).contains(faults(.day)))
    #expect((3...5).contains(faults(.week)))
    let added = state.tracks.index(of: TrackKey(rendition: "audio"), now: 20)
    let other = try #require(added)
    #expect(state.tracks.all[other].strip.marks(.day, upTo: 20).allSatisfy { $0 == .nothing })
  }
}
