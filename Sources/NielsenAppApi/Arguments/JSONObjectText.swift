import FoundationEssentials

/// A JSON text that holds one object.
enum JSONObjectText {
  /// The values of the object by key; nil when `text` is not a well-formed JSON object.
  static func scalars(in text: String) -> [String: ArgumentScalar]? {
    do {
      return try JSONDecoder().decode([String: ArgumentScalar].self, from: Data(text.utf8))
    } catch {
      // The caller reports the text as malformed, without the reason.
      return nil
    }
  }
}

extension ArgumentScalar: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let truth = try? container.decode(Bool.self) {
      self = .converted(truth ? "true" : "false")
    } else if let integer = try? container.decode(Int64.self) {
      self = .converted("\(integer)")
    } else if let integer = try? container.decode(UInt64.self) {
      self = .converted("\(integer)")
    } else if let real = try? container.decode(Double.self) {
      self = .converted(Self.text(of: real))
    } else {
      self = .structured
    }
  }
}
