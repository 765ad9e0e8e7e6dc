import TimedMetadata

/// Lets each event of a manifest pass once: every version names them again.
struct ManifestEventFilter {
  private struct Key: Hashable {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  /// Tags that have passed.
  private(set) var tagCount = 0
  private let first: Double
  /// Events that have passed, and the last version that had each.
  private var known: [Key: Int] = [:]
  private var version = 0
  /// So many versions that do not have an event are waited for: caches hand out older ones meanwhile.
  private static let keptVersions = 64

  /// Events before `first` are left out, in seconds of the manifest.
  init(from first: Double) { self.first = first }

  /// Delivers the tags and marks that no version before had. `wallClockAtZero` is where time 0 of this version is on
  /// the clock, in Unix seconds; nil: where it was in the first one.
  mutating func deliver(
    _ events: ManifestEvents,
    _ track: Int?,
    _ merger: EventMerger,
    wallClockAtZero: Double? = nil
  ) {
    guard let track else { return }
    version += 1
    for (time, event) in events.entries where time >= first {
      let bytes: [UInt8]
      switch event {
      case .tag(let tag): bytes = tag.bytes
      // A section may hold several marks.
      case .marker(let mark):
        let type = mark.announcement?.segmentationType ?? 0
        bytes = Array((mark.id ?? "").utf8) + [0, type] + (mark.splice ?? [])
      case .note, .segment, .end: continue
      }
      let key = Key(milliseconds: Int(exactly: (time * 1000).rounded()) ?? .max, bytes: bytes)
      guard known.updateValue(version, forKey: key) == nil else { continue }
      if case .tag = event { tagCount += 1 }
      merger.push(.segment(start: time), rendition: track)
      let wallClock = wallClockAtZero.map { $0 + time }
      merger.push(.metadata(event.placed(at: wallClock)), rendition: track)
    }
    let oldest = version - Self.keptVersions
    if version.isMultiple(of: Self.keptVersions) { known = known.filter { $0.value > oldest } }
    if known.count > ManifestEvents.maximumCount { known = known.filter { $0.value == version } }
  }
}

extension TimedMetadataEvent {
  /// The same at a time of day; nil: it stays as it is.
  fileprivate func placed(at wallClock: Double?) -> TimedMetadataEvent {
    guard let wallClock else { return self }
    switch self {
    case .tag(var tag):
      tag.wallClock = wallClock
      return .tag(tag)
    case .marker(var marker):
      marker.wallClock = wallClock
      return .marker(marker)
    case .note, .segment, .end: return self
    }
  }
}
