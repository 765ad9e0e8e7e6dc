import Formats

/// Pairs of texts as JSON: `[["a","b"],["c","d"]]`.
enum JSONPairs {
  /// The text for `pairs`.
  static func text(_ pairs: some Sequence<(String, String)>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for (name, value) in pairs {
      bytes += (isFirst ? "[" : ",[").utf8
      isFirst = false
      JSONValue.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      JSONValue.append(value, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The pairs of a text; none when another program has changed the database.
  static func pairs(_ text: String) -> [(name: String, value: String)] {
    do {
      return try JSONValue(parsing: text.utf8).elements.compactMap { pair in
        let parts = pair.elements.compactMap(\.stringValue)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }
    } catch {
      return []
    }
  }
}
