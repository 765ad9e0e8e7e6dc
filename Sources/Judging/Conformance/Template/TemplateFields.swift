import Formats

/// The fields of one object of a template. Those that are not asked for are refused.
struct TemplateFields {
  /// The line of the object, from 1.
  private let line: Int
  /// The field that holds the object; empty for the whole template.
  private let path: String
  private let members: [LocatedJSON.Member]
  private var known: Set<String> = []

  /// The longest text and the longest list that are read.
  private static let longestText = 1000
  private static let longestList = 4096

  init(_ json: LocatedJSON, path: String) throws(CheckSettingError) {
    self.path = path
    line = json.line
    guard case .object(let members) = json.value else {
      throw Self.error(line: json.line, path, "write an object: {…}")
    }
    self.members = members
  }

  // MARK: - Messages

  private static func error(line: Int, _ path: String, _ words: String) -> CheckSettingError {
    CheckSettingError("line \(line): " + (path.isEmpty ? words : "'\(path)': \(words)"))
  }

  /// The full name of a field.
  private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// An error about a field.
  func error(_ name: String, _ words: String) -> CheckSettingError {
    let line = members.first { $0.name == name }?.line ?? line
    return Self.error(line: line, path(of: Words.printable(name)), words)
  }

  /// An error about an element of a list.
  func error(_ name: String, _ index: Int, _ json: LocatedJSON, _ words: String)
    -> CheckSettingError
  {
    Self.error(line: json.line, "\(path(of: name))[\(index)]", words)
  }

  /// Refuses the fields that were not asked for. Every object may have a note.
  mutating func finish() throws(CheckSettingError) {
    _ = try text("note")
    guard let unknown = members.first(where: { !known.contains($0.name) }) else { return }
    let names = known.sorted()
    let nearest = NearestName.of(unknown.name, in: names)
    throw error(
      unknown.name,
      "is not a field here: "
        + (nearest.map { "the nearest is '\($0)'" }
          ?? "there are \(names.map { "'\($0)'" }.joined(separator: ", "))")
    )
  }

  // MARK: - Values

  /// The value of a field; nil when it is absent or null.
  mutating func value(_ name: String) -> LocatedJSON? {
    known.insert(name)
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value.value { return nil }
    return value
  }

  /// An object of its own.
  mutating func object(_ name: String) throws(CheckSettingError) -> TemplateFields? {
    guard let value = value(name) else { return nil }
    return try TemplateFields(value, path: path(of: name))
  }

  /// A text that is not empty.
  mutating func text(_ name: String) throws(CheckSettingError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value.value, Self.isText(text) else {
      throw error(name, Self.textWanted)
    }
    return text
  }

  /// `true` or `false`.
  mutating func truth(_ name: String) throws(CheckSettingError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .truth(let truth) = value.value else { throw error(name, "write true or false") }
    return truth
  }

  /// A number in a range.
  mutating func number(
    _ name: String,
    in range: ClosedRange<Double>
  ) throws(CheckSettingError) -> Double? {
    guard let value = value(name) else { return nil }
    guard case .number(let digits) = value.value, let number = Double(digits),
      range.contains(number)
    else {
      let limits = [range.lowerBound, range.upperBound].map(Self.plain)
      throw error(name, "write a number from \(limits[0]) to \(limits[1])")
    }
    return number
  }

  /// A whole number in a range.
  mutating func whole(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(CheckSettingError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = Self.whole(value, in: range) else {
      throw error(name, "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The whole number that a value is.
  static func whole(_ json: LocatedJSON, in range: ClosedRange<Int64>) -> Int64? {
    guard case .number(let digits) = json.value, let number = Int64(digits),
      range.contains(number)
    else { return nil }
    return number
  }

  /// The time that a value is, in Unix seconds.
  mutating func time(_ name: String) throws(CheckSettingError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value.value, let time = UTCTime.seconds(text) else {
      throw error(name, "write a time such as \"2026-03-01T08:00:00Z\"")
    }
    return time
  }

  /// The elements of a list; nil when it is absent.
  mutating func list(_ name: String) throws(CheckSettingError) -> [LocatedJSON]? {
    guard let value = value(name) else { return nil }
    guard case .array(let elements) = value.value else { throw error(name, "write a list: […]") }
    guard (1...Self.longestList).contains(elements.count) else {
      throw error(name, "list 1 to \(Self.longestList) values, or leave the field out")
    }
    return elements
  }

  /// A list of texts that are not empty.
  mutating func texts(_ name: String) throws(CheckSettingError) -> [String]? {
    guard let elements = try list(name) else { return nil }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .text(let text) = element.value, Self.isText(text) else {
        throw error(name, index, element, Self.textWanted)
      }
      texts.append(text)
    }
    return texts
  }

  /// The fields of an element of a list.
  func element(
    _ name: String,
    _ index: Int,
    _ json: LocatedJSON
  ) throws(CheckSettingError) -> TemplateFields {
    try TemplateFields(json, path: "\(path(of: name))[\(index)]")
  }

  private static let textWanted = "write a text in quotes, of 1 to \(longestText) characters"

  private static func isText(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= longestText
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
