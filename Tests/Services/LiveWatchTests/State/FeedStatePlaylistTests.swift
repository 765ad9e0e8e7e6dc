import Presentation
import Testing
import TimedMetadata

@testable import LiveWatch

/// A live playlist of two renditions with segments of six seconds, second by second.
@Suite struct FeedStatePlaylistTests {
  /// The behaviour of the server.
  enum Server: Sendable {
    case fine
    /// Segments of these renditions are missing; all playlists are renewed.
    case missing(Set<String>)
    /// The playlists can be loaded but are not renewed.
    case frozen
    /// The server refuses the playlists, which are requested every three seconds.
    case refusing
    /// The server refuses the playlist of "a" and serves the other playlist.
    case refusingOne
    /// The server does not answer.
    case silent
  }

  private static let segmentSeconds = 6.0
  private static let names = ["a", "b"]
  private static let refusal: TimedMetadataError = {
    var error = TimedMetadataError(
      .cannotRead,
      input: "a",
      reason: "answered 404",
      remedy: "check the URL"
    )
    error.isOfTransfer = true
    return error
  }()

  private var state: FeedState
  private var now = 1000.0
  private var bytes: Int64 = 0
  /// The number of segments so far.
  private var number = 0
  private var renewed = 1000.0

  init() throws {
    let begin = FeedState.Moment(now: 1000, date: 0)
    state = FeedState(
      index: 0,
      name: "http://a/b.m3u8",
      settings: try .ownAlarmsOnly(and: "psi-crc", "hls-segment-missing"),
      at: begin
    )
    state.connecting(at: begin)
    let opened = OpenedPlaylists(
      renditions: Self.names.map { RenditionSummary(name: $0, uri: "\($0).m3u8") },
      isLive: true,
      targetDuration: Self.segmentSeconds
    )
    _ = state.opened(opened, at: begin)
  }

  private var moment: FeedState.Moment { .init(now: now, date: 1_767_225_600 + now) }

  /// Lets time pass. Returns the events except tags, such as `1065 alarm hls-segment-missing a`.
  private mutating func pass(
    _ seconds: Int,
    _ server: Server = .fine,
    lacking: Set<String> = []
  ) -> [String] {
    passEvents(seconds, server, lacking: lacking).map { time, event in
      let alarm = event.alarm.map { " \($0.name) \($0.tracks.words ?? "-")" } ?? ""
      return "\(time) \(event.kind.rawValue)\(alarm)"
    }
  }

  /// Lets time pass. Returns the events, each with the second at which it happened.
  private mutating func passEvents(
    _ seconds: Int,
    _ server: Server = .fine,
    lacking: Set<String> = []
  ) -> [(time: Int, event: WatchEvent)] {
    var all: [(time: Int, event: WatchEvent)] = []
    for _ in 0..<seconds {
      now += 1
      if Int(now) % 3 == 0 { answer(server, lacking: lacking) }
      _ = state.tick(bytes: bytes, at: moment)
      for event in state.events.take() where event.kind != .tag { all.append((Int(now), event)) }
    }
    return all
  }

  private mutating func answer(_ server: Server, lacking: Set<String>) {
    switch server {
    case .fine: renew(missing: [], lacking: lacking)
    case .missing(let renditions): renew(missing: renditions, lacking: lacking)
    case .frozen: for name in Self.names { reload(name, .unchanged(seconds: now - renewed)) }
    case .refusing: for name in Self.names { reload(name, .failed(Self.refusal)) }
    case .refusingOne:
      renew(missing: [], lacking: lacking, refused: ["a"])
      reload("a", .failed(Self.refusal))
    case .silent: return
    }
  }

  private mutating func reload(_ name: String, _ outcome: PlaylistReload.Outcome) {
    state.reloaded(
      PlaylistReload(rendition: name, targetDuration: Self.segmentSeconds, outcome: outcome),
      at: moment
    )
  }

  /// Adds a segment with a tag to each rendition, every six seconds.
  private mutating func renew(
    missing: Set<String>,
    lacking: Set<String>,
    refused: Set<String> = []
  ) {
    guard Int(now) % Int(Self.segmentSeconds) == 0 else { return }
    renewed = now
    let start = Double(number) * Self.segmentSeconds
    for name in Self.names where !refused.contains(name) {
      reload(name, .renewed)
      var segment = SegmentReport(
        rendition: name,
        uri: "\(name)\(number).ts",
        mediaSequence: number,
        start: start,
        duration: Self.segmentSeconds
      )
      if missing.contains(name) {
        segment.isComplete = false
        segment.failure = "answered 404"
      } else {
        bytes += 1000
        if !lacking.contains(name) {
          let tag = Tags.data(number, rendition: name, program: nil, time: start + 1)
          state.receive(.tag(tag), at: moment)
        }
      }
      state.receive(.segment(segment), at: moment)
    }
    number += 1
  }

  // MARK: - Lost and back

