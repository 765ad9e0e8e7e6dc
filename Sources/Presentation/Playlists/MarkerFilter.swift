import TimedMetadata

/// Passes each marker once: the playlist of every rendition contains it.
struct MarkerFilter {
  /// At least this many markers are remembered.
  static let capacity = 4096

  private struct Key: Hashable {
    var kind: TimelineMarker.Kind
    var id: String?
    var announcement: SpliceAnnouncement?
    var isOut: Bool?
    /// In steps of two seconds: renditions cut their segments at slightly different times.
    var step: Int?
    var duration: Double?
    var interstitial: Interstitial?
  }

  private var known: Set<Key> = []
  /// Markers from before those in `known`.
  private var older: Set<Key> = []

  /// Whether the marker has not passed before.
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
        duration: marker.duration,
        interstitial: marker.interstitial
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
