import Formats
import TimedMetadata

extension EventMessage {
  /// The members of `json`, in order.
  static let jsonKeys = ["version", "scheme", "value", "id", "duration"]

  /// What the event message box says, as `extract` prints it.
  var json: JSONValue {
    .object([
      .init("version", .integer(Int64(version))),
      .init("scheme", .string(scheme)),
      .init("value", .string(value)),
      .init("id", .integer(Int64(id))),
      .init("duration", .integer(Int64(duration))),
    ])
  }
}
