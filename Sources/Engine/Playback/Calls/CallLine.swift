import Formats
import NielsenAppApi

enum CallLine {
  /// The calls of the API, and the events of the app and its network.
  enum Name: String, CaseIterable {
    case `init`, nlsQ, play, loadMetadata, playheadPosition, sendID3, stop, end, staticEnd
    case updateOTT, userOptOut, appDisableApi, trackViewability, close, ggPM
    /// Calls of older SDKs whose effect no published document describes.
    case staticStart, appInBackground, appInForeground
    case kill, offline, online
    /// The tracking setting of the operating system: `tracking` since iOS 14, `limitAdTracking` before.
    case tracking, limitAdTracking
  }

  private static let playheadLimit = Int(SynthesizedPlayer.latestSecond)

  // MARK: - Reading

  /// The actions in the line; an empty list if the line is blank or a comment.
  static func lines(_ text: String, number: Int) throws(ScenarioError) -> [CallList.Line] {
    var rest = withoutComment(text)[...]
    guard let first = rest.first else { return [] }
    if first == "{" { return try json(String(rest), number) }
    if first == "+" {
      guard let length = milliseconds(String(rest.dropFirst())) else {
        throw ScenarioError(
          line: number,
          "write a number of seconds after '+', up to 366 days, such as +600"
        )
      }
      return [CallList.Line(number: number, instance: "", action: .wait(milliseconds: length))]
    }
    var instance = PlayedApp.instance
    if let prefix = rest.prefixMatch(of: /([A-Za-z0-9_.-]+):\s*/) {
      instance = String(prefix.1)
      rest = rest[prefix.range.upperBound...]
    }
    let name = rest.prefix { !$0.isWhitespace }
    let argument = rest.dropFirst(name.count).drop(while: \.isWhitespace)
    let action = try action(
      String(name),
      argument.isEmpty ? nil : Self.argument(String(argument)),
      number
    )
    return [CallList.Line(number: number, instance: instance, action: action)]
  }

