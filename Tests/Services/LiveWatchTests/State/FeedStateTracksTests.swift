import Presentation
import Testing
import TimedMetadata

@testable import LiveWatch

/// A playlist that lists different renditions on every connection.
@Suite struct FeedStateTracksTests {
  private var state: FeedState
  private var now = 1000.0
  private var index = 0

  init() throws {
    state = FeedState(
      index: 0,
      name: "http://a/",
      settings: try .ownAlarmsOnly(),
      at: .init(now: 1000, date: 0)
    )
  }

  private var moment: FeedState.Moment { .init(now: now, date: now) }

  private var snapshot: FeedSnapshot { FeedSnapshot(state, now: now) }

  private var shown: [String?] { snapshot.tracks.map(\.key.rendition) }

  /// The number of DATA tags by rendition; the feed as a whole has an empty name.
  private var counted: [String: Int] {
    snapshot.counted.reduce(into: [:]) { $0[$1.key.name ?? ""] = $1.counters.tags.data }
  }

  /// Opens the feed, which now lists these renditions, and receives a tag of each.
  /// - Returns: The events.
  @discardableResult private mutating func connect(_ names: String...) -> [WatchEvent] {
    state.connecting(at: moment)
    _ = state.opened(
      OpenedPlaylists(
        renditions: names.map { RenditionSummary(name: $0, uri: "a.m3u8") },
        isLive: true,
        targetDuration: 6
      ),
      at: moment
    )
    for name in names {
      now += 1
      index += 1
      state.receive(.tag(Tags.data(index, rendition: name)), at: moment)
    }
    return state.events.take()
  }

  @Test("renditions that are no longer listed are not shown, and their counts are kept")
  mutating func renamed() {
    connect("a", "b")
    connect("c", "b")
    #expect(shown == ["c", "b"])
    #expect(counted == ["a": 1, "b": 2, "c": 1])
  }

  @Test("a feed keeps its renditions and their counts while it is being opened again")
  mutating func connecting() {
    connect("a")
    connect("b")
    state.connecting(at: moment)
    #expect(shown == ["b"])
    #expect(counted == ["a": 1, "b": 1])
  }

  @Test("a rendition that is listed again continues its counts")
  mutating func back() {
    connect("a")
    connect("b")
    connect("a")
    #expect(shown == ["a"])
    #expect(counted == ["a": 2, "b": 1])
  }

  @Test("every tag event has the tag's track")
  mutating func tracks() {
    let events = connect("a", "b")
    #expect(events.filter { $0.kind == .tag }.map(\.track.rendition) == ["a", "b"])
  }

  @Test("however often names change, every tag is reported and counted, and memory is limited")
  mutating func bounds() {
    var reported = 0
    for number in 1...1000 {
      reported += connect("v\(number)").count { $0.kind == .tag }
      // All tags are counted. Tags of tracks that are not kept count for the feed as a whole.
      let sum = counted.values.reduce(0, +)
      #expect(sum == number)
    }
    #expect(reported == 1000)
    #expect(state.tracks.all.count <= FeedTracks.mostGone + 1)
    #expect(counted["v1000"] == 1 && counted["v999"] == 1 && counted["v1"] == nil)
    #expect(counted[""] == 1000 - state.tracks.all.count)
  }
}
