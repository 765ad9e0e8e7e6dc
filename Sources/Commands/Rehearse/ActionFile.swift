import Formats
import Playback
import Rehearsal

/// A file of `--actions`: JSON Lines with what the tester did.
enum ActionFile {
  /// The largest file that is read, in bytes.
  static let sizeLimit = 4 << 20

  /// The actions that end lasting actions.
  private static let endings: [TesterAction.Name: TesterAction.Name] = [
    .pause: .resume, .call: .resume, .alarm: .resume, .lock: .resume, .headphones: .resume,
    .buffer: .resume, .ad: .resume, .background: .foreground, .offline: .online, .kill: .launch,
    .cast: .cast,
  ]
  /// How long an action may last, in seconds: a year.
  private static let longest: Int64 = 31_622_400

  /// Reads the actions, and puts them in order. Empty lines mean nothing, and neither do fields that are not
  /// known: a scenario's steps have more of them.
  /// - Throws: `ScenarioError` with the line of the file.
  static func actions(_ bytes: [UInt8]) throws(ScenarioError) -> [TesterAction] {
    var actions: [TesterAction] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      do throws(ScenarioError) {
        actions += try self.actions(ofLine: Array(line))
      } catch {
        throw ScenarioError(line: index + 1, field: error.field, error.problem)
      }
    }
    return actions.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// An action; with `for`, as a scenario has it, also its end.
  private static func actions(ofLine line: [UInt8]) throws(ScenarioError) -> [TesterAction] {
    var fields = try ScenarioFields(try LocatedJSON.read(line), path: "")
    guard case .number(let digits) = try fields.value("at")?.value, let time = Double(digits),
      (0...4_102_444_800).contains(time)
    else { throw fields.error("at", "must be Unix seconds, such as 1700000000") }
    guard let name = try fields.choice("do", of: TesterAction.Name.self, isNeeded: true) else {
      throw fields.error("do", "is missing: name the action")
    }
    let value = try value(name, &fields)
    let action = TesterAction(name, at: time, value: value)
    guard let seconds = try fields.seconds("for", in: 0...longest) else { return [action] }
    guard let ending = endings[name] else {
      throw fields.error("for", "is of no use: '\(name.rawValue)' does not last")
    }
    let end = TesterAction(ending, at: time + Double(seconds), value: name == .cast ? "0" : nil)
    return [action, end]
  }

  /// The argument of an action: `value`, or its name in a scenario.
  private static func value(
    _ name: TesterAction.Name,
    _ fields: inout ScenarioFields
  ) throws(ScenarioError) -> String? {
    let known: [TesterAction.Name: String] = [.ott: "ottStatus", .seek: "to", .channel: "name"]
    for field in ["value", known[name]].compactMap({ $0 }) {
      switch try fields.value(field)?.value {
      case nil: continue
      case .text(let text), .number(let text): return text
      case .truth(let truth): return truth ? "1" : "0"
      default: throw fields.error(field, "must be a text or a number")
      }
    }
    if name == .optOut || name == .ott {
      throw fields.error("value", "is missing: give \"1\" or \"0\"")
    }
    return nil
  }
}
