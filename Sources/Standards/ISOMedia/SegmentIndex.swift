/// The content of a segment index box (ISO/IEC 14496-12, 8.16.3).
package struct SegmentIndex: Equatable {
  /// `reference_ID`: the ID of the indexed track.
  package let referenceID: UInt32
  /// The number of ticks per second; 0 in an index that is not valid.
  package let timescale: UInt32
  /// The earliest presentation time of the segment; nil if the timescale is 0 or the time is too large.
  package let earliestPresentationTime: MediaTime?

  package init(parsing payload: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(payload)
    let (version, _) = try fields.versionAndFlags()
    referenceID = try fields.uint32()
    timescale = try fields.uint32()
    let ticks = Int64(exactly: try fields.integer(inVersion: version))
    earliestPresentationTime = ticks.flatMap { [timescale] in
      MediaTime(ticks: $0, timescale: timescale)
    }
  }
}

extension SegmentIndex {
  package struct Reference: Equatable {
    /// Whether the entry refers to another index, and not to media.
    package let isIndex: Bool
    /// The offset of the referenced bytes from the first byte after the index box.
    package let offset: Int64
    package let byteCount: Int64
    /// The duration in ticks of the index's timescale.
    package let duration: Int64
  }

  package static func references(
    parsing payload: ArraySlice<UInt8>
  ) throws(BoxFault) -> [Reference] {
    var fields = BoxFields(payload)
    let (version, _) = try fields.versionAndFlags()
    // Skips the track, the timescale and the earliest presentation time.
    try fields.skip(version == 0 ? 12 : 16)
    let first = try fields.integer(inVersion: version)
    guard var offset = Int64(exactly: first), offset <= MediaTime.maximumTicks else {
      throw BoxFault("a segment index declares media \(first) bytes after it, which is too far")
    }
    let count = Int(try fields.uint32() & 0xFFFF)
    var references: [Reference] = []
    references.reserveCapacity(min(count, fields.rest.count / 12))
    for _ in 0..<count {
      let word = try fields.uint32()
      let byteCount = Int64(word & 0x7FFF_FFFF)
      let duration = Int64(try fields.uint32())
      // Skips the stream access point.
      try fields.skip(4)
      references.append(
        Reference(
          isIndex: word >> 31 == 1,
          offset: offset,
          byteCount: byteCount,
          duration: duration
        )
      )
      offset += byteCount
    }
    return references
  }
}
