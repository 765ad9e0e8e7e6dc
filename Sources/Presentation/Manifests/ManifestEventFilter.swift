import TimedMetadata

/// Passes each event of a manifest once: every version lists the events again.
struct ManifestEventFilter {
  private struct Key: Hashable {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  /// Tags that have passed.
  private(set) var tagCount = 0
  private let first: Double
  /// Events that have passed, and the last version that contained each.
  private var known: [Key: Int] = [:]
  private var version = 0
  /// An event is remembered for at least this many versions without it: caches may serve older versions meanwhile.
  private static let keptVersions = 64

  /// Events before `first`, in seconds of the manifest, are dropped.
  init(from first: Double) { self.first = first }

  /// Delivers the tags and markers that no earlier version had. `wallClockAtZero` is the wall clock at time 0 of this
  /// version, in Unix seconds; nil: the same as in the first version.
  mutating func deliver(
    _ events: ManifestEvents,
    _ track: Int?,
    _ merger: EventMerger,
    wallClockAtZero: Double? = nil
  ) async {
    guard let track else { return }
    version += 1
    var new: [RenditionEvent] = []
    for (time, event) in events.entries where time >= first {
      let bytes: [UInt8]
      switch event {
      case .tag(let tag): bytes = tag.bytes
      // A section may contain several markers.
      case .marker(let mark):
        let type = mark.announcement?.segmentationType ?? 0
        bytes = Array((mark.id ?? "").utf8) + [0, type] + (mark.splice ?? [])
      case .note, .segment, .end: continue
      }
      let key = Key(milliseconds: Int(exactly: (time * 1000).rounded()) ?? .max, bytes: bytes)
      guard known.updateValue(version, forKey: key) == nil else { continue }
      if case .tag = event { tagCount += 1 }
      let wallClock = wallClockAtZero.map { $0 + time }
      new += [.segment(start: time), .metadata(event.placed(at: wallClock))]
    }
    let oldest = version - Self.keptVersions
    if version.isMultiple(of: Self.keptVersions) { known = known.filter { $0.value > oldest } }
    if known.count > ManifestEvents.maximumCount { known = known.filter { $0.value == version } }
    await merger.push(new, rendition: track)
  }
}

extension TimedMetadataEvent {
  /// The event with another wall clock; nil: the event is unchanged.
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
