import Formats

/// An action of a viewer: reported by a scenario during playback or noted by a tester. `id3tap rehearse` compares the
/// pings of a capture with such actions.
///
/// An action is a line of JSON with the words of a scenario's steps: `{"at":1700000130,"do":"pause","for":60}`.
public struct ViewerAction: Sendable, Equatable {
  /// The names of the actions.
  public enum Name: String, CaseIterable, Sendable {
    case pause, resume, seek, ad, background, foreground, offline, online, call, alarm, lock,
      headphones, buffer, kill, launch, channel, ott, cast, optOut, end

    /// The action that ends this one; nil if the action has no duration.
    package var ending: Name? {
      switch self {
      case .pause, .call, .alarm, .lock, .headphones, .buffer, .ad: .resume
      case .background: .foreground
      case .offline: .online
      case .kill: .launch
      case .cast: .cast
      default: nil
      }
    }
  }

  /// The value of an action.
  public enum Value: Sendable, Equatable {
    /// For `optOut`, `ott` and `cast`: 1 for opted out or connected, 0 for opted in or
    /// disconnected. For `seek`: the target second. For `ad`: the length in seconds.
    case number(Int64)
    /// A text, such as the name of the channel for `channel`.
    case text(String)
  }

  /// The time in Unix seconds, possibly with a fraction.
  public var time: Double
  /// The name of the action.
  public var name: Name
  /// The value; nil for most actions.
  public var value: Value?

  /// Makes an action.
  public init(time: Double, name: Name, value: Value? = nil) {
    self.time = time
    self.name = name
    self.value = value
  }

  /// For `optOut`, `ott` and `cast`: whether the user opts back in, or the device is disconnected.
  package var isBack: Bool { value == .number(0) }

  // MARK: - JSON

  /// The action as a JSON object such as `{"at":1700000130,"do":"pause"}`, with `value` if it has one.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("at", Int64(exactly: time).map(JSONValue.integer) ?? JSONValue(seconds: time)),
      .init("do", .string(name.rawValue)),
    ]
    switch value {
    case .number(let number): members.append(.init("value", .integer(number)))
    case .text(let text): members.append(.init("value", .string(text)))
    case nil: break
    }
    return .object(members)
  }

  /// The maximum duration of an action, in seconds: 366 days.
  private static let longest: Int64 = 31_622_400

  /// Reads a tester's actions from a scenario or a list. If a list has no lines with actions, they are derived from
  /// its calls. The clock of a scenario, or of a list without times of day, starts at `start` (Unix seconds).
  /// `duration` is the length in seconds of the stream that a scenario plays.
  /// - Throws: ``ScenarioError`` with the line in the file.
  package static func read(
    _ bytes: [UInt8],
    start: Int64?,
    duration: Double?
  ) throws(ScenarioError) -> [ViewerAction] {
    var options = PlaybackOptions(channelName: "")
    if isScenario(bytes) {
      options.scenario = try Scenario(json: bytes)
      options.start = start
      guard duration != nil || options.scenario?.duration != nil else {
        throw ScenarioError(
          line: 1,
          "the scenario has no 'duration': add it, or pass the stream with --stream"
        )
      }
    } else {
      let list = try CallList(bytes)
      guard list.actions.isEmpty else { return list.actions.inOrder }
      (options.calls, options.start) = (list, list.start ?? start)
    }
    var actions: [ViewerAction] = []
    var calls = CallActions()
    do {
      let player = try SynthesizedPlayer(options: options)
      player.onEvent = { event in
        if case .action(let action) = event.kind { actions.append(action) }
        calls.take(event)
      }
      player.finish(duration: duration)
    } catch {
      throw ScenarioError(line: 1, error.description)
    }
    return options.calls == nil ? actions : calls.list
  }

  /// Whether a file is a scenario: an object on several lines, or one with the field `version`.
  private static func isScenario(_ bytes: [UInt8]) -> Bool {
    let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard text.first == UInt8(ascii: "{") else { return false }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    guard case .object(let members)? = (try? LocatedJSON(parsing: Array(line)))?.value else {
      return true
    }
    return members.contains { $0.name == "version" }
  }

  /// Reads an action and, if it has the field `for`, also the action that ends it.
  ///
  /// Unknown fields are ignored because the steps of a scenario have more fields.
  static func list(of json: LocatedJSON) throws(ScenarioError) -> [ViewerAction] {
    var fields = try ScenarioFields(json, path: "")
    guard case .number(let digits) = fields.value("at")?.value, let time = Double(digits),
      (0...4_102_444_800).contains(time)
    else { throw fields.error("at", "must be Unix seconds, such as 1700000000") }
    guard let name = try fields.choice("do", of: Name.self, isNeeded: true) else {
      throw fields.error("do", "is missing: add the name of an action")
    }
    let action = ViewerAction(time: time, name: name, value: try value(name, &fields))
    guard let seconds = try fields.whole("for", in: 0...longest) else { return [action] }
    guard let ending = name.ending else {
      throw fields.error("for", "must be removed: '\(name.rawValue)' has no duration")
    }
    let end = time + Double(seconds)
    return [action, ViewerAction(time: end, name: ending, value: name == .cast ? .number(0) : nil)]
  }

  /// The value of an action: the field `value`, or the corresponding field of a scenario step.
  private static func value(
    _ name: Name,
    _ fields: inout ScenarioFields
  ) throws(ScenarioError) -> Value? {
    let known: [Name: String] = [.ott: "ottStatus", .seek: "to", .channel: "name"]
    for field in ["value", known[name]].compactMap({ $0 }) {
      switch fields.value(field)?.value {
      case nil: continue
      case .text(let text), .number(let text):
        return name == .channel ? .text(text) : Int64(text).map(Value.number) ?? .text(text)
      case .truth(let truth): return .number(truth ? 1 : 0)
      default: throw fields.error(field, "must be a string, a number, true or false")
      }
    }
    if name == .optOut || name == .ott {
      throw fields.error("value", "is missing: add \"1\" or \"0\"")
    }
    return nil
  }
}

extension [ViewerAction] {
  package var inOrder: [ViewerAction] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
