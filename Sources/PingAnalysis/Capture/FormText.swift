import Formats

/// The body of a form, put together from its parameters.
enum FormText {
  /// A body of `application/x-www-form-urlencoded`. Some tools list parameters as they are in the body,
  /// others decoded: where one holds a character that no encoded one can hold, all are taken as decoded.
  static func joining(_ parameters: [(name: String, value: String)]) -> String {
    let areEncoded =
      parameters.allSatisfy { $0.name.utf8.allSatisfy(isEncodedName) }
      && parameters.allSatisfy { $0.value.utf8.allSatisfy(isEncodedValue) }
    let encoding: PercentEncoding = areEncoded ? .none : .component
    return parameters.map { "\(encoding.encode($0.name))=\(encoding.encode($0.value))" }
      .joined(separator: "&")
  }

  private static func isEncodedName(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "=") && isEncodedValue(byte)
  }

  /// Printable ASCII but what separates parameters, or would be escaped by every encoder.
  private static func isEncodedValue(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"&\"<>".utf8.contains(byte)
  }
}
