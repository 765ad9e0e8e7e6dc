import Formats

/// Reads the fields of an object in a scenario or another file of the user. Fields that are not
/// read are reported as unknown.
package struct ScenarioFields {
  /// The line on which the object begins.
  package let line: Int
  /// The path of the field whose value is the object; empty for the outermost object.
  private let path: String
  private let members: [LocatedJSON.Member]
  private var known: Set<String> = []
  /// Warnings, one line each, about numbers and truth values where the SDK requires texts: an app
  /// that passes them would not do what was tested.
  package var notices: [String] = []

  package init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    guard case .object(let members) = json.value else {
      throw ScenarioError(
        line: json.line,
        field: path.isEmpty ? nil : path,
        "must be an object: { … }"
      )
    }
    self.members = members
    self.path = path
    line = json.line
  }

  // MARK: - Messages

  private func path(of name: String) -> String { path.isEmpty ? name : path + "." + name }

  /// The line of the field `name`, or that of the object when the field is missing.
  package func line(of name: String) -> Int { members.first { $0.name == name }?.line ?? line }

  /// An error about the field `name`.
  package func error(_ name: String, _ problem: String) -> ScenarioError {
    ScenarioError(line: line(of: name), field: path(of: name), problem)
  }

  /// Throws an error if there is a field that was not read.
  package func finish() throws(ScenarioError) {
    guard let unknown = members.first(where: { !known.contains($0.name) }) else { return }
    let names = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw error(unknown.name, "is not a field here: choose from \(names)")
  }

  // MARK: - Values

  /// The value of the field `name`; nil when it is missing or null.
  package mutating func value(_ name: String) throws(ScenarioError) -> LocatedJSON? {
    known.insert(name)
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value.value { return nil }
    return value
  }

  package mutating func text(_ name: String) throws(ScenarioError) -> String? {
    switch try value(name)?.value {
    case nil: nil
    case .text(let text): text
    default: throw error(name, "must be a text")
    }
  }

  /// The text of a field that must be present and not empty.
  package mutating func neededText(_ name: String) throws(ScenarioError) -> String {
    guard let text = try text(name), !text.isEmpty else { throw error(name, "is missing") }
    return text
  }

  /// The value of a field that must be one of the raw values of `Choice`; nil when it is missing.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String,
    of type: Choice.Type = Choice.self,
    isNeeded: Bool = false
  ) throws(ScenarioError) -> Choice? where Choice.RawValue == String {
    let value = try value(name)
    if value == nil, !isNeeded { return nil }
    if case .text(let word) = value?.value, let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw error(name, "must be one of \(words)")
  }

  /// The value of a field that must be a whole number in `range`, which may be written as a text;
  /// nil when it is missing.
  package mutating func seconds(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(ScenarioError) -> Int64? {
    switch try value(name)?.value {
    case nil: return nil
    case .number(let digits), .text(let digits):
      if let number = Int64(digits), range.contains(number) { return number }
      fallthrough
    default:
      let limit =
        range.upperBound == .max
        ? "from \(range.lowerBound) on" : "from \(range.lowerBound) to \(range.upperBound)"
      throw error(name, "must be a whole number \(limit)")
    }
  }

  /// The same as ``seconds(_:in:)`` for a field that must be present.
  package mutating func needed(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(ScenarioError) -> Int64 {
    guard let number = try seconds(name, in: range) else {
      throw error(name, "is missing: give whole seconds")
    }
    return number
  }

  /// The value of a field that must be true or false; nil when it is missing.
  package mutating func truth(_ name: String) throws(ScenarioError) -> Bool? {
    switch try value(name)?.value {
    case nil: nil
    case .truth(let truth): truth
    default: throw error(name, "must be true or false")
    }
  }

  /// The time of a field in Unix seconds, written as such or like 2023-11-14T22:13:20Z; nil when it is missing.
  package mutating func time(_ name: String) throws(ScenarioError) -> Int64? {
    let time: Int64?
    switch try value(name)?.value {
    case nil: return nil
    case .number(let digits): time = Int64(digits)
    case .text(let text): time = UTCTime.seconds(text)
    default: time = nil
    }
    guard let time, ClockStart.range.contains(time) else {
      throw error(name, "must be a time from 1970 to 2100, such as \"2023-11-14T22:13:20Z\"")
    }
    return time
  }

  /// The texts of a field that must be an object; numbers and truth values become texts. Nil when
  /// the field is missing.
  package mutating func texts(_ name: String) throws(ScenarioError) -> [String: String]? {
    guard let value = try value(name) else { return nil }
    var inner = try ScenarioFields(value, path: path(of: name))
    let texts = try inner.remainingTexts()
    notices += inner.notices
    return texts
  }

  /// The values of all fields that were not read yet, as texts; or only of those in `names`.
  package mutating func remainingTexts(
    of names: Set<String>? = nil
  ) throws(ScenarioError) -> [String: String] {
    var texts: [String: String] = [:]
    let asked = names ?? Set(members.map(\.name)).subtracting(known)
    known.formUnion(asked)
    for member in members where asked.contains(member.name) {
      switch member.value.value {
      case .text(let text): texts[member.name] = text
      case .number(let text): convert(text)
      case .truth(let truth): convert(String(truth))
      case .null: break
      default: throw error(member.name, "must be a text or a number")
      }
      func convert(_ text: String) {
        texts[member.name] = text
        notices.append(
          "line \(member.line): '\(path(of: member.name))': is not text: it is read as \"\(text)\", "
            + "which an app must pass"
        )
      }
    }
    return texts
  }

  /// The elements of a field that must be an array, each with its path; empty when the field is missing.
  package mutating func list(
    _ name: String
  ) throws(ScenarioError) -> [(json: LocatedJSON, path: String)] {
    switch try value(name)?.value {
    case nil: []
    case .array(let elements):
      elements.enumerated().map { ($0.element, "\(path(of: name))[\($0.offset)]") }
    default: throw error(name, "must be a list: [ … ]")
    }
  }
}

/// An error in a scenario, a list of calls, or another file of the user.
public struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line of the file, from 1.
  public var line: Int
  /// The field, such as `steps[2].for`; nil when the error is not about a field.
  public var field: String?
  /// The problem and its remedy.
  public var problem: String

  package init(line: Int, field: String? = nil, _ problem: String) {
    self.line = line
    self.field = field
    self.problem = problem
  }

  /// The line, the field, the problem and its remedy.
  public var description: String {
    "line \(line): " + (field.map { "'\($0)': " } ?? "") + problem
  }
}

