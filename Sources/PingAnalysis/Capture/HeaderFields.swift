import Formats

/// Header fields and answers as captures in JSON have them.
enum HeaderFields {
  /// The field `User-Agent` of a list of fields: objects with `name` and `value`, or pairs.
  static func userAgent(in fields: JSONValue?) -> String? {
    for field in fields?.elements ?? [] {
      let pair = field.elements
      let name = field["name"]?.stringValue ?? pair.first?.stringValue
      guard name?.lowercased() == "user-agent" else { continue }
      return field["value"]?.stringValue ?? (pair.count > 1 ? pair[1].stringValue : nil)
    }
    return nil
  }

  /// The status of an answer.
  static func status(_ value: JSONValue?) -> Int? {
    value?.doubleValue.flatMap { Int(exactly: $0) }
  }
}
