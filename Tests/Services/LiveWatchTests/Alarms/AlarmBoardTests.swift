import Conformance
import Testing

@testable import LiveWatch

@Suite("alarms of a feed")
struct AlarmBoardTests {
  private static let a = TrackKey(rendition: "a")
  private static let b = TrackKey(rendition: "b")
  private static let missing = AlarmName(rawValue: "hls-segment-missing")

  private var board = AlarmBoard()

  private static func condition(
    _ count: Int = 0,
    _ severity: Severity = .error,
    message: String = "none",
    standsAlone: Bool = false
  ) -> AlarmBoard.Condition {
    .init(severity: severity, message: message, count: count, standsAlone: standsAlone)
  }

  /// Updates a condition, which ends after an absence of five seconds.
  private mutating func update(
    _ condition: AlarmBoard.Condition?,
    of name: AlarmName = .missingTags,
    in track: TrackKey = Self.a,
    now: Double
  ) {
    board.update(AlarmKey(name: name, track: track), condition, now: now, hold: 5)
  }

  /// The changes at a time, such as `raised missing-tags a b`.
  private mutating func settle(
    now: Double,
    lastMedia: Double? = nil,
    wait: AlarmBoard.Wait = .init()
  ) -> [String] {
    let changes = board.settle(
      now: now,
      date: 1000 + now,
      lastMedia: lastMedia ?? now,
      tracks: [Self.a, Self.b]
    ) { _ in wait }
    return changes.map { change in
      let (word, alarm, tracks) =
        switch change {
        case .raised(let alarm): ("raised", alarm, alarm.tracks)
        case .updated(let alarm, let joined): ("updated", alarm, joined)
        case .cleared(let alarm, _): ("cleared", alarm, alarm.tracks)
        }
      return ([word, alarm.name.rawValue] + tracks.compactMap(\.name)).joined(separator: " ")
    }
  }

  @Test("an alarm keeps its number, and counts the findings while it is raised")
  mutating func counting() throws {
    update(Self.condition(2), now: 0)
    #expect(settle(now: 0) == ["raised missing-tags a"])
    let alarm = try #require(board.active.first)
    #expect(alarm.id == 1 && alarm.since == 1000)
    update(Self.condition(3, message: "more"), now: 1)
    #expect(settle(now: 1) == [])
    #expect(board.active.map(\.count) == [5])
    #expect(board.active.map(\.currentMessage) == ["more"])
    update(nil, now: 7)
    #expect(settle(now: 7) == ["cleared missing-tags a"])
    #expect(board.active.isEmpty && board.raised == [.missingTags: 1])
  }

  @Test("renditions that show a fault within the wait share one alarm until the last one recovers")
  mutating func tracks() {
    let wait = AlarmBoard.Wait(seconds: 6)
    update(Self.condition(), in: Self.b, now: 0)
    #expect(settle(now: 0, wait: wait) == [])
    update(Self.condition(), in: Self.b, now: 4)
    update(Self.condition(), now: 4)
    #expect(settle(now: 4, wait: wait) == [])
    #expect(settle(now: 6, wait: wait) == ["raised missing-tags a b"])
    #expect(board.raised == [.missingTags: 1])
    update(nil, in: Self.b, now: 10)
    update(Self.condition(), now: 10)
    #expect(settle(now: 10, wait: wait) == [])
    #expect(board.active.map(\.current) == [[Self.a]])
    update(nil, now: 15)
    #expect(settle(now: 15, wait: wait) == ["cleared missing-tags a b"])
  }

  @Test("a wait ends early when all renditions have the fault")
  mutating func whole() {
    let wait = AlarmBoard.Wait(seconds: 60, endsWhenWhole: true)
    update(Self.condition(), now: 0)
    #expect(settle(now: 0, wait: wait) == [])
    update(Self.condition(), in: Self.b, now: 1)
    #expect(settle(now: 1, wait: wait) == ["raised missing-tags a b"])
  }

  @Test("an alarm is updated once when a rendition joins it or makes it more severe")
  mutating func joining() {
    update(Self.condition(1, .warning), now: 0)
    #expect(settle(now: 0) == ["raised missing-tags a"])
    update(Self.condition(), now: 1)
    update(Self.condition(1, .warning), in: Self.b, now: 1)
    #expect(settle(now: 1) == ["updated missing-tags b"])
    #expect(board.active.map(\.severity) == [.error] && board.active.map(\.id) == [1])
    update(nil, in: Self.b, now: 7)
    update(Self.condition(), now: 7)
    update(Self.condition(), in: Self.b, now: 8)
    #expect(settle(now: 8) == [])
    #expect(board.active.first?.current == [Self.a, Self.b])
  }

