/// An event message box (ISO/IEC 23009-1, 5.10.3.3):
///
///     version 0: scheme NUL value NUL timescale(32) time_delta(32) duration(32) id(32) data
///     version 1: timescale(32) time(64) duration(32) id(32) scheme NUL value NUL data
package struct EventMessageBox: Sendable, Equatable {
  /// The start of an event, in ticks of the timescale. Each version of the box has one form.
  package enum Due: Sendable, Equatable {
    /// In version 0: the time after the earliest presentation time of the segment.
    case delta(UInt32)
    /// In version 1: the time on the timeline of the media.
    case presentation(UInt64)
  }

  package enum Fault: Error, Equatable {
    case version(UInt8)
    case timescale
    case malformed(BoxFault)
  }

  /// `scheme_id_uri`.
  package var scheme: String
  package var value: String
  /// The number of ticks per second, not 0.
  package var timescale: UInt32
  package var due: Due
  /// `event_duration` in ticks; 0xFFFFFFFF means unknown.
  package var duration: UInt32
  package var id: UInt32
  /// `message_data`.
  package var data: ArraySlice<UInt8>

  package init(
    scheme: String,
    value: String,
    timescale: UInt32,
    due: Due,
    duration: UInt32,
    id: UInt32,
    data: ArraySlice<UInt8>
  ) {
    self.scheme = scheme
    self.value = value
    self.timescale = timescale
    self.due = due
    self.duration = duration
    self.id = id
    self.data = data
  }

  package var version: UInt8 {
    switch due {
    case .delta: 0
    case .presentation: 1
    }
  }
}

extension EventMessageBox {
  package init(parsing payload: ArraySlice<UInt8>) throws(Fault) {
    if let version = payload.first, version > 1 { throw .version(version) }
    do throws(BoxFault) {
      self = try Self(fieldsOf: payload)
    } catch {
      throw .malformed(error)
    }
    guard timescale > 0 else { throw .timescale }
  }

  private init(fieldsOf payload: ArraySlice<UInt8>) throws(BoxFault) {
    var fields = BoxFields(payload)
    let (version, _) = try fields.versionAndFlags()
    scheme = ""
    value = ""
    if version == 0 {
      scheme = try fields.text("scheme_id_uri")
      value = try fields.text("value")
    }
    timescale = try fields.uint32()
    due = try version == 0 ? .delta(fields.uint32()) : .presentation(fields.uint64())
    duration = try fields.uint32()
    id = try fields.uint32()
    if version == 1 {
      scheme = try fields.text("scheme_id_uri")
      value = try fields.text("value")
    }
    data = fields.rest
  }

  /// The bytes of the whole box. If `endsValue` is false, the required NUL after the value is missing.
  package func bytes(endsValue: Bool = true) -> [UInt8] {
    let texts = Array(scheme.utf8) + [0] + Array(value.utf8) + (endsValue ? [0] : [])
    let numbers = BoxBytes.bigEndian(duration) + BoxBytes.bigEndian(id)
    let scale = BoxBytes.bigEndian(timescale)
    let fields =
      switch due {
      case .delta(let delta): texts + scale + BoxBytes.bigEndian(delta) + numbers
      case .presentation(let time): scale + BoxBytes.bigEndian(time) + numbers + texts
      }
    return BoxBytes.box(.eventMessage, [version, 0, 0, 0] + fields + data)
  }
}
