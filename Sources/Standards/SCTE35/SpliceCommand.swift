/// The command of a section (SCTE 35 2023, 9.6.1, table 7).
package enum SpliceCommand: Sendable, Hashable {
  /// `splice_insert`: a splice point.
  case insert(SpliceInsert)
  /// `time_signal`: the time to which the descriptors apply, in 90 kHz ticks; nil means immediately.
  case timeSignal(Int64?)
  /// Any other command, by its type, such as `splice_null`, which serves as a heartbeat or carries descriptors.
  case other(type: UInt8)

  package static let null = SpliceCommand.other(type: 0)
  private static let insertType: UInt8 = 0x05
  private static let timeSignalType: UInt8 = 0x06

  /// The name of the command in the standard, or its number.
  package var name: String {
    switch self {
    case .insert: "splice_insert"
    case .timeSignal: "time_signal"
    case .other(type: 0x00): "splice_null"
    case .other(type: 0x04): "splice_schedule"
    case .other(type: 0x07): "bandwidth_reservation"
    case .other(type: 0xFF): "private_command"
    case .other(let type): "command \(type)"
    }
  }

  /// Reads the type and the command. If the length is unknown, a known command ends with its last field, and any other
  /// command takes the rest of the section. Bytes of the command after its fields are ignored.
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
    case Self.insertType: self = .insert(try SpliceInsert(parsing: &cursor))
    case Self.timeSignalType: self = .timeSignal(try cursor.spliceTime())
    case 0: self = .null
    default:
      _ = try cursor.slice(cursor.remaining)
      self = .other(type: type)
    }
  }

  /// The type and the bytes of the command; only the type for `other`.
  var encoded: [UInt8] {
    switch self {
    case .insert(let insert): return [Self.insertType] + insert.encoded
    case .timeSignal(let time):
      var bytes = [Self.timeSignalType]
      bytes.append(spliceTime: time)
      return bytes
    case .other(let type): return [type]
    }
  }
}

/// A `splice_insert` (SCTE 35 2023, 9.7.3).
package struct SpliceInsert: Sendable, Hashable {
  /// A `break_duration` (SCTE 35 2023, 9.8.2).
  package struct BreakDuration: Sendable, Hashable {
    /// `auto_return`: whether the break ends by itself after this time, without another message.
    package var returnsByItself: Bool
    /// The duration in 90 kHz ticks, 33 bits.
    package var ticks: Int64

    package init(returnsByItself: Bool, ticks: Int64) {
      (self.returnsByItself, self.ticks) = (returnsByItself, ticks)
    }
  }

  /// `splice_event_id`.
  package var eventID: UInt32
  /// `out_of_network_indicator`: true at the start of a break, false at the end. Nil if the event is cancelled.
  package var isOut: Bool?
  /// The PTS of the splice in 90 kHz ticks, before `pts_adjustment`; the earliest one if components have different
  /// times. Nil if the splice is immediate or cancelled, or has no time.
  package var pts: Int64?
  /// The planned duration of the break; nil if it is not declared.
  package var breakDuration: BreakDuration?

  package init(
    eventID: UInt32,
    isOut: Bool?,
    pts: Int64? = nil,
    breakDuration: BreakDuration? = nil
  ) {
    self.eventID = eventID
    self.isOut = isOut
    self.pts = pts
    self.breakDuration = breakDuration
  }
}

extension SpliceInsert {
  init(parsing cursor: inout ByteCursor) throws(SpliceFault) {
    self.init(eventID: try cursor.uint32(), isOut: nil)
    guard try cursor.byte() & 0x80 == 0 else { return }
    let flags = try cursor.byte()
    isOut = flags & 0x80 != 0
    let (isProgram, isImmediate) = (flags & 0x40 != 0, flags & 0x10 != 0)
    var times: [Int64] = []
    for _ in 0..<(isProgram ? 1 : try cursor.byte()) {
      // Skips component_tag.
      if !isProgram { _ = try cursor.byte() }
      if !isImmediate, let time = try cursor.spliceTime() { times.append(time) }
    }
    // The minimum is wrong if the PTS wraps between the times, which is very rare.
    pts = times.min()
    if flags & 0x20 != 0 {
      let (flags, ticks) = try cursor.flagsAndTime()
      breakDuration = BreakDuration(returnsByItself: flags & 0x40 != 0, ticks: ticks)
    }
    // Skips unique_program_id, avail_num and avails_expected.
    _ = try cursor.slice(4)
  }

  /// The bytes after the type. Without a PTS the splice is immediate.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt64(eventID), bytes: 4)
    guard let isOut else { return bytes + [0xFF] }
    // program_splice_flag, event_id_compliance_flag and reserved bits are set.
    bytes += [
      0x7F,
      (isOut ? 0x80 : 0) | 0x40 | (breakDuration == nil ? 0 : 0x20) | (pts == nil ? 0x10 : 0)
        | 0x0F,
    ]
    if let pts { bytes.append(spliceTime: pts) }
    if let duration = breakDuration {
      bytes.append(flags: duration.returnsByItself ? 0x7F : 0x3F, time: duration.ticks)
    }
    return bytes + [0, 0, 1, 1]
  }
}

extension ByteCursor {
  /// Reads a `splice_time` in 90 kHz ticks (SCTE 35 2023, 9.8.1); nil if it has no time.
  mutating func spliceTime() throws(SpliceFault) -> Int64? {
    let first = try byte()
    guard first & 0x80 != 0 else { return nil }
    return Int64(first & 1) << 32 | Int64(try uint32())
  }
}

extension Array<UInt8> {
  /// Appends a `splice_time` in 90 kHz ticks; nil writes one without a time.
  mutating func append(spliceTime pts: Int64?) {
    guard let pts else { return append(0x7F) }
    append(flags: 0x7F, time: pts)
  }
}