  @Test(
    "if all segments are missing, the feed is lost with that reason, and no further alarm is raised"
  )
  mutating func missing() {
    let before = pass(60)
    #expect(before == [])
    let events = passEvents(60, .missing(["a", "b"]))
    #expect(events.map(\.time) == [1086] && events.map(\.event.kind) == [.streamLost])
    #expect(events.first?.event.consequences.map(\.rawValue) == ["hls-segment-missing"])
    #expect(state.delivery.phase.reason == "segment b14.ts: answered 404")
    let after = pass(200)
    #expect(after == ["1122 stream-back"])
  }

  @Test("a feed is not lost while one of its renditions continues")
  mutating func oneMissing() {
    _ = pass(60)
    let lines = pass(120, .missing(["a"]))
    #expect(!lines.contains { $0.contains("stream-") })
    // The tags are missing only because the segments are missing.
    #expect(lines.map { $0.dropFirst(5) } == ["alarm hls-segment-missing a"])
    #expect(state.board.active.first?.consequences == [.missingTags])
  }

  @Test("an unchanged playlist is frozen but not lost, even after a missing segment")
  mutating func frozen() {
    _ = pass(60)
    let missing = pass(6, .missing(["a", "b"]))
    let lines = missing + pass(300, .frozen)
    #expect(!lines.contains { $0.contains("stream-") })
    #expect(lines.filter { $0.contains("alarm playlist-frozen a, b") }.count == 1)
  }

  @Test(
    "a refusal of all playlists for less than eight seconds is not a loss",
    arguments: 0..<6,
    4...8
  )
  mutating func shortRefusal(shift: Int, seconds: Int) {
    _ = pass(60 + shift)
    let lines = pass(seconds, .refusing) + pass(120)
    #expect(lines == [])
  }

  @Test(
    "a refusal of all playlists for longer than eight seconds is a loss from the first refusal on"
  )
  mutating func longRefusal() {
    _ = pass(60)
    let events = passEvents(60, .refusing) + passEvents(60)
    #expect(events.map(\.event.kind) == [.streamLost, .streamBack])
    // The playlists are refused from 1062 on.
    #expect(events.map(\.time) == [1071, 1122])
    #expect(events.map(\.event.duration) == [9, 60])
  }

  @Test("if only one of two playlists can be loaded, an alarm has the reason for the failure")
  mutating func oneRefused() {
    _ = pass(60)
    let events = passEvents(25, .refusingOne) + passEvents(120)
    let alarms = events.filter { $0.event.alarm?.name == .playlistUnreachable }
    #expect(alarms.map(\.event.kind) == [.alarm, .recovered])
    #expect(alarms.first?.time == 1077 && alarms.first?.event.alarm?.track.name == "a")
    #expect(alarms.first?.event.message == "answered 404: check the URL")
    #expect(!events.contains { $0.event.kind == .streamLost })
  }

  @Test("a feed whose server does not respond is lost after four target durations")
  mutating func silence() {
    _ = pass(60)
    let events = passEvents(60, .silent)
    #expect(events.map(\.event.kind) == [.streamLost])
    // The last segment arrived at 1056.
    #expect(events.map(\.time) == [1080])
    #expect(events.map(\.event.duration) == [24])
  }

  // MARK: - Holds

  @Test(
    "an alarm stays raised while its source is not read, and is cleared once",
    arguments: [.frozen, .missing(["a"])] as [Server]
  )
  mutating func standing(server: Server) {
    _ = pass(60)
    state.receive(.note(StreamNote(id: "psi-crc", rendition: "a", detail: "wrong")), at: moment)
    let raised = pass(24)
    #expect(raised == ["1076 alarm psi-crc a"])
    let meanwhile = pass(600, server)
    #expect(!meanwhile.contains { $0.contains("recovered") })
    #expect(!meanwhile.contains { $0.contains("psi-crc") })
    let after = pass(300).filter { $0.contains("psi-crc") }
    #expect(after.count == 1)
    #expect(after.first?.hasSuffix("recovered psi-crc a") == true)
  }

  @Test("a disagreement of renditions is reported once, however often the playlists freeze")
  mutating func disagreement() {
    _ = pass(60)
    var lines = pass(6, lacking: ["b"]) + pass(12)
    for _ in 0..<3 { lines += pass(120, .frozen) + pass(12) }
    lines += pass(120)
    let words = lines.filter { $0.contains("rendition-disagreement") }.map { $0.dropFirst(5) }
    #expect(words == ["alarm rendition-disagreement b", "recovered rendition-disagreement b"])
  }

  @Test("an alarm about a rendition that has left the playlist is cleared after its hold")
  mutating func left() {
    _ = pass(60)
    state.receive(.note(StreamNote(id: "psi-crc", rendition: "c", detail: "wrong")), at: moment)
    let lines = pass(120).map { $0.dropFirst(5) }
    #expect(lines == ["alarm psi-crc c", "recovered psi-crc c"])
  }
}
