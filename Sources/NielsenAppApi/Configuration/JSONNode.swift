import FoundationEssentials

indirect enum JSONNode: Sendable, Equatable {
  case object([String: JSONNode])
  case array([JSONNode])
  case text(String)
  case number(Int)
  case truth(Bool)
  /// Null, or a number that is not whole.
  case other

  /// Reads `text`; nil when that is not well-formed JSON.
  init?(parsing text: String) {
    do {
      self = try JSONDecoder().decode(JSONNode.self, from: Data(text.utf8))
    } catch {
      // The caller reports the text as malformed.
      return nil
    }
  }

  /// The value as text: indented, keys in alphabetical order.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("JSON values can always be written: \(error)")
    }
  }
}

extension JSONNode: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let object = try? container.decode([String: JSONNode].self) {
      self = .object(object)
    } else if let array = try? container.decode([JSONNode].self) {
      self = .array(array)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let object): try container.encode(object)
    case .array(let array): try container.encode(array)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .other: try container.encodeNil()
    }
  }
}
