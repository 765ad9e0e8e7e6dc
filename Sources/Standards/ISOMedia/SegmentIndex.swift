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