extension LocatedJSON {
  /// Reads a JSON value.
  /// - Throws: ``ScenarioError`` when `bytes` are not exactly one JSON value.
  package static func read(_ bytes: [UInt8]) throws(ScenarioError) -> LocatedJSON {
    do throws(JSONFault) {
      return try LocatedJSON(parsing: bytes)
    } catch {
      throw ScenarioError(line: error.line, words(for: error))
    }
  }

  private static func words(for fault: JSONFault) -> String {
    switch fault.problem {
    case .ended: "the JSON text ends too early"
    case .noValue, .unknownWord: "there is no JSON value where one is expected"
    case .trailing: "something follows the end of the JSON text"
    case .tooDeep: "values are nested too deeply"
    case .nameMissing: "a name in quotes is expected"
    case .nameRepeated: "the field '\(fault.name ?? "")' is given twice"
    case .colonMissing: "a colon is missing after '\(fault.name ?? "")'"
    case .braceMissing: "a comma or '}' is missing"
    case .bracketMissing: "a comma or ']' is missing"
    case .leadingZero: "a number has a leading zero"
    case .fractionMissing: "digits are missing after the point"
    case .exponentMissing: "a number has no exponent after its 'e'"
    case .controlInText: "a text has no end on its line"
    case .textEnds: "a text has no end"
    case .unknownEscape: "a text has an escape that JSON does not know"
    case .hexadecimalMissing: "four hexadecimal digits are missing after '\\u'"
    case .halfCharacter: "a text has half a character"
    case .notUTF8: "a text is not UTF-8"
    }
  }
}
