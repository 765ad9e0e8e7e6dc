import Formats

/// An action of a tester with an app at one moment: `id3tap rehearse` compares the pings of a capture with
/// it.
public struct ViewerAction: Sendable, Equatable {
  /// The name of the action. Lasting actions are pairs: `pause` and `resume`, `background` and `foreground`,
  /// `offline` and `online`, `kill` and `launch`; `call`, `alarm`, `lock`, `headphones`, `buffer` and `ad`
  /// end with `resume`.
  public enum Name: String, CaseIterable, Sendable {
    case pause, resume, seek, ad, background, foreground, offline, online, call, alarm, lock,
      headphones, buffer, kill, launch, channel, ott, cast, optOut, end
  }

  /// The value of an action.
  public enum Value: Sendable, Equatable {
    /// `optOut`, `ott` and `cast`: 1 for out or connected, 0 for back; `seek`: the second; `ad`: its
    /// length in seconds.
    case number(Int64)
    /// `channel`: its name.
    case text(String)
  }

  /// Unix seconds.
  public var time: Int64
  /// The name of the action.
  public var name: Name
  /// The value; nil for most actions.
  public var value: Value?

  /// Makes a value of its parts.
  public init(time: Int64, name: Name, value: Value? = nil) {
    self.time = time
    self.name = name
    self.value = value
  }

  /// The action as an object of JSON: `{"at":1700000130,"do":"pause"}`, with `value` where there is one.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("at", .integer(time)), .init("do", .string(name.rawValue)),
    ]
    switch value {
    case .number(let number): members.append(.init("value", .integer(number)))
    case .text(let text): members.append(.init("value", .string(text)))
    case nil: break
    }
    return .object(members)
  }
}