  @Test("a fault that ends before its alarm is raised causes no alarm")
  mutating func brief() {
    let wait = AlarmBoard.Wait(seconds: 10)
    update(Self.condition(), now: 0)
    #expect(settle(now: 0, wait: wait) == [])
    update(nil, now: 6)
    #expect(settle(now: 12, wait: wait) == [])
    #expect(board.activeKeys.isEmpty)
  }

  // MARK: - Causes

  @Test(
    "a consequence of an alarm in the same rendition is listed in that alarm and not raised",
    arguments: [
      (Self.a, Self.condition(), true),
      (Self.b, Self.condition(), false),
      // The condition affects the feed as a whole.
      (TrackKey.feed, Self.condition(), true),
      (Self.a, Self.condition(standsAlone: true), false),
    ] as [(TrackKey, AlarmBoard.Condition, Bool)]
  )
  mutating func causes(track: TrackKey, condition: AlarmBoard.Condition, follows: Bool) {
    update(Self.condition(), of: Self.missing, now: 0)
    #expect(settle(now: 0) == ["raised hls-segment-missing a"])
    update(condition, in: track, now: 1)
    #expect(settle(now: 1).isEmpty == follows)
    #expect(board.active.first?.consequences == (follows ? [.missingTags] : []))
  }

  @Test("a rule's error that is a consequence of a warning makes the warning an error")
  mutating func worse() {
    let gap = AlarmName(rawValue: "cadence-gap")
    update(Self.condition(1, .warning), of: Self.missing, now: 0)
    update(Self.condition(), of: gap, now: 0)
    #expect(settle(now: 0) == ["raised hls-segment-missing a"])
    #expect(settle(now: 1) == ["updated hls-segment-missing"])
    #expect(board.active.map(\.severity) == [.error])
    #expect(board.active.first?.consequences == [gap])
  }

  @Test("a built-in alarm of the watch with severity error is not hidden by a warning")
  mutating func severity() {
    update(Self.condition(1, .warning), of: Self.missing, now: 0)
    update(Self.condition(), now: 0)
    #expect(settle(now: 0) == ["raised hls-segment-missing a", "raised missing-tags a"])
  }

  @Test(
    "a consequence raises no alarm while its cause lasts, and raises one if it outlasts its cause"
  )
  mutating func outlasting() {
    update(Self.condition(), now: 0)
    update(Self.condition(), of: Self.missing, now: 0)
    #expect(settle(now: 0, wait: .init(seconds: 3)) == [])
    #expect(settle(now: 3, wait: .init(seconds: 3)) == ["raised hls-segment-missing a"])
    update(Self.condition(), now: 4)
    #expect(settle(now: 4) == [])
    update(nil, of: Self.missing, now: 6)
    #expect(settle(now: 6) == ["cleared hls-segment-missing a"])
    // A condition that is not found again was part of the ended alarm.
    #expect(settle(now: 7) == [])
    update(Self.condition(), now: 8)
    #expect(settle(now: 8) == ["raised missing-tags a"])
  }

  @Test("without media, no alarm is raised, and waiting conditions become consequences of a loss")
  mutating func loss() {
    update(Self.condition(), of: Self.missing, now: 10)
    #expect(settle(now: 30, lastMedia: 9) == [])
    #expect(settle(now: 31, lastMedia: 9, wait: .init(needsMedia: false)).count == 1)
    update(Self.condition(), in: Self.b, now: 31)
    #expect(board.lose(now: 32) == [.missingTags])
    #expect(settle(now: 33) == [])
    update(Self.condition(), in: Self.b, now: 34)
    #expect(settle(now: 34) == ["raised missing-tags b"])
  }

  @Test("no alarm is a direct or indirect consequence of itself")
  func cycles() {
    for name in AlarmName.all { #expect(!name.follows(from: name)) }
  }

  @Test(
    "conditions that never raised an alarm are forgotten, and the number of conditions is limited"
  )
  mutating func bounds() {
    for number in 0..<AlarmBoard.capacity * 2 {
      update(nil, in: TrackKey(program: number), now: 0)
    }
    #expect(board.activeKeys.isEmpty)
    for number in 0..<AlarmBoard.capacity * 2 {
      update(Self.condition(), in: TrackKey(program: number), now: 0)
    }
    #expect(board.activeKeys.count == AlarmBoard.capacity)
  }
}
