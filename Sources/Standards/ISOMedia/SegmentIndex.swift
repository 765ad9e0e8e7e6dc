/// The content of a segment index box (ISO/IEC 14496-12, 8.16.3).
package struct SegmentIndex: Equatable {
  /// The track it is about.
  package let referenceID: UInt32
  /// Ticks in a second; 0 makes no sense.
  package let timescale: UInt32
  /// Where the presentation of the segment starts; nil where it makes no sense.
  package let earliestPresentationTime: MediaTime?

  /// Reads the payload of a segment index box.
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
  /// One entry of a segment index (ISO/IEC 14496-12, 8.16.3).
  package struct Reference: Equatable {
    /// To another index; else to media.
    package let isIndex: Bool
    /// Where it starts, counted from the first byte after the index box.
    package let offset: Int64
    package let byteCount: Int64
    /// In ticks of the index.
    package let duration: Int64
  }

  /// The references in the payload of a segment index box, in order.
  package static func references(
    parsing payload: ArraySlice<UInt8>
  ) throws(BoxFault) -> [Reference] {
    var fields = BoxFields(payload)
    let (version, _) = try fields.versionAndFlags()
    // The track, the timescale and the earliest presentation time.
    try fields.skip(version == 0 ? 12 : 16)
    let first = try fields.integer(inVersion: version)
    guard var offset = Int64(exactly: first), offset <= MediaTime.maximumTicks else {
      throw BoxFault("the media of a segment index starts \(first) bytes after it")
    }
    let count = Int(try fields.uint32() & 0xFFFF)
    var references: [Reference] = []
    references.reserveCapacity(min(count, fields.rest.count / 12))
    for _ in 0..<count {
      let word = try fields.uint32()
      let byteCount = Int64(word & 0x7FFF_FFFF)
      let duration = Int64(try fields.uint32())
      // How the media can be entered.
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
