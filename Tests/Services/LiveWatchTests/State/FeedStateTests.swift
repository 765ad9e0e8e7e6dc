import Conformance
import Presentation
import Testing
import TimedMetadata

@testable import LiveWatch

/// A feed without segments, second by second.
@Suite struct FeedStateTests {
  private var state: FeedState
  private var now = 1000.0
  private var index = 0

  init() throws { state = Self.feed(try WatchSettings.ownAlarmsOnly()) }

  private static func feed(_ settings: WatchSettings) -> FeedState {
    var state = FeedState(
      index: 0,
      name: "udp://a:1",
      settings: settings,
      at: .init(now: 1000, date: 0)
    )
    state.connecting(at: .init(now: 1000, date: 0))
    return state
  }

  private var moment: FeedState.Moment { .init(now: now, date: 1_767_225_600 + now) }

  /// Lets time pass. Bytes arrive if `isDelivering` is true, and a tag arrives every ten seconds if `hasTags` is true.
  private mutating func pass(
    _ seconds: Int,
    isConnected: Bool = true,
    isDelivering: Bool = true,
    isMedia: Bool = true,
    hasTags: Bool = true,
    letter: Character = "o"
  ) -> [String] {
    var lines: [String] = []
    for _ in 0..<seconds {
      now += 1
      if isDelivering { bytes += 1000 }
      if isDelivering, isMedia { media = bytes }
      if isDelivering, isMedia, hasTags, Int(now) % 10 == 0 {
        index += 1
        state.receive(.tag(Tags.data(index, letter: letter)), at: moment)
      }
      if state.tick(bytes: isConnected ? bytes : nil, media: media, at: moment) {
        lines.append("\(Int(now)) reopen")
      }
      lines += state.events.take().filter { $0.kind != .tag }.map { event in
        "\(Int(now)) \(event.kind.rawValue)" + (event.alarm.map { " \($0.name)" } ?? "")
      }
    }
    return lines
  }

  private var bytes: Int64 = 0
  private var media: Int64 = 0

  @Test("missing tags raise one alarm after the limit, and the second tag clears the alarm")
  mutating func missing() {
    #expect(pass(60) == [])
    // The last tag arrived at 1060.
    #expect(pass(59, hasTags: false) == ["1091 alarm missing-tags"])
    #expect(pass(60) == ["1130 recovered missing-tags"])
  }

  @Test("a single tag does not end the alarm missing-tags")
  mutating func stray() {
    _ = pass(60)
    #expect(pass(59, hasTags: false) == ["1091 alarm missing-tags"])
    #expect(pass(5) == [])
    #expect(pass(100, hasTags: false) == [])
  }

  @Test("missing tags are reported even if the feed never had a tag")
  mutating func never() {
    #expect(pass(120, hasTags: false) == ["1035 alarm missing-tags"])
    #expect(pass(30) == ["1140 recovered missing-tags"])
  }

  @Test("an alarm that is turned off is not raised")
  mutating func off() throws {
    var settings = try WatchSettings.ownAlarmsOnly()
    try settings.check.setSeverity("tag-present=off")
    state = Self.feed(settings)
    #expect(pass(200, hasTags: false).filter { $0.contains("missing-tags") } == [])
  }

