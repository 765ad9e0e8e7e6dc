/// A tag at one place of a tap's timeline: its copies in the renditions, and those that are there twice.
struct TagOccurrence: Sendable {
  /// The places among the tags of the tap: one copy of each rendition and PID.
  var copies: [Int]
  /// Further copies of the same bytes in a rendition that has one already.
  var doubles: [Int] = []
  /// Seconds on the tap's own timeline; nil where it is not known.
  var position: Double?

  /// Seconds within which copies in several renditions are one tag.
  private static let renditionWindow = 15.0
  /// Seconds within which the same bytes in the same rendition are one tag twice, and not a loop of content.
  private static let doubleWindow = 5.0

  private struct Stream: Hashable {
    var rendition: String?
    var pid: Int?
  }

  /// The occurrences in a tap, in the order of their positions.
  static func all(in tap: Tap) -> [TagOccurrence] {
    let usesWallClock = tap.usesWallClock
    func position(_ index: Int) -> Double? {
      usesWallClock ? tap.tags[index].wallClock : tap.tags[index].time
    }
    let groups = Dictionary(grouping: tap.tags.indices) { tap.tags[$0].digest }
    let occurrences = groups.values.flatMap { group in
      let ordered = group.sorted { (position($0) ?? 0, $0) < (position($1) ?? 0, $1) }
      var found: [TagOccurrence] = []
      var streams: Set<Stream> = []
      for index in ordered {
        let stream = Stream(rendition: tap.tags[index].rendition, pid: tap.tags[index].pid)
        let distance = found.last?.position.flatMap { first in position(index).map { $0 - first } }
        if let distance, distance <= renditionWindow, !streams.contains(stream) {
          found[found.count - 1].copies.append(index)
          streams.insert(stream)
        } else if let distance, distance <= doubleWindow {
          found[found.count - 1].doubles.append(index)
        } else {
          found.append(TagOccurrence(copies: [index], position: position(index)))
          streams = [stream]
        }
      }
      return found
    }
    return occurrences.sorted {
      ($0.position ?? 0, $0.copies[0]) < ($1.position ?? 0, $1.copies[0])
    }
  }
}

/// A tag on its way through the taps.
struct TagTrack: Sendable {
  /// What it was at each tap; nil where the tap does not have it.
  var steps: [Step?]
  /// The latest tap that has it.
  var latest: Int
  /// Seconds on the timeline of the first tap, by the latest tap that has it; nil where its position is not known.
  var position: Double?

  /// Seconds on the common timeline at the first tap that has it. They give the order: a tap that moves tags does not
  /// change it.
  var origin: Double? {
    steps.first { $0 != nil }.flatMap { $0?.common.first ?? nil }
  }

  /// A tag at one tap.
  struct Step: Sendable {
    /// The places among the tags of the tap: one copy of each rendition, in which bytes may differ.
    var copies: [Int]
    var doubles: [Int]
    /// Seconds on the tap's own timeline.
    var position: Double?
    /// Seconds of each copy on the common timeline.
    var common: [Double?] = []
    /// Seconds by which each copy is later than the tags around it, against the tap before.
    var deviations: [Double] = []
  }

  /// A tag that the tap of this number is the first to have.
  init(_ occurrence: TagOccurrence, firstTap: Int, position: Double?) {
    steps = Array(repeating: nil, count: firstTap)
    steps.append(
      Step(
        copies: occurrence.copies,
        doubles: occurrence.doubles,
        position: occurrence.position
      )
    )
    (latest, self.position) = (firstTap, position)
  }
}
