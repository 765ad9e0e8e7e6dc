/// The command of a section (SCTE 35 2023, 9.6.1, table 7).
package enum SpliceCommand: Sendable, Hashable {
  /// `splice_null`: a sign of life, or the carrier of descriptors.
  case null
  /// `splice_insert`: a splice point.
  case insert(SpliceInsert)
  /// `time_signal`: when what the descriptors say holds; nil: at once.
  case timeSignal(Int64?)
  /// Any other command: `splice_schedule`, `bandwidth_reservation`, private ones. Its type and bytes.
  case other(type: UInt8, [UInt8])
  /// The bytes from `splice_command_type` to `E_CRC_32` of an encrypted section.
  case encrypted([UInt8])

  static let nullType: UInt8 = 0x00
  static let insertType: UInt8 = 0x05
  static let timeSignalType: UInt8 = 0x06

  /// The command's name in the standard.
  package var name: String {
    switch self {
    case .null: "splice_null"
    case .insert: "splice_insert"
    case .timeSignal: "time_signal"
    case .encrypted: "encrypted"
    case .other(type: 0x04, _): "splice_schedule"
    case .other(type: 0x07, _): "bandwidth_reservation"
    case .other(type: 0xFF, _): "private_command"
    case .other(let type, _): "command \(type)"
    }
  }

  /// Reads type and command. A length that the sender did not fill in is that of the fields; bytes of the
  /// command after its fields are ignored.
  init(parsing cursor: inout ByteCursor, length: Int) throws(SpliceFault) {
    let type = try cursor.byte()
    guard length != SpliceInfoSection.unknownCommandLength else {
      self = try Self(type, &cursor)
      return
    }
    var body = ByteCursor(try cursor.slice(length))
    self = try Self(type, &body)
  }

  private init(_ type: UInt8, _ cursor: inout ByteCursor) throws(SpliceFault) {
    switch type {
    case Self.nullType: self = .null
    case Self.insertType: self = .insert(try SpliceInsert(parsing: &cursor))
    case Self.timeSignalType: self = .timeSignal(try cursor.spliceTime())
    default: self = .other(type: type, Array(try cursor.slice(cursor.remaining)))
    }
  }

  /// Type and bytes of the command.
  var encoded: [UInt8] {
    switch self {
    case .null: return [Self.nullType]
    case .insert(let insert): return [Self.insertType] + insert.encoded
    case .timeSignal(let time):
      var bytes = [Self.timeSignalType]
      bytes.append(spliceTime: time)
      return bytes
    case .other(let type, let bytes): return [type] + bytes
    case .encrypted(let bytes): return bytes
    }
  }
}

/// A `splice_insert` (9.7.3).
package struct SpliceInsert: Sendable, Hashable {
  /// Where a splice takes place.
  package enum Place: Sendable, Hashable {
    /// In all components at once: at a PTS; nil: at the time the sender has no word for.
    case program(Int64?)
    /// In all components, at the nearest possible point.
    case programImmediately
    /// In components, each with its tag and PTS.
    case components([Component])
    /// In components with these tags, at the nearest possible point.
    case componentsImmediately([UInt8])
  }

  /// A component and when it is spliced.
  package struct Component: Sendable, Hashable {
    /// `component_tag`.
    package var tag: UInt8
    /// The PTS, 33 bits at 90 kHz; nil: not said.
    package var pts: Int64?

    package init(tag: UInt8, pts: Int64?) { (self.tag, self.pts) = (tag, pts) }
  }

  /// A `break_duration` (9.8.2).
  package struct BreakDuration: Sendable, Hashable {
    /// `auto_return`: the break ends by itself after this time; else another message ends it.
    package var returnsByItself: Bool
    /// Ticks of 90 kHz, 33 bits.
    package var ticks: Int64

    package init(returnsByItself: Bool, ticks: Int64) {
      (self.returnsByItself, self.ticks) = (returnsByItself, ticks)
    }
  }

  /// The splice, unless the event is cancelled.
  package struct Splice: Sendable, Hashable {
    /// `out_of_network_indicator`: the programme is left; else it comes back.
    package var isOut: Bool
    /// Where and when.
    package var place: Place
    /// How long the break is to be.
    package var breakDuration: BreakDuration?
    /// Whether `event_id_compliance_flag` is 0: the identifier is unique as the standard asks.
    package var hasCompliantID: Bool
    /// `unique_program_id`.
    package var programID: UInt16
    /// `avail_num`; 0: not said.
    package var availNumber: UInt8
    /// `avails_expected`.
    package var availsExpected: UInt8

    package init(
      isOut: Bool,
      place: Place,
      breakDuration: BreakDuration? = nil,
      hasCompliantID: Bool = true,
      programID: UInt16 = 0,
      availNumber: UInt8 = 0,
      availsExpected: UInt8 = 0
    ) {
      self.isOut = isOut
      self.place = place
      self.breakDuration = breakDuration
      self.hasCompliantID = hasCompliantID
      self.programID = programID
      self.availNumber = availNumber
      self.availsExpected = availsExpected
    }
  }

  /// `splice_event_id`.
  package var eventID: UInt32
  /// The splice; nil: the event is cancelled.
  package var splice: Splice?

  package init(eventID: UInt32, splice: Splice?) {
    (self.eventID, self.splice) = (eventID, splice)
  }

  /// The PTS of the splice without `pts_adjustment`, the earliest of its components; nil where it is
  /// immediate, cancelled or not said.
  package var pts: Int64? {
    switch splice?.place {
    case .program(let pts): pts
    // Components are frames apart; after a wrap the greatest is the earliest, which no splice meets.
    case .components(let components): components.compactMap(\.pts).min()
    case .programImmediately, .componentsImmediately, nil: nil
    }
  }

  /// Whether the splice is to take place at once.
  package var isImmediate: Bool {
    switch splice?.place {
    case .programImmediately, .componentsImmediately: true
    case .program, .components, nil: false
    }
  }
}

