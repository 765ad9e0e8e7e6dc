import TimedMetadata

/// Passes on each marker once, although the playlist of every rendition contains it.
struct MarkerFilter {
  /// When `known` has this number of keys, it replaces `older`. A date range has two keys.
  static let capacity = 4096

  private struct Key: Hashable {
    var kind: TimelineMarker.Kind
    var id: String?
    var announcement: SpliceAnnouncement?
    var isOut: Bool?
    /// The time in steps of two seconds: renditions cut their segments at slightly different times.
    var step: Int?
    var duration: Double?
    var interstitial: Interstitial?
  }

  private var known: Set<Key> = []
  /// The keys that were known before those in `known`.
  private var older: Set<Key> = []

  /// Returns the marker, or nil if it was passed on before. A marker that changes a known date range is returned as an
  /// update.
  mutating func pass(_ marker: TimelineMarker) -> TimelineMarker? {
    if known.count >= Self.capacity {
      older = known
      known = []
    }
    guard marker.kind == .dateRange, let id = marker.id, !id.isEmpty else {
      return isNew(marker) ? marker : nil
    }
    let date = marker.wallClock.flatMap { Int(exactly: ($0 / 2).rounded(.down)) }
    let range = Key(kind: .dateRange, id: id, isOut: marker.isOut, step: date)
    var marker = marker
    marker.isUpdate = known.contains(range) || older.contains(range)
    guard isNew(marker) else { return nil }
    known.insert(range)
    return marker
  }

  private mutating func isNew(_ marker: TimelineMarker) -> Bool {
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
