import NielsenTag

@testable import LiveWatch
@testable import TimedMetadata

/// Three feeds without segments that are the taps of a chain, second by second.
struct ChainFeeds {
  /// How a tap differs from the tap before it.
  enum Fault: Sendable {
    case lost, changed, moved, doubled, other
    /// Nothing arrives, and what was sent is never received.
    case silent
    /// Nothing arrives for some time, and then everything arrives at once.
    case stalled
  }

  /// The seconds of content with a fault at a tap and all later taps, or the seconds in which the tap is silent or
  /// stalled.
  struct Incident: Sendable {
    var tap: Int
    var fault: Fault
    var seconds: Range<Int>
  }

  private static let names = ["a", "b", "c"]
  /// The seconds by which each tap is behind the content.
  private static let delays = [0, 4, 9]
  /// The tags of two different contents. A tag is due every ten seconds.
  private static let contents = [1, 2].map { seed in
    Array(SyntheticTags(seed: seed).lazy.filter { $0.kind == .data }.prefix(130))
  }

  private let incidents: [Incident]
  private var taps: [FeedState]
  /// The seconds of content up to which each tap was read, and at which its connection and its timeline began.
  private var positions = [0, 7, 2]
  private var starts = [0, 7, 2]
  private var bytes: [Int64] = [0, 0, 0]

  init(_ incidents: [Incident]) {
    self.incidents = incidents
    taps = WatchedChain("News", taps: Self.names).taps.enumerated().map { index, tap in
      let start = FeedState.Moment(now: 0, date: 0)
      let settings = tap.settings(WatchSettings())
      var state = FeedState(index: index, name: tap.name, settings: settings, at: start)
      state.tap = tap
      state.connecting(at: start)
      return state
    }
  }

  private func isOn(_ fault: Fault, _ tap: Int, _ second: Int) -> Bool {
    incidents.contains { $0.fault == fault && $0.tap == tap && $0.seconds.contains(second) }
  }

  /// The tags of a second of content, as a tap has them.
  private func tags(_ second: Int, _ tap: Int) throws -> [TimedTag] {
    func has(_ fault: Fault) -> Bool { (0...tap).contains { isOn(fault, $0, second) } }
    guard second % 10 == 5, !has(.lost) else { return [] }
    var content = Self.contents[has(.other) ? 1 : 0][second / 10].content
    if has(.changed) { content.breakout += 1 }
    let payload = String(decoding: try content.payload(), as: UTF8.self)
    let tag = TimedTag(
      origin: .transportStream(TransportFacts()),
      program: 1,
      pid: 258,
      time: Double(second - starts[tap] + (has(.moved) ? 3 : 0)),
      bytes: try content.tag(),
      tag: nil,
      nielsen: NielsenPayload(owner: payload)
    )
    return has(.doubled) ? [tag, tag] : [tag]
  }

  /// Reads what arrives at a tap.
  private mutating func read(_ tap: Int, _ second: Int, at moment: FeedState.Moment) throws {
    let end = second - Self.delays[tap]
    guard !isOn(.silent, tap, second), !isOn(.stalled, tap, second), end > positions[tap] else {
      return
    }
    if isOn(.silent, tap, second - 1) { (positions[tap], starts[tap]) = (end, end) }
    for content in positions[tap]..<end {
      for tag in try tags(content, tap) { taps[tap].receive(.tag(tag), at: moment) }
    }
    (positions[tap], bytes[tap]) = (end, bytes[tap] + 1000)
    taps[tap].tap?.reach(Double(end - starts[tap]))
  }

  /// The events of a number of seconds, such as `114 b alarm hop-lost`, with their messages.
  mutating func run(_ seconds: Int) throws -> [(line: String, words: String)] {
    var found: [(line: String, words: String)] = []
    for second in 1...seconds {
      let moment = FeedState.Moment(now: Double(second), date: 1_767_225_600 + Double(second))
      for tap in taps.indices {
        try read(tap, second, at: moment)
        if taps[tap].tick(bytes: bytes[tap], at: moment) {
          taps[tap].connecting(at: moment)
          bytes[tap] = 0
        }
        found += taps[tap].events.take().filter { $0.kind != .tag }.map { event in
          let name = event.alarm.map { " \($0.name)" } ?? ""
          return ("\(second) \(Self.names[tap]) \(event.kind.rawValue)\(name)", event.message ?? "")
        }
      }
    }
    return found
  }
}