extension SpliceInsert {
  init(parsing cursor: inout ByteCursor) throws(SpliceFault) {
    let id = try cursor.uint32()
    guard try cursor.byte() & 0x80 == 0 else {
      self.init(eventID: id, splice: nil)
      return
    }
    let flags = try cursor.byte()
    let isProgram = flags & 0x40 != 0
    let isImmediate = flags & 0x10 != 0
    let place: Place
    switch (isProgram, isImmediate) {
    case (true, true): place = .programImmediately
    case (true, false): place = .program(try cursor.spliceTime())
    case (false, true):
      place = .componentsImmediately(Array(try cursor.slice(Int(try cursor.byte()))))
    case (false, false):
      var components: [Component] = []
      for _ in 0..<(try cursor.byte()) {
        let tag = try cursor.byte()
        components.append(Component(tag: tag, pts: try cursor.spliceTime()))
      }
      place = .components(components)
    }
    var duration: BreakDuration?
    if flags & 0x20 != 0 {
      let (flags, ticks) = try cursor.flagsAndTime()
      duration = BreakDuration(returnsByItself: flags & 0x40 != 0, ticks: ticks)
    }
    let programID = try cursor.uint16()
    self.init(
      eventID: id,
      splice: Splice(
        isOut: flags & 0x80 != 0,
        place: place,
        breakDuration: duration,
        hasCompliantID: flags & 0x08 != 0,
        programID: programID,
        availNumber: try cursor.byte(),
        availsExpected: try cursor.byte()
      )
    )
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt64(eventID), bytes: 4)
    guard let splice else { return bytes + [0xFF] }
    bytes.append(0x7F)
    let isProgram: Bool
    switch splice.place {
    case .program, .programImmediately: isProgram = true
    case .components, .componentsImmediately: isProgram = false
    }
    bytes.append(
      (splice.isOut ? 0x80 : 0) | (isProgram ? 0x40 : 0) | (splice.breakDuration == nil ? 0 : 0x20)
        | (isImmediate ? 0x10 : 0) | (splice.hasCompliantID ? 0x08 : 0) | 0x07
    )
    switch splice.place {
    case .program(let pts): bytes.append(spliceTime: pts)
    case .programImmediately: break
    case .components(let components):
      bytes.append(UInt8(truncatingIfNeeded: components.count))
      for component in components.prefix(255) {
        bytes.append(component.tag)
        bytes.append(spliceTime: component.pts)
      }
    case .componentsImmediately(let tags):
      bytes.append(UInt8(truncatingIfNeeded: tags.count))
      bytes += tags.prefix(255)
    }
    if let duration = splice.breakDuration {
      bytes.append(flags: duration.returnsByItself ? 0x7F : 0x3F, time: duration.ticks)
    }
    bytes.append(UInt64(splice.programID), bytes: 2)
    return bytes + [splice.availNumber, splice.availsExpected]
  }
}

extension ByteCursor {
  /// A `splice_time` (9.8.1); nil where it has no time.
  mutating func spliceTime() throws(SpliceFault) -> Int64? {
    let first = try byte()
    guard first & 0x80 != 0 else { return nil }
    return Int64(first & 1) << 32 | Int64(try uint32())
  }
}

extension Array<UInt8> {
  /// Appends a `splice_time`.
  mutating func append(spliceTime pts: Int64?) {
    guard let pts else { return append(0x7F) }
    append(flags: 0x7F, time: pts)
  }
}
