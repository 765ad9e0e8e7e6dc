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

  /// Delivers the tags and marks that no version before had.
  mutating func deliver(_ events: ManifestEvents, _ track: Int?, _ merger: EventMerger) {
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
      merger.push(.metadata(event), rendition: track)
    }
    let oldest = version - Self.keptVersions
    if version.isMultiple(of: Self.keptVersions) { known = known.filter { $0.value > oldest } }
    if known.count > ManifestEvents.maximumCount { known = known.filter { $0.value == version } }
  }
}
