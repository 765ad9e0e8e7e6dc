import Formats

/// The members of an object in a file with answers.
struct AnswerFields {
  private let value: JSONValue
  private let path: String

  /// Nothing but known members may be there, each once.
  init(_ value: JSONValue, path: String, known: Set<String>) throws(CollectorError) {
    self.value = value
    self.path = path
    guard case .object(let members) = value else { throw problem(nil, "write an object in braces") }
    var seen: Set<String> = []
    for member in members {
      guard known.contains(member.key) else {
        let names = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw problem(member.key, "is not a field here: choose from \(names)")
      }
      guard seen.insert(member.key).inserted else { throw problem(member.key, "comes twice") }
    }
  }

  subscript(name: String) -> JSONValue? { value[name] }

  /// A text; nil when the member is missing.
  func text(_ name: String) throws(CollectorError) -> String? {
    guard let value = value[name] else { return nil }
    guard let text = value.stringValue, !text.isEmpty else {
      throw problem(name, "write a text in quotes")
    }
    return text
  }

  /// Two digits; nil when the member is missing.
  func code(_ name: String) throws(CollectorError) -> String? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw problem(name, "'\(text)' is not a code: write two digits, such as \"03\"")
    }
    return text
  }

  /// A whole number; nil when the member is missing.
  func number(_ name: String, in range: ClosedRange<Int64>) throws(CollectorError) -> Int? {
    guard let value = value[name] else { return nil }
    guard let number = value.integerValue, range.contains(number) else {
      throw problem(
        name,
        "write a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return Int(number)
  }

  /// The error about a member, or about the object.
  func problem(_ name: String?, _ words: String) -> CollectorError {
    let place = [path, name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return CollectorError(.answers, place.isEmpty ? "" : "'\(place)'", words)
  }
}
