import ISOMedia

extension EventMessageBox {
  /// The fields of the box that are reported with its tag.
  var message: EventMessage {
    EventMessage(version: Int(version), scheme: scheme, value: value, id: id, duration: duration)
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

  /// A description of the content.
  var detail: String {
    switch self {
    case .version(let version): "emsg version \(version), known are 0 and 1"
    case .timescale: "timescale 0"
    case .malformed(let fault): "emsg \(fault.reason)"
    }
  }
}
