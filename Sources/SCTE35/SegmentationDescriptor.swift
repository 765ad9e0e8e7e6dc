/// A `segmentation_descriptor` (SCTE 35 2023, 10.3.3): where a programme, a chapter, a break or an ad begins
/// or ends.
package struct SegmentationDescriptor: Sendable, Hashable {
  /// Where a segment may be delivered.
  package struct Restrictions: Sendable, Hashable {
    /// `web_delivery_allowed_flag`.
    package var allowsWebDelivery: Bool
    /// `no_regional_blackout_flag`.
    package var hasNoRegionalBlackout: Bool
    /// `archive_allowed_flag`.
    package var allowsArchive: Bool
    /// `device_restrictions`: 0 to 2 name a group of devices, 3: none.
    package var deviceGroup: UInt8

    package init(
      allowsWebDelivery: Bool,
      hasNoRegionalBlackout: Bool,
      allowsArchive: Bool,
      deviceGroup: UInt8
    ) {
      self.allowsWebDelivery = allowsWebDelivery
      self.hasNoRegionalBlackout = hasNoRegionalBlackout
      self.allowsArchive = allowsArchive
      self.deviceGroup = deviceGroup
    }
  }

  /// A component that is segmented.
  package struct Component: Sendable, Hashable {
    /// `component_tag`.
    package var tag: UInt8
    /// `pts_offset`, to be added to the time of the command.
    package var offset: Int64

    package init(tag: UInt8, offset: Int64) { (self.tag, self.offset) = (tag, offset) }
  }

  /// The place among others: `segment_num` of `segments_expected`.
  package struct Count: Sendable, Hashable {
    /// From 1; 0: not said.
    package var number: UInt8
    /// How many are expected; 0: not said.
    package var expected: UInt8

    package init(number: UInt8, expected: UInt8) {
      (self.number, self.expected) = (number, expected)
    }
  }

  /// The content, unless the event is cancelled.
  package struct Segment: Sendable, Hashable {
    /// `segmentation_type_id`.
    package var type: SegmentationType
    /// `segmentation_duration` in ticks of 90 kHz, 40 bits.
    package var durationTicks: Int64?
    /// `segmentation_upid_type` and `segmentation_upid`.
    package var upid: SegmentationUPID
    /// Where it may be delivered; nil: anywhere.
    package var restrictions: Restrictions?
    /// The components that are segmented; nil: all.
    package var components: [Component]?
    /// The place among the segments of the event.
    package var segment: Count
    /// The place within a segment, where the descriptor has room for it.
    package var subsegment: Count?

    package init(
      type: SegmentationType,
      durationTicks: Int64? = nil,
      upid: SegmentationUPID = SegmentationUPID(type: 0, bytes: []),
      restrictions: Restrictions? = nil,
      components: [Component]? = nil,
      segment: Count = Count(number: 0, expected: 0),
      subsegment: Count? = nil
    ) {
      self.type = type
      self.durationTicks = durationTicks
      self.upid = upid
      self.restrictions = restrictions
      self.components = components
      self.segment = segment
      self.subsegment = subsegment
    }
  }

  /// `segmentation_event_id`.
  package var eventID: UInt32
  /// The content; nil: the event is cancelled.
  package var segment: Segment?

  package init(eventID: UInt32, segment: Segment?) {
    (self.eventID, self.segment) = (eventID, segment)
  }
}

extension SegmentationDescriptor {
  /// Reads what is after the identifier.
  init(parsing cursor: inout ByteCursor) throws(SpliceFault) {
    let id = try cursor.uint32()
    guard try cursor.byte() & 0x80 == 0 else {
      self.init(eventID: id, segment: nil)
      return
    }
    let flags = try cursor.byte()
    var restrictions: Restrictions?
    if flags & 0x20 == 0 {
      restrictions = Restrictions(
        allowsWebDelivery: flags & 0x10 != 0,
        hasNoRegionalBlackout: flags & 0x08 != 0,
        allowsArchive: flags & 0x04 != 0,
        deviceGroup: flags & 0x03
      )
    }
    var components: [Component]?
    if flags & 0x80 == 0 {
      var found: [Component] = []
      for _ in 0..<(try cursor.byte()) {
        let tag = try cursor.byte()
        found.append(Component(tag: tag, offset: try cursor.flagsAndTime().time))
      }
      components = found
    }
    let duration = flags & 0x40 == 0 ? nil : Int64(try cursor.number(bytes: 5))
    let upidType = try cursor.byte()
    let upid = Array(try cursor.slice(Int(try cursor.byte())))
    let type = SegmentationType(rawValue: try cursor.byte())
    let segment = try cursor.count()
    // Senders of earlier versions of the standard leave it out.
    let hasSubsegment = type.hasSubsegments && cursor.remaining >= 2
    self.init(
      eventID: id,
      segment: Segment(
        type: type,
        durationTicks: duration,
        upid: SegmentationUPID(type: upidType, bytes: upid),
        restrictions: restrictions,
        components: components,
        segment: segment,
        subsegment: hasSubsegment ? try cursor.count() : nil
      )
    )
  }

  /// The bytes after the identifier.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt64(eventID), bytes: 4)
    guard let segment else { return bytes + [0xFF] }
    bytes += [0x7F, segment.flags]
    if let components = segment.components {
      bytes.append(UInt8(truncatingIfNeeded: components.count))
      for component in components.prefix(255) {
        bytes.append(component.tag)
        bytes.append(flags: 0x7F, time: component.offset)
      }
    }
    if let ticks = segment.durationTicks {
      bytes.append(UInt64(bitPattern: ticks) & 0xFF_FFFF_FFFF, bytes: 5)
    }
    let upid = segment.upid.bytes.prefix(255)
    bytes += [segment.upid.type, UInt8(truncatingIfNeeded: upid.count)] + upid
    bytes.append(segment.type.rawValue)
    bytes += [segment.segment.number, segment.segment.expected]
    if let sub = segment.subsegment { bytes += [sub.number, sub.expected] }
    return bytes
  }
}

extension SegmentationDescriptor.Segment {
  fileprivate var flags: UInt8 {
    let delivery: UInt8 =
      restrictions.map { known in
        (known.allowsWebDelivery ? 0x10 : 0) | (known.hasNoRegionalBlackout ? 0x08 : 0)
          | (known.allowsArchive ? 0x04 : 0) | known.deviceGroup & 0x03
      } ?? 0x3F
    return (components == nil ? 0x80 : 0) | (durationTicks == nil ? 0 : 0x40) | delivery
  }
}

extension ByteCursor {
  fileprivate mutating func count() throws(SpliceFault) -> SegmentationDescriptor.Count {
    let number = try byte()
    return SegmentationDescriptor.Count(number: number, expected: try byte())
  }
}
