/// An event message box (ISO/IEC 23009-1, 5.10.3.3):
///
///     version 0: scheme NUL value NUL timescale(32) time_delta(32) duration(32) id(32) data
///     version 1: timescale(32) time(64) duration(32) id(32) scheme NUL value NUL data
struct EventMessageBox: Equatable {
  /// When the message is due, in ticks of the timescale.
  enum Due: Equatable {
    /// So much after the earliest presentation time of the segment.
    case delta(UInt32)
    /// On the timeline of the media.
    case presentation(UInt64)
  }

  /// Why a box is not read.
  enum Fault: Error, Equatable {
    case version(UInt8)
    case timescale
    case malformed(BoxFault)
  }

  let message: EventMessage
  /// Ticks in a second, not 0.
  let timescale: UInt32
  let due: Due
  /// `message_data`.
  let data: ArraySlice<UInt8>

  /// Reads the payload of an event message box.
  init(parsing payload: ArraySlice<UInt8>) throws(Fault) {
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
    var scheme = ""
    var value = ""
    func readTexts() throws(BoxFault) {
      scheme = try fields.text("scheme_id_uri")
      value = try fields.text("value")
    }
    if version == 0 { try readTexts() }
    timescale = try fields.uint32()
    due = try version == 0 ? .delta(fields.uint32()) : .presentation(fields.uint64())
    let duration = try fields.uint32()
    let id = try fields.uint32()
    if version == 1 { try readTexts() }
    data = fields.rest
    message = EventMessage(
      version: Int(version),
      scheme: scheme,
      value: value,
      id: id,
      duration: duration
    )
  }
}

extension EventMessageBox.Fault {
  /// The rule that the fault concerns.
  var id: NoteID {
    switch self {
    case .version: .messageVersion
    case .timescale: .messageTimescale
    case .malformed: .messageMalformed
    }
  }

  /// What was seen.
  var detail: String {
    switch self {
    case .version(let version): "emsg version \(version), known are 0 and 1"
    case .timescale: "timescale 0"
    case .malformed(let fault): "emsg \(fault.reason)"
    }
  }
}
