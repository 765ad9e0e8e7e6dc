/// A `segmentation_descriptor` (SCTE 35 2023, 10.3.3): the start or end of a segment, such as a programme, chapter,
/// break or ad.
package struct SegmentationDescriptor: Sendable, Hashable {
  /// The fields of an event that is not cancelled.
  package struct Segment: Sendable, Hashable {
    /// `segmentation_type_id`.
    package var type: SegmentationType
    /// `segmentation_duration` in 90 kHz ticks, 40 bits; nil if it is not declared.
    package var durationTicks: Int64?
    /// `segmentation_upid_type` (table 22).
    package var upidType: UInt8
    /// `segmentation_upid`, at most 255 bytes.
    package var upid: [UInt8]

    package init(
      type: SegmentationType,
      durationTicks: Int64? = nil,
      upidType: UInt8 = 0,
      upid: [UInt8] = []
    ) {
      self.type = type
      self.durationTicks = durationTicks
      self.upidType = upidType
      self.upid = upid
    }

    /// Whether the UPID is printable text: an ISCI, Ad-ID, TID, ADI, ADS Information or URI of ASCII characters.
    package var hasTextUPID: Bool {
      [0x02, 0x03, 0x07, 0x09, 0x0E, 0x0F].contains(upidType)
        && upid.allSatisfy { (0x20...0x7E).contains($0) }
    }
  }

  /// `segmentation_event_id`.
  package var eventID: UInt32
  package var segment: Segment?

  package init(eventID: UInt32, segment: Segment?) {
    (self.eventID, self.segment) = (eventID, segment)
  }

  private static let tag: UInt8 = 0x02
  private static let identifier: [UInt8] = Array("CUEI".utf8)
}

extension SegmentationDescriptor {
  /// Reads the bytes after a descriptor's length; fails if the descriptor is of another kind.
  init?(tag: UInt8, _ body: ArraySlice<UInt8>) throws(SpliceFault) {
    guard tag == Self.tag, body.starts(with: Self.identifier) else { return nil }
    var cursor = ByteCursor(body.dropFirst(Self.identifier.count))
    self.init(eventID: try cursor.uint32(), segment: nil)
    guard try cursor.byte() & 0x80 == 0 else { return }
    let flags = try cursor.byte()
    let isWholeProgram = flags & 0x80 != 0
    // Skips component_tag and pts_offset of each component.
    if !isWholeProgram { _ = try cursor.slice(6 * Int(try cursor.byte())) }
    let duration = flags & 0x40 == 0 ? nil : Int64(try cursor.number(bytes: 5))
    let upidType = try cursor.byte()
    let upid = Array(try cursor.slice(Int(try cursor.byte())))
    segment = Segment(
      type: SegmentationType(rawValue: try cursor.byte()),
      durationTicks: duration,
      upidType: upidType,
      upid: upid
    )
    // Skips segment_num and segments_expected.
    _ = try cursor.slice(2)
  }

  /// The bytes of the descriptor, with at most 200 bytes of the UPID.
  var encoded: [UInt8] {
    var body = Self.identifier
    body.append(UInt64(eventID), bytes: 4)
    if let segment {
      // program_segmentation_flag, delivery_not_restricted_flag and reserved bits are set.
      body += [0x7F, 0xBF | (segment.durationTicks == nil ? 0 : 0x40)]
      if let ticks = segment.durationTicks {
        body.append(UInt64(bitPattern: ticks) & 0xFF_FFFF_FFFF, bytes: 5)
      }
      let upid = segment.upid.prefix(200)
      body += [segment.upidType, UInt8(upid.count)] + upid + [segment.type.rawValue, 0, 0]
    } else {
      body.append(0xFF)
    }
    return [Self.tag, UInt8(truncatingIfNeeded: body.count)] + body
  }
}
