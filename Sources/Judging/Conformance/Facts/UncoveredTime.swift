import TimedMetadata

/// The time in which no DATA tag names the channel, for each program of each rendition: advertising that was put
/// in later, mostly.
struct UncoveredTime: Sendable {
  /// The key of one count.
  struct Key: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  private struct Track {
    /// Presentation seconds of the first and the last tag that names the channel.
    var first: Double
    var last: Double
    /// Seconds between them that no such tag covers.
    var seconds = 0.0
  }

  /// Seconds that a tag covers.
  private let interval: Double
  /// Tags may be this many seconds apart.
  private let longest: Double
  private var tracks: [Key: Track] = [:]

  /// The most that are distinguished.
  private static let maximumCount = 1024

  init(_ cadence: ChannelTemplate.Cadence?) {
    interval = cadence?.data ?? NominalCadence.data
    longest = interval + NominalCadence.tolerance
  }

  /// Takes a tag that names the channel.
  mutating func receive(_ tag: CheckedTag) {
    guard let time = tag.tag.time, time.isFinite else { return }
    let key = Key(rendition: tag.stream.rendition, program: tag.stream.program)
    guard var track = tracks[key] else {
      if tracks.count < Self.maximumCount { tracks[key] = Track(first: time, last: time) }
      return
    }
    track.seconds += gap(key, from: track.last, to: time, tag.unread)
    track.last = max(track.last, time)
    tracks[key] = track
  }

  /// The minutes of an hour that no tag covers, where most of it is covered; nil without any such tag.
  func minutesPerHour(_ facts: InputFacts) -> (key: Key, minutes: Double)? {
    tracks.compactMap { key, track -> (key: Key, minutes: Double)? in
      let start = facts.segmentStarts[key.rendition] ?? facts.begin
      let end =
        facts.summary.renditions.first { $0.name == key.rendition }?.end
        ?? facts.summary.duration(ofProgram: key.program)
      guard let end else { return nil }
      let unread = facts.unread
      let length = end - start - unread.seconds(key.rendition, from: start, to: end)
      guard length > 0 else { return nil }
      let seconds =
        track.seconds + gap(key, from: start, to: track.first, unread)
        + gap(key, from: track.last, to: end, unread)
      return (key, min(seconds, length) / length * 60)
    }
    .min { left, right in
      (left.minutes, left.key.rendition ?? "", left.key.program ?? 0)
        < (right.minutes, right.key.rendition ?? "", right.key.program ?? 0)
    }
  }

  /// Seconds without a tag between two times; 0 where tags are as close as they should be.
  private func gap(_ key: Key, from start: Double, to end: Double, _ unread: UnreadSpans) -> Double
  {
    let silence = end - start - unread.seconds(key.rendition, from: start, to: end)
    return silence > longest ? silence - interval : 0
  }
}
