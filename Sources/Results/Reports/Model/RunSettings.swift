import Formats
import Records

extension RunDescription {
  /// The settings that differ from the defaults, such as `strict` or `limit-seconds 60`.
  var differingSettings: [String] { Self.differing(settings, name: nil) }

  /// The settings of a run without options, in the same format as `differingSettings`.
  private static let defaults: Set<String> = [
    "do extract,check,pings", "playhead vod", "seed 0", "command watch", "alarm-after 30.0",
  ]

  private static func differing(_ value: JSONValue, name: String?) -> [String] {
    switch value {
    case .object(let members) where name == "rules": return members.flatMap(ruleWords)
    // The content of the app info is not shown, because it identifies a client's app.
    case .object where name == "app-info": return ["custom app-info"]
    case .object(let members):
      return members.flatMap { differing($0.value, name: optionName($0.key)) }
    case .null, .bool(false): return []
    case .bool(true): return name.map { [$0] } ?? []
    case .array(let elements):
      let texts = elements.map(text)
      return words(name, texts.joined(separator: ","), isEmpty: texts.isEmpty)
    default: return words(name, text(value), isEmpty: false)
    }
  }

  /// The settings of a rule as on the command line, such as `cadence-gap=off` or `cadence-gap.maximum=2`.
  private static func ruleWords(_ rule: JSONValue.Member) -> [String] {
    guard case .object(let values) = rule.value else { return ["\(rule.key)=\(text(rule.value))"] }
    return values.compactMap { member in
      switch member.value {
      case .null: nil
      case .string(let severity) where member.key == "severity": "\(rule.key)=\(severity)"
      default: "\(rule.key).\(member.key)=\(text(member.value))"
      }
    }
  }

  private static func words(_ name: String?, _ value: String, isEmpty: Bool) -> [String] {
    let words = [name, value].compactMap { $0 }.joined(separator: " ")
    return isEmpty || defaults.contains(words) ? [] : [LongText.cut(words, to: 80)]
  }

  private static func text(_ value: JSONValue) -> String { value.stringValue ?? value.text }

  /// The option for a key of the settings, such as `limit-seconds` for `limitSeconds`.
  private static func optionName(_ key: String) -> String {
    key.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
