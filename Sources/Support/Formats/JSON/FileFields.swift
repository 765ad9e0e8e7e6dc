/// An error about a JSON file that a user wrote. Each module that reads such a file has its own error type.
package protocol FileFailure: Error {
  /// `field` is a path such as `steps[2].for`; nil if the error is about the whole file.
  init(line: Int, field: String?, _ problem: String)
}

/// The fields of one object in a JSON file that a user wrote. ``finish()`` rejects the fields that the reader has not
/// read.
package struct FileFields<Failure: FileFailure> {
  /// The line of the object, from 1.
  package let line: Int
  /// The path of the field that contains the object; empty for the whole file.
  private let path: String
  private let members: [LocatedJSON.Member]
  private var known: Set<String>
  /// The fields that every object of the file may have.
  private let remarks: Set<String>
  /// Notices about numbers and booleans that were read as strings, one line each.
  package var notices: [String] = []

  /// Reads a file that contains one object. `remarks` are fields that every object in the file may have.
  package init(file bytes: [UInt8], remarks: Set<String> = []) throws(Failure) {
    try self.init(try Self.json(file: bytes), path: "", remarks: remarks)
  }

  /// Reads a file that contains one JSON value.
  package static func json(file bytes: [UInt8]) throws(Failure) -> LocatedJSON {
    do throws(JSONFault) {
      return try LocatedJSON(parsing: bytes)
    } catch {
      throw Failure(line: error.line, field: nil, error.reason)
    }
  }

  /// Reads the fields of `json`, which is the value of the field at `path`.
  package init(_ json: LocatedJSON, path: String, remarks: Set<String> = []) throws(Failure) {
    guard case .object(let members) = json.value else {
      throw Failure(
        line: json.line,
        field: path.isEmpty ? nil : path,
        "must be an object: { … }"
      )
    }
    self.members = members
    self.path = path
    self.remarks = remarks
    known = remarks
    line = json.line
  }

  // MARK: - Messages

  /// The full name of the field `name`.
  package func path(of name: String) -> String {
    let name = PrintableText.escaping(name)
    return path.isEmpty ? name : path + "." + name
  }

  /// The line of the field `name`, or of the object if it has no such field.
  package func line(of name: String) -> Int { members.first { $0.name == name }?.line ?? line }

  package func error(_ problem: String) -> Failure {
    Failure(line: line, field: path.isEmpty ? nil : path, problem)
  }

  package func error(_ name: String, _ problem: String) -> Failure {
    Failure(line: line(of: name), field: path(of: name), problem)
  }

  /// Throws an error about the first field that has not been read, because that field is unknown.
  package func finish() throws(Failure) {
    guard let unknown = members.first(where: { !known.contains($0.name) }) else { return }
    let names = known.sorted()
    let choice =
      NearestName.of(unknown.name, in: names).map { "the nearest is '\($0)'" }
      ?? "the known fields are \(names.map { "'\($0)'" }.joined(separator: ", "))"
    throw error(unknown.name, "is unknown: \(choice)")
  }

  // MARK: - Values

  package var names: [String] { members.map(\.name) }

  /// The value of a field; nil if it is missing or null.
  package mutating func value(_ name: String) -> LocatedJSON? {
    known.insert(name)
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value.value { return nil }
    return value
  }

  package mutating func object(_ name: String) throws(Failure) -> FileFields? {
    guard let value = value(name) else { return nil }
    return try FileFields(value, path: path(of: name), remarks: remarks)
  }

  /// A string; nil if the field is missing or null.
  package mutating func text(_ name: String) throws(Failure) -> String? {
    switch value(name)?.value {
    case nil: nil
    case .text(let text): text
    default: throw error(name, "must be a string")
    }
  }

  /// A non-empty string of at most `limit` characters.
  package mutating func filledText(_ name: String, limit: Int = 1000) throws(Failure) -> String? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value.value, Self.isFilled(text, limit) else {
      throw error(name, "must be a string of 1 to \(limit) characters")
    }
    return text
  }

  private static func isFilled(_ text: String, _ limit: Int) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= limit
  }

  /// A required, non-empty string.
  package mutating func neededText(_ name: String) throws(Failure) -> String {
    guard let text = try text(name), !text.isEmpty else { throw error(name, "is missing or empty") }
    return text
  }

  /// One of the words of `Choice`.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String,
    of type: Choice.Type = Choice.self,
    isNeeded: Bool = false
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    let value = value(name)
    if value == nil, !isNeeded { return nil }
    if case .text(let word) = value?.value, let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw error(name, "must be one of \(words)")
  }

  /// A whole number, which may be written as a string.
  package mutating func whole(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(Failure) -> Int64? {
    switch value(name)?.value {
    case nil: return nil
    case .number(let digits), .text(let digits):
      if let number = Int64(digits), range.contains(number) { return number }
      fallthrough
    default:
      let limit =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw error(name, "must be a whole number \(limit)")
    }
  }

  package mutating func neededWhole(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(Failure) -> Int64 {
    guard let number = try whole(name, in: range) else {
      throw error(name, "is missing: give a whole number")
    }
    return number
  }

  /// A number, which must be in `range` if that is given.
  package mutating func number(
    _ name: String,
    in range: ClosedRange<Double>? = nil
  ) throws(Failure) -> Double? {
    guard let value = value(name) else { return nil }
    if case .number(let digits) = value.value, let number = Double(digits), number.isFinite,
      range?.contains(number) ?? true
    {
      return number
    }
    let limits = range.map { " from \(Self.plain($0.lowerBound)) to \(Self.plain($0.upperBound))" }
    throw error(name, "must be a number\(limits ?? "")")
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  package mutating func truth(_ name: String) throws(Failure) -> Bool? {
    switch value(name)?.value {
    case nil: nil
    case .truth(let truth): truth
    default: throw error(name, "must be true or false")
    }
  }

  /// A time in Unix seconds. The file may also give it as a string such as `2023-11-14T22:13:20Z`.
  package mutating func time(_ name: String) throws(Failure) -> Int64? {
    let time: Int64?
    switch value(name)?.value {
    case nil: return nil
    case .number(let digits): time = Int64(digits)
    case .text(let text): time = UTCTime.seconds(text)
    default: time = nil
    }
    guard let time, (0...4_102_444_800).contains(time) else {
      throw error(name, "must be a time from 1970 to 2100, such as \"2023-11-14T22:13:20Z\"")
    }
    return time
  }

  // MARK: - Many values

  /// The elements of an array, each with its full path; empty if the field is missing or null.
  package mutating func list(
    _ name: String,
    limit: Int = .max
  ) throws(Failure) -> [(json: LocatedJSON, path: String)] {
    guard let value = value(name) else { return [] }
    guard case .array(let elements) = value.value else {
      throw error(name, "must be a list: [ … ]")
    }
    guard elements.count <= limit else { throw error(name, "must have at most \(limit) values") }
    let path = path(of: name)
    return elements.enumerated().map { ($0.element, "\(path)[\($0.offset)]") }
  }

  /// The strings of an array, none of which may be empty; nil if the field is missing or null.
  package mutating func textList(_ name: String, limit: Int = 4096) throws(Failure) -> [String]? {
    guard value(name) != nil else { return nil }
    var texts: [String] = []
    for (json, path) in try list(name, limit: limit) {
      guard case .text(let text) = json.value, Self.isFilled(text, 1000) else {
        throw Failure(
          line: json.line,
          field: path,
          "must be a string of 1 to 1000 characters"
        )
      }
      texts.append(text)
    }
    return texts
  }

  /// An object whose values are strings; numbers and booleans become strings.
  package mutating func texts(_ name: String) throws(Failure) -> [String: String]? {
    guard var inner = try object(name) else { return nil }
    let texts = try inner.remainingTexts()
    notices += inner.notices
    return texts
  }

  /// Reads the remaining fields, or those in `names`, as strings. Numbers and booleans become strings; null is skipped.
  package mutating func remainingTexts(
    of names: Set<String>? = nil
  ) throws(Failure) -> [String: String] {
    var texts: [String: String] = [:]
    let asked = names ?? Set(members.map(\.name)).subtracting(known)
    known.formUnion(asked)
    for member in members where asked.contains(member.name) {
      switch member.value.value {
      case .text(let text): texts[member.name] = text
      case .number(let text): convert(text)
      case .truth(let truth): convert(String(truth))
      case .null: break
      default: throw error(member.name, "must be a string, a number, true or false")
      }
      func convert(_ text: String) {
        texts[member.name] = text
        notices.append(
          "line \(member.line): '\(path(of: member.name))': is not a string: it is read as "
            + "\"\(text)\", but an app must pass a string"
        )
      }
    }
    return texts
  }
}
