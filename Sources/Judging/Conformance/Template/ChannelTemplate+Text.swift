import Formats

extension ChannelTemplate {
  /// The template as the text of a file: two spaces per level, short objects and lists on one line.
  /// Parsing it gives the same template, with numbers rounded to three decimals.
  package var text: String { TemplateText.text(of: json) + "\n" }

  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("version", .integer(1)), .init("channel", .string(channel)),
    ]
    if let note { members.append(.init("note", .string(note))) }
    for source in TaggedSource.allCases {
      let values = source.values(self).members
      if !values.isEmpty { members.append(.init(source.rawValue, .object(values))) }
    }
    if !breakouts.isEmpty { members.append(.init("breakouts", Self.strings(breakouts))) }
    if !owners.isEmpty { members.append(.init("owners", Self.strings(owners))) }
    if let renditions { members.append(.init("renditions", renditions.json)) }
    if let adLoad {
      let minutes = Self.range(.seconds(adLoad.lowerBound), .seconds(adLoad.upperBound))
      members.append(.init("adLoad", .object([.init("minutesPerHour", minutes)])))
    }
    let spacings = [("data", cadence.data), ("info", cadence.info)].compactMap { name, seconds in
      seconds.map { JSONValue.Member(name, Self.number($0)) }
    }
    if !spacings.isEmpty { members.append(.init("cadence", .object(spacings))) }
    return .object(members)
  }

  fileprivate static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  fileprivate static func range(_ from: JSONValue, _ to: JSONValue) -> JSONValue {
    .object([.init("from", from), .init("to", to)])
  }

  /// A number as JSON, without a fraction if it is whole.
  fileprivate static func number(_ number: Double) -> JSONValue {
    Int64(exactly: number).map(JSONValue.integer) ?? .seconds(number)
  }
}

extension ChannelTemplate.Source {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let isExpected { members.append(.init("expected", .bool(isExpected))) }
    if let nullSeconds {
      members.append(.init("nullSeconds", ChannelTemplate.number(nullSeconds)))
    }
    if !cids.isEmpty { members.append(.init("cids", .array(cids.map(\.json)))) }
    if !sids.isEmpty {
      let ranges = sids.map { range in
        range.count == 1
          ? JSONValue.integer(range.lowerBound)
          : ChannelTemplate.range(.integer(range.lowerBound), .integer(range.upperBound))
      }
      members.append(.init("sids", .array(ranges)))
    }
    if let offset {
      let range = ChannelTemplate.range(.integer(offset.lowerBound), .integer(offset.upperBound))
      members.append(.init("offset", range))
    }
    return members
  }
}

extension ChannelTemplate.DatedCID {
  fileprivate var json: JSONValue {
    let dates = [("from", from), ("to", to)].compactMap { name, time in
      time.flatMap { UTCTime.text($0) }.map { JSONValue.Member(name, .string($0)) }
    }
    return dates.isEmpty ? .string(cid.text) : .object([.init("cid", .string(cid.text))] + dates)
  }
}

extension ChannelTemplate.TaggedRenditions {
  fileprivate var json: JSONValue {
    switch self {
    case .all: .string("all")
    case .video: .string("video")
    case .audio: .string("audio")
    case .named(let names): ChannelTemplate.strings(names)
    }
  }
}

/// Writes indented JSON. A nested value that fits on one line is written on one line.
private enum TemplateText {
  private static let width = 120

  static func text(of json: JSONValue, indentation: Int = 0) -> String {
    let line = oneLine(json)
    if indentation > 0, line.utf8.count + indentation <= width { return line }
    let inner = String(repeating: " ", count: indentation + 2)
    let end = "\n" + String(repeating: " ", count: indentation)
    switch json {
    case .object(let members):
      let lines = members.map { member in
        "\(inner)\(JSONValue.string(member.key).text): "
          + text(of: member.value, indentation: indentation + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    case .array(let elements):
      let lines = elements.map { inner + text(of: $0, indentation: indentation + 2) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    default: return line
    }
  }

  private static func oneLine(_ json: JSONValue) -> String {
    switch json {
    case .object(let members):
      let words = members.map { "\(JSONValue.string($0.key).text): \(oneLine($0.value))" }
      return "{" + words.joined(separator: ", ") + "}"
    case .array(let elements): return "[" + elements.map(oneLine).joined(separator: ", ") + "]"
    default: return json.text
    }
  }
}
