import FoundationEssentials

/// The settings of a file: `{"strict": true, "require": ["info"], "rules": {"cadence-gap":
/// {"severity": "warning", "limit": 25}}}`.
public struct CheckConfiguration: Sendable, Decodable {
  /// The entry of one rule: `severity`, and thresholds by name.
  struct RuleEntry: Sendable, Decodable {
    var severity: String?
    var values: [String: Double] = [:]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys {
        if key.stringValue == "severity" {
          severity = try container.decode(String.self, forKey: key)
        } else {
          values[key.stringValue] = try container.decode(Double.self, forKey: key)
        }
      }
    }
  }

  var strict: Bool?
  var require: [String]?
  var rules: [String: RuleEntry]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case strict, require, rules
  }

  /// Members of the file that other readers take.
  private static let otherParts: Set<String> = ["engine", "options"]

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a decoded object; an unknown member is an error, since it would silently do nothing.
  public init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys
    where CodingKeys(stringValue: key.stringValue) == nil
      && !Self.otherParts.contains(key.stringValue)
    {
      throw CheckSettingError(
        "'\(key.stringValue)' is not a setting: there are 'strict', 'require', 'rules', "
          + "'options' and 'engine'"
      )
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    strict = try container.decodeIfPresent(Bool.self, forKey: .strict)
    require = try container.decodeIfPresent([String].self, forKey: .require)
    rules = try container.decodeIfPresent([String: RuleEntry].self, forKey: .rules)
  }

  /// Reads a file's bytes.
  /// - Throws: `CheckSettingError`, which names what is wrong.
  public init(json: [UInt8]) throws(CheckSettingError) {
    // A byte order mark, as some editors write, means nothing.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let json = json.starts(with: mark) ? Array(json.dropFirst(mark.count)) : json
    // The decoder accepts what is not JSON, such as a comma after the last value.
    if let place = JSONSyntax.fault(in: json) {
      throw CheckSettingError("is not JSON from line \(place.line), column \(place.column) on")
    }
    if let (name, place) = JSONSyntax.repetition(in: json) {
      throw CheckSettingError(
        "has '\(Words.printable(name))' again in line \(place.line), column \(place.column): "
          + "leave one of the two"
      )
    }
    do {
      self = try JSONDecoder().decode(CheckConfiguration.self, from: Data(json))
    } catch let error as CheckSettingError {
      throw error
    } catch DecodingError.dataCorrupted {
      throw CheckSettingError("is JSON with a number or a text that cannot be read")
    } catch let error as DecodingError {
      throw CheckSettingError(Self.words(for: error))
    } catch {
      throw CheckSettingError("is not JSON: \(error)")
    }
  }

  private static func words(for error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty
        ? "is not a JSON object: settings are in {\u{2026}}"
        : "'\(path)' has a value of the wrong type"
    case .dataCorrupted: return "is not JSON"
    @unknown default: return "is not JSON"
    }
  }
}

/// A setting that makes no sense.
public struct CheckSettingError: Error, Equatable, CustomStringConvertible {
  /// The problem.
  public let description: String

  init(_ description: String) { self.description = description }
}
