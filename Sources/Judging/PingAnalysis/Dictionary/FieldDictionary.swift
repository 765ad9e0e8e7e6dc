import Formats
import FoundationEssentials
import NielsenAppApi

/// The dictionary of ping parameters, `ping-fields.json`: what each is called, means and may hold.
struct FieldDictionary: Sendable, Decodable {
  /// One parameter of some products.
  struct Field: Sendable, Decodable {
    var name: String
    /// The first item of the value; nil when the value has no key.
    var key: String?
    var title: String
    var meaning: String
    var products: [String]
    var rule: Rule
    var basis: Basis
    /// A value as it was seen, with its key.
    var example: String?
  }

  /// The rule for a value.
  struct Rule: Sendable, Decodable {
    var kind: String
    /// For the whole value, decoded and without its key.
    var pattern: String
    /// Whether a blank value is allowed.
    var empty: Bool
    var values: [String]?
    var maxLength: Int?
  }

  /// How sure an entry is.
  enum Basis: String, Sendable, Decodable {
    case documented, inferred, open
  }

  /// A form that the pings of an endpoint have.
  struct Endpoint: Sendable, Decodable {
    var path: String
    /// The parameters by which products on one path are distinguished.
    var `where`: [String: String]
    var product: String
  }

  /// A kind of ping, by the letter in its credit string.
  struct Kind: Sendable, Decodable {
    var product: String
    var prefix: String?
    var type: String
  }

  /// Something that must agree inside one ping.
  struct Invariant: Sendable, Decodable {
    var id: String
    var products: [String]
    var severity: PingFinding.Severity
  }

  var endpoints: [Endpoint]
  var types: [Kind]
  var codes: [String: [String: String]]
  var nullCid: String
  var fields: [Field]
  var invariants: [Invariant]
  /// The entries by their parameters, and by product and parameter: each ping asks for a hundred.
  private var entries: [String: [Field]] = [:]
  private var entriesOfProducts: [String: [String: [Field]]] = [:]

  private enum CodingKeys: CodingKey {
    case endpoints, types, codes, nullCid, fields, invariants
  }

  /// The dictionary that the engine carries.
  static let standard: FieldDictionary = {
    do {
      let json = Data(PingDictionary.json.utf8)
      var dictionary = try JSONDecoder().decode(FieldDictionary.self, from: json)
      dictionary.entries = Dictionary(grouping: dictionary.fields, by: \.name)
      for field in dictionary.fields {
        for product in field.products {
          dictionary.entriesOfProducts[product, default: [:]][field.name, default: []].append(field)
        }
      }
      return dictionary
    } catch {
      preconditionFailure("the embedded dictionary can be read: \(error)")
    }
  }()

  /// The entries of a parameter for a product; those of several keys are several.
  func fields(_ name: String, of product: String) -> [Field] {
    entriesOfProducts[product]?[name] ?? []
  }

  /// The entries of a parameter for a ping. No document shows a ping of audio: ours has the station that
  /// pings of errors have.
  func fields(_ name: String, in ping: SentPing) -> [Field] {
    let own = fields(name, of: ping.product.rawValue)
    let isStation = name == "c17" && ping.product == .dcr && ping["rt"] == "audio"
    return own.isEmpty && isStation ? fields(name) : own
  }

  /// The entries of a parameter for any product.
  func fields(_ name: String) -> [Field] { entries[name] ?? [] }

  /// Whether the dictionary means to name all parameters of a product's pings.
  func describes(_ product: String) -> Bool { Self.described.contains(product) }

  private static let described: Set = ["dcr", "static", "dtvr", "id3", "tsv", "session", "error"]

  /// The meaning of a code, if it is published.
  func word(for code: String, in list: String) -> String? { codes[list]?[code] }
}

extension [FieldDictionary.Field] {
  /// Of entries of one parameter the first that has no key, or the one with which `value` begins.
  func entry(for value: String) -> FieldDictionary.Field? {
    let key = value[...].cut(at: UInt8(ascii: ","))?.before ?? value[...]
    return first { $0.key == nil || $0.key?[...] == key }
  }
}

/// Matches values with the patterns of the dictionary. Results are cached: most values
/// of a session are repeated in each of its pings.
final class RuleMatcher {
  /// Decisions that are remembered at most.
  private static let memory = 20_000
  /// Characters of a value that are matched; longer ones are only texts.
  private static let longest = 16 << 10

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  private var decisions: [Question: Bool] = [:]

  private struct Question: Hashable {
    var pattern: String
    var value: String
  }

  /// Whether a value that is not blank follows the rule.
  func allows(_ value: String, by rule: FieldDictionary.Rule) -> Bool {
    guard rule.pattern != "^(?:.*)$", rule.pattern != "^(?:.+)$" else { return true }
    guard value.utf8.count <= Self.longest else { return rule.kind == "text" }
    let question = Question(pattern: rule.pattern, value: value)
    if let known = decisions[question] { return known }
    if decisions.count >= Self.memory { decisions = [:] }
    let answer = matches(question)
    decisions[question] = answer
    return answer
  }

  private func matches(_ question: Question) -> Bool {
    do {
      let regex = try regex(question.pattern)
      return try regex.wholeMatch(in: question.value) != nil
    } catch {
      preconditionFailure("the patterns of the dictionary can be matched: \(error)")
    }
  }

  private func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
    if let known = patterns[pattern] { return known }
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    patterns[pattern] = regex
    return regex
  }
}
