import TimedMetadata

/// Lets each mark pass once: every rendition's playlist has it.
struct MarkerFilter {
  /// At least so many marks are remembered.
  static let capacity = 4096

  private struct Key: Hashable {
    var kind: TimelineMarker.Kind
    var id: String?
    var announcement: SpliceAnnouncement?
    var isOut: Bool?
    /// In steps of two seconds: renditions cut their segments a little apart.
    var step: Int?
    var duration: Double?
  }

  private var known: Set<Key> = []
  /// Those before `known`.
  private var older: Set<Key> = []

  /// Whether the mark has not passed yet.
  mutating func isNew(_ marker: TimelineMarker) -> Bool {
    if known.count >= Self.capacity {
      older = known
      known = []
    }
    func key(_ step: Int?) -> Key {
      Key(
        kind: marker.kind,
        id: marker.id,
        announcement: marker.announcement,
        isOut: marker.isOut,
        step: step,
        duration: marker.duration
      )
    }
    guard let time = marker.time, time.isFinite, abs(time) < 1e12 else {
      return known.insert(key(nil)).inserted && !older.contains(key(nil))
    }
    let step = Int((time / 2).rounded(.down))
    let isKnown = (step - 1...step + 1).contains { step in
      known.contains(key(step)) || older.contains(key(step))
    }
    known.insert(key(step))
    return !isKnown
  }
}
