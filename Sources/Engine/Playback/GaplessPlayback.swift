import NielsenTag
import TimedMetadata

/// Counts the pings of a stream as if no DATA tag were missing, to show the effect of its gaps.
///
/// Tags are kept while the stream is read. If there is a gap between two DATA tags, all tags are played again at the
/// end, and the gap is filled with copies of the last DATA tag before it, every ten seconds and with increasing
/// offsets. Memory is bounded.
package struct GaplessPlayback: Sendable {
  /// The maximum number of tags that are kept: about two days. A stream with more tags gets no result.
  private static let capacity = 20_000

  /// The maximum distance between two DATA tags that is not a gap, in seconds.
  private let limit: Double
  private var selection = PlayedTagSelection()
  private var tags: [HeldTag] = []
  private var isFull = false

  /// Makes a counter for a stream in which DATA tags should be at most `limit` seconds (at least 10) apart.
  package init(limit: Double) { self.limit = max(limit, Double(SyntheticTags.dataInterval)) }

  package mutating func receive(_ tag: TimedTag) {
    guard !isFull, let held = selection.take(tag) else { return }
    guard tags.count < Self.capacity else {
      tags = []
      isFull = true
      return
    }
    tags.append(held)
  }

  /// Plays the stream without its gaps. Nothing is sent or stored.
  ///
  /// - Parameters:
  ///   - options: The options with which the stream was played.
  ///   - duration: The duration of the stream in seconds, as passed to ``SynthesizedPlayer/finish(duration:)``.
  ///   - isCounted: Decides whether a ping counts.
  /// - Returns: The number of pings. Nil if no tag is missing, if a scenario or ads are played (their tags may be
  ///   missing), or if there were too many tags.
  /// - Throws: ``PlaybackError``.
  package func pingCount(
    _ options: PlaybackOptions,
    duration: Double?,
    where isCounted: (TimedPing) -> Bool
  ) throws(PlaybackError) -> Int? {
    guard !isFull, !options.playsAds, options.scenario == nil else { return nil }
    // The sort is stable, so tags with the same time keep their order.
    let ordered = tags.sorted { $0.time < $1.time }
    let gaps = gaps(in: ordered)
    guard !gaps.isEmpty else { return nil }
    let player = try SynthesizedPlayer(options: options.silent)
    for (index, tag) in ordered.enumerated() {
      if let last = gaps[index] { last.repeated(until: tag.time) { player.receive($0) } }
      player.receive(tag)
    }
    player.finish(duration: duration)
    return player.takePings().count(where: isCounted)
  }

  /// The tags before gaps, by the index of the tag after the gap.
  private func gaps(in ordered: [HeldTag]) -> [Int: HeldTag] {
    var gaps: [Int: HeldTag] = [:]
    var latest: HeldTag?
    for (index, tag) in ordered.enumerated() {
      guard tag.owners.contains(where: { NielsenPayload(owner: $0)?.kind == .data }) else {
        continue
      }
      if let latest, tag.time - latest.time > limit { gaps[index] = latest }
      latest = tag
    }
    return gaps
  }
}

extension HeldTag {
  /// Calls `body` with the tags that an encoder would have sent between this tag and `end` (presentation seconds).
  fileprivate func repeated(until end: Double, _ body: (HeldTag) -> Void) {
    let interval = Double(SyntheticTags.dataInterval)
    var seconds = interval
    while time + seconds < end - interval / 2 {
      var tag = self
      tag.time += seconds
      tag.streamTime = streamTime.map { $0 + seconds }
      tag.wallClock = wallClock.map { $0 + seconds }
      tag.owners = owners.map { Self.owner($0, later: Int(seconds)) }
      body(tag)
      seconds += interval
    }
  }

  /// The payload with increased offsets, if they are numbers. Its watermark is unchanged: only an encoder can make one.
  private static func owner(_ owner: String, later seconds: Int) -> String {
    var bytes = Array(owner.utf8)
    guard bytes.count >= NielsenPayload.byteCount else { return owner }
    for field in [PayloadField.pcOffset, .fdOffset] {
      let place = field.offset..<field.end
      guard let offset = Int(String(decoding: bytes[place], as: UTF8.self)), offset >= 0 else {
        continue
      }
      let digits = String((offset + seconds) % 100_000)
      let zeros = String(repeating: "0", count: field.count - digits.utf8.count)
      bytes.replaceSubrange(place, with: (zeros + digits).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