  /// The text before a comment, without surrounding white space. A comment begins with a `#`
  /// outside quotes, at the start of the line or after white space.
  static func withoutComment(_ text: String) -> String {
    var isQuoted = false
    var previous: Character = " "
    var end = text.endIndex
    for index in text.indices {
      let character = text[index]
      if character == "\"", previous != "\\" { isQuoted.toggle() }
      if character == "#", !isQuoted, previous.isWhitespace {
        end = index
        break
      }
      previous = character
    }
    let line = text[..<end].drop(while: \.isWhitespace)
    return String(line.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// An argument in the plain form: a quoted string, or the rest of the line unchanged.
  private static func argument(_ text: String) -> CallArgument {
    guard text.hasPrefix("\""), let json = try? LocatedJSON(parsing: Array(text.utf8)),
      case .text(let quoted) = json.value
    else { return .text(text) }
    return .text(quoted)
  }

  private static func json(_ text: String, _ number: Int) throws(ScenarioError) -> [CallList.Line] {
    do throws(ScenarioError) {
      let json = try ScenarioFields.json(file: Array(text.utf8))
      if case .object(let members) = json.value, members.contains(where: { $0.name == "do" }) {
        let action = CallList.Action.viewer(try ViewerAction.list(of: json))
        return [CallList.Line(number: number, instance: "", action: action)]
      }
      var fields = try ScenarioFields(json, path: "")
      let at = fields.value("at")
      let instance = try fields.text("instance") ?? PlayedApp.instance
      let name = try fields.neededText("call")
      let arguments = fields.value("arguments")
      try fields.finish()
      var lines: [CallList.Line] = []
      if let at {
        guard case .number(let digits) = at.value,
          let time = milliseconds(digits, upTo: ClockStart.range.upperBound)
        else { throw fields.error("at", "must be seconds after the start, or Unix seconds") }
        lines = [CallList.Line(number: number, instance: "", action: .until(milliseconds: time))]
      }
      let action: CallList.Action
      if name == Name.ggPM.rawValue, case .array(let parts) = arguments?.value,
        case .text(let event)? = parts.first?.value, parts.count <= 2
      {
        action = .event(event, parts.count == 2 ? CallArgument(parts[1]) : nil)
      } else {
        action = try Self.action(name, arguments.map { CallArgument($0) }, number)
      }
      return lines + [CallList.Line(number: number, instance: instance, action: action)]
    } catch {
      throw ScenarioError(line: number, field: error.field, error.problem)
    }
  }

  /// Converts a string of seconds to milliseconds; nil unless `text` is a number from 0 to `limit`.
  private static func milliseconds(
    _ text: String,
    upTo limit: Int64 = CallList.longest / 1000
  ) -> Int64? {
    guard let seconds = Double(text), (0...Double(limit)).contains(seconds) else { return nil }
    return Int64((seconds * 1000).rounded())
  }

  private static func action(
    _ word: String,
    _ argument: CallArgument?,
    _ number: Int
  ) throws(ScenarioError) -> CallList.Action {
    guard let name = Name(rawValue: word) else { throw unknown(word, number) }
    let text: String? = if case .text(let text) = argument { text } else { nil }
    switch name {
    case .`init`: return .start(argument, isReceiver: false)
    case .nlsQ: return .start(argument, isReceiver: true)
    case .play: return .call(.play(argument ?? .object([:])))
    case .loadMetadata: return .call(.loadMetadata(argument ?? .other))
    case .updateOTT: return .call(.updateOTT(argument ?? .other))
    case .sendID3: return .call(.sendID3(text ?? ""))
    case .userOptOut: return .call(.userOptOut(text))
    case .trackViewability: return .call(.trackViewability)
    case .stop: return .call(.stop)
    case .end: return .call(.end)
    case .staticEnd: return .call(.staticEnd)
    case .close: return .call(.close)
    case .staticStart, .appInBackground, .appInForeground: return .undocumented(word)
    case .kill: return .kill
    case .offline: return .connection(isOnline: false)
    case .online: return .connection(isOnline: true)
    case .playheadPosition:
      if case .number(let position) = argument {
        return .call(.playheadPosition(Int64(exactly: position)))
      }
      return try playheads(text ?? "", number)
    case .appDisableApi: return .call(.appDisableApi(try truth(text, word, number)))
    case .limitAdTracking: return .tracking(.limitAdTracking(try truth(text, word, number)))
    case .tracking:
      guard let answer = text.flatMap(PrivacySettings.Authorization.init) else {
        let answers = PrivacySettings.Authorization.allCases.map(\.rawValue)
        throw ScenarioError(line: number, "tracking takes \(answers.joined(separator: ", "))")
      }
      return .tracking(.authorization(answer))
    case .ggPM:
      let event = (text ?? "").prefix { !$0.isWhitespace }
      let payload = (text ?? "").dropFirst(event.count).drop(while: \.isWhitespace)
      guard Call.calls(ofEvent: String(event), nil) != nil else {
        throw ScenarioError(line: number, "ggPM: the event '\(event)' is unknown")
      }
      guard !payload.isEmpty else { return .event(String(event), nil) }
      let json = try? LocatedJSON(parsing: Array(payload.utf8))
      return .event(String(event), json.map { CallArgument($0) } ?? .text(String(payload)))
    }
  }

  private static func truth(
    _ text: String?,
    _ word: String,
    _ number: Int
  ) throws(ScenarioError) -> Bool {
    guard text == "true" || text == "false" else {
      throw ScenarioError(line: number, "\(word) takes true or false")
    }
    return text == "true"
  }

  /// A playhead or a range of playheads. The engine rejects a playhead that is not a number.
  private static func playheads(
    _ text: String,
    _ number: Int
  ) throws(ScenarioError) -> CallList.Action {
    guard let match = text.wholeMatch(of: /(-?\d+)\s*\.\.\s*(-?\d+)/) else {
      return .call(.playheadPosition(Int64(text)))
    }
    guard let first = Int64(match.1), let last = Int64(match.2), first <= last,
      last.subtractingReportingOverflow(first).partialValue < playheadLimit,
      !last.subtractingReportingOverflow(first).overflow
    else {
      throw ScenarioError(
        line: number,
        "the range of playheads must ascend and span at most 366 days"
      )
    }
    return .playheads(first...last)
  }

  private static func unknown(_ word: String, _ number: Int) -> ScenarioError {
    if let right = Name.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) {
      return ScenarioError(line: number, "'\(word)' is not a call: write '\(right.rawValue)'")
    }
    let names = Name.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return ScenarioError(line: number, "'\(word)' is not a call: choose from \(names)")
  }
}

extension CallArgument {
  fileprivate init(_ json: LocatedJSON) {
    switch json.value {
    case .object(let members):
      let scalars = members.map { ($0.name, ArgumentScalar($0.value)) }
      self = .object(Dictionary(scalars) { first, _ in first })
    case .text(let text): self = .text(text)
    case .number(let digits): self = Double(digits).map { .number($0) } ?? .other
    case .truth(let truth): self = .text(String(truth))
    case .array, .null: self = .other
    }
  }
}
