/// A tag at one position of a tap's timeline, with its copies in all renditions.
struct TagOccurrence: Sendable {
  /// The indices of the copies among the tags of the tap: one for each rendition and PID.
  var copies: [Int]
  /// The indices of further copies, in renditions that already have one.
  var doubles: [Int] = []
  /// The position in seconds on the tap's own timeline. Nil if unknown.
  var position: Double?

  /// The maximum time, in seconds, between the copies of one tag in several renditions.
  private static let renditionWindow = 15.0
  /// The maximum time, in seconds, between a tag and its double in one rendition. A later double is repeated content.
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

/// A tag and its occurrence at each tap.
struct TagTrack: Sendable {
  /// The occurrence at each tap. Nil if the tap lacks the tag.
  var steps: [Step?]
  /// The latest tap that has the tag.
  var latest: Int
  /// The position on the common timeline, in seconds, at the latest tap that has the tag. Nil if unknown.
  var position: Double?

  /// The position on the common timeline, in seconds, at the first tap that has the tag. Tags are sorted by this
  /// position, so a tap that moves tags does not change the order.
  var origin: Double? {
    steps.first { $0 != nil }.flatMap { $0?.common.first ?? nil }
  }

  struct Step: Sendable {
    /// The indices of the copies among the tags of the tap: one for each rendition and PID. Their bytes may differ.
    var copies: [Int]
    var doubles: [Int]
    /// The position in seconds on the tap's own timeline.
    var position: Double?
    /// The position of each copy on the common timeline, in seconds. Nil if unknown.
    var common: [Double?] = []
    /// The seconds by which each copy is later on the common timeline than at the earlier tap; 0 if unknown.
    var deviations: [Double] = []
  }

  /// Creates the track of a tag that first appears at the tap with the index `firstTap`.
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