  @Test("a CID that the template does not expect raises one alarm, which is cleared once")
  mutating func expected() throws {
    var settings = try WatchSettings.ownAlarmsOnly(and: "expect-cid")
    let json = #"""
      {"version": 1, "channel": "a", "fd": {"cids": ["oKGio6SlpqeoqaqrrK2urw=="]}}
      """#
    settings = settings.expecting(try ChannelTemplate(json: Array(json.utf8)))
    state = Self.feed(settings)
    var lines = pass(60)
    #expect(lines == [])
    lines = pass(30, letter: "p") + pass(180)
    let words = lines.map { $0.drop { $0 != " " }.dropFirst() }.filter {
      $0.hasSuffix("expect-cid")
    }
    #expect(words == ["alarm expect-cid", "recovered expect-cid"])
  }

  @Test("a gap that ends before the connection is old enough for gaps is reported once afterwards")
  mutating func earlyGap() throws {
    state = Self.feed(try WatchSettings.ownAlarmsOnly(and: "cadence-gap"))
    for early in [1, 2, 6] {
      now += 1
      state.receive(.tag(Tags.data(early)), at: moment)
    }
    index = 6
    let lines = pass(26) + pass(300)
    #expect(lines.first == "1065 alarm cadence-gap")
    #expect(lines.count == 2 && lines.last?.hasSuffix(" recovered cadence-gap") == true)
  }

  @Test("one loss and one return of a silent feed are reported, and no other alarm is raised")
  mutating func silence() {
    _ = pass(60)
    // The feed is opened again and again while nothing arrives.
    let lines = pass(100, isDelivering: false).filter { !$0.hasSuffix("reopen") }
    #expect(lines == ["1080 stream-lost"])
    state.connecting(at: moment)
    (bytes, media) = (0, 0)
    // Bytes for several seconds, or a tag, end the loss.
    #expect(pass(60) == ["1164 stream-back"])
    #expect(pass(60) == [])
  }

  @Test("a feed with bytes but without media is lost, and no alarm is cleared")
  mutating func otherBytes() throws {
    state = Self.feed(try .ownAlarmsOnly(and: "psi-crc"))
    _ = pass(60)
    state.receive(.note(StreamNote(id: "psi-crc", program: 1, detail: "wrong")), at: moment)
    var lines = pass(10)
    #expect(lines.map { $0.dropFirst(5) } == ["alarm psi-crc"])
    lines = pass(90, isMedia: false).filter { !$0.hasSuffix("reopen") }
    #expect(lines == ["1090 stream-lost"])
    #expect(
      state.delivery.phase.reason
        == "no media arrived for 20.0 s, only other bytes: check the sender"
    )
  }

  @Test("if tags are missing because the sender stopped, a loss is reported instead of a gap")
  mutating func stopped() throws {
    state = Self.feed(try .ownAlarmsOnly(and: "cadence-gap"))
    _ = pass(69)
    let lines = pass(60, isDelivering: false).filter { !$0.hasSuffix("reopen") }
    #expect(lines == ["1089 stream-lost"])
  }

  @Test("a connection that breaks and immediately delivers again is not a loss")
  mutating func blip() {
    _ = pass(60)
    state.failed("the feed ended", at: moment)
    #expect(pass(2, isConnected: false, isDelivering: false) == [])
    state.connecting(at: moment)
    (bytes, media) = (0, 0)
    #expect(pass(60) == [])
  }

  @Test("all tags of an endless stream that returns with the same tags are reported")
  mutating func sameAgain() {
    _ = pass(60)
    let reported = state.events.tagCount
    _ = pass(30, isDelivering: false)
    state.connecting(at: moment)
    (bytes, media) = (0, 0)
    index = 0
    #expect(pass(60) == ["1094 stream-back"])
    #expect(state.events.tagCount == 2 * reported)
  }

  @Test("a connection that breaks repeatedly is reported as lost only once")
  mutating func broken() {
    _ = pass(60)
    var lines: [String] = []
    for _ in 0..<20 {
      state.failed("refused: check the server", at: moment)
      lines += pass(2, isConnected: false, isDelivering: false)
      state.connecting(at: moment)
      (bytes, media) = (0, 0)
      // A few bytes, such as those of an error page, do not count as delivery.
      lines += pass(2, hasTags: false)
    }
    #expect(lines == ["1068 stream-lost"])
  }

  @Test(
    "an intermittent feed with 20 losses is reported as lost twice, and its phase shows each loss"
  )
  mutating func flapping() {
    _ = pass(60)
    var lines: [String] = []
    for _ in 0..<20 {
      state.failed("refused: check the server", at: moment)
      lines += pass(25, isConnected: false, isDelivering: false)
      #expect(state.delivery.phase.isLost)
      state.connecting(at: moment)
      (bytes, media) = (0, 0)
      lines += pass(25)
      #expect(state.delivery.phase.isUp)
    }
    lines += pass(60)
    let words = lines.map { $0.dropFirst(5) }
    #expect(words == ["stream-lost", "stream-back", "stream-lost", "stream-back"])
    #expect(state.delivery.losses.total == 20)
  }

  @Test("an alarm's hold pauses while a stream is silent, even if the silence is no loss")
  mutating func shortSilence() throws {
    state = Self.feed(try .ownAlarmsOnly(and: "psi-crc"))
    _ = pass(60)
    state.receive(.note(StreamNote(id: "psi-crc", program: 1, detail: "wrong")), at: moment)
    var lines = pass(10)
    for _ in 0..<4 { lines += pass(12, isDelivering: false) + pass(8) }
    #expect(lines.map { $0.dropFirst(5) } == ["alarm psi-crc"])
    lines = pass(60)
    #expect(lines.map { $0.dropFirst(5) } == ["recovered psi-crc"])
  }

  @Test("a change of the CID is reported once, however many tags have the new CID")
  mutating func sourceChange() {
    _ = pass(60)
    let lines = pass(30, letter: "Q")
    #expect(lines == ["1075 alarm cid-change"] || lines == ["1070 alarm cid-change"])
    #expect(pass(100, letter: "Q").map { $0.dropFirst(5) } == ["recovered cid-change"])
  }

  @Test(
    "an alarm stays raised while its fault lasts, and is cleared once afterwards",
    arguments: [
      // A PMT that is wrong for three hours, across several checkers, and is then fixed.
      ("pmt-metadata-pointer", 10_800, ["alarm", "recovered"]),
      // A table that was damaged once.
      ("psi-crc", 1, ["alarm", "recovered"]),
    ] as [(String, Int, [String])]
  )
  mutating func lasting(rule: String, seconds: Int, expected: [String]) throws {
    state = Self.feed(try .ownAlarmsOnly(and: rule))
    _ = pass(60)
    var lines: [String] = []
    for second in 0..<seconds {
      if second % Int(LiveRules.reminder) == 0 {
        let note = StreamNote(id: NoteID(rawValue: rule), program: 1, detail: "wrong")
        state.receive(.note(note), at: moment)
      }
      lines += pass(1)
    }
    #expect(lines.allSatisfy { $0.contains(" alarm ") })
    #expect(state.board.active.count { $0.name.rawValue == rule } <= 1)
    lines += pass(200)
    #expect(lines.map { $0.split(separator: " ")[1] } == expected.map { $0[...] })
    #expect(lines.allSatisfy { $0.hasSuffix(rule) })
    #expect(pass(7200) == [])
  }

  @Test("jumps of the time of day do not affect alarms")
  mutating func clockJump() {
    for second in 0..<300 {
      now += 1
      bytes += 1
      let date = second % 2 == 0 ? 0 : 4e9
      if second % 10 == 0 {
        index += 1
        state.receive(.tag(Tags.data(index)), at: .init(now: now, date: date))
      }
      _ = state.tick(bytes: bytes, at: .init(now: now, date: date))
    }
    let events = state.events.take()
    #expect(events.allSatisfy { $0.kind == .tag })
  }

  @Test("each program is a track, and only a program whose tags stop is reported")
  mutating func programs() {
    var lines: [String] = []
    for second in 0..<200 {
      now += 1
      bytes += 1
      if second % 10 == 0 {
        index += 1
        state.receive(.tag(Tags.data(index, program: 1)), at: moment)
        if second < 60 { state.receive(.tag(Tags.data(index, program: 2)), at: moment) }
      }
      _ = state.tick(bytes: bytes, at: moment)
      lines += state.events.take().compactMap { event in
        event.alarm.map { "\($0.name) \($0.track.name ?? "-")" }
      }
    }
    #expect(lines.contains("missing-tags program 2"))
    #expect(!lines.contains("missing-tags program 1"))
  }

  @Test("memory is limited for any number of programs, CIDs and tags")
  mutating func bounds() {
    for number in 0..<5000 {
      now += 0.01
      let letter = Character(UnicodeScalar(UInt8(65 + number % 26)))
      state.receive(
        .tag(Tags.data(number, letter: letter, program: number % 2000)),
        at: moment
      )
      if number % 100 == 0 { _ = state.tick(bytes: Int64(number), at: moment) }
      _ = state.events.take()
    }
    #expect(state.tracks.all.count <= FeedTracks.maximum)
  }

  @Test("the loss of a feed whose segments are all missing has the server's response as its reason")
  mutating func missingSegments() {
    let opened = OpenedPlaylists(
      renditions: [RenditionSummary(name: nil, uri: "a.m3u8")],
      isLive: true,
      targetDuration: 2
    )
    let isLive = state.opened(opened, at: moment)
    #expect(isLive)
    for _ in 0..<25 {
      state.reloaded(
        PlaylistReload(rendition: nil, targetDuration: 2, outcome: .renewed),
        at: moment
      )
      let note = StreamNote(
        id: "hls-segment-missing",
        segment: "s1.ts",
        detail: "answered 404: look"
      )
      state.receive(.note(note), at: moment)
      _ = pass(1, isDelivering: false)
    }
    #expect(state.delivery.phase.reason == "segment s1.ts: answered 404: look")
  }

  @Test("a playlist with EXT-X-ENDLIST is not a live feed")
  mutating func notLive() {
    let opened = OpenedPlaylists(
      renditions: [RenditionSummary(name: nil, uri: "a.m3u8")],
      isLive: false,
      targetDuration: 6
    )
    let isLive = state.opened(opened, at: moment)
    #expect(!isLive)
    let lines = pass(10, isDelivering: false)
    #expect(lines == ["1008 stream-lost"])
    #expect(state.delivery.phase.reason?.contains("EXT-X-ENDLIST") == true)
  }
}
