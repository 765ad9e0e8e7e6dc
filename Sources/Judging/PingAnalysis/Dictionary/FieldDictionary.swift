import Formats
import FoundationEssentials
import NielsenAppApi

/// The dictionary of ping parameters, `ping-fields.json`: names, meanings and allowed values.
struct FieldDictionary: Sendable, Decodable {
  /// An entry of the dictionary: a ping parameter, for the listed products.
  struct Field: Sendable, Decodable {
    var name: String
    /// The key at the start of the value, such as `apv` in `apv,1.0`. Nil if the value has no key.
    var key: String?
    var title: String
    var meaning: String
    var products: [String]
    var rule: Rule
    var basis: Basis
    /// An example value, including the key.
    var example: String?
  }

  struct Rule: Sendable, Decodable {
    var kind: String
    /// A regular expression for the whole value, percent-decoded and without its key.
    var pattern: String
    var empty: Bool
    var values: [String]?
    var maxLength: Int?
  }

  enum Basis: String, Sendable, Decodable {
    case documented, inferred, open
  }

  /// A rule that identifies the product of a ping by its endpoint and parameters.
  struct Endpoint: Sendable, Decodable {
    var path: String
    /// Parameter values that distinguish this product from others with the same path.
    var `where`: [String: String]
    var product: String
  }

  /// A type of ping. If a product has several types, `prefix` is the letter of the type in the credit string.
  struct Kind: Sendable, Decodable {
    var product: String
    var prefix: String?
    var type: String
  }

  /// A condition on the parameters of one ping.
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
  /// Indices by parameter, and by product and parameter: each ping needs about a hundred look-ups.
  private var entries: [String: [Field]] = [:]
  private var entriesOfProducts: [String: [String: [Field]]] = [:]

  private enum CodingKeys: CodingKey {
    case endpoints, types, codes, nullCid, fields, invariants
  }

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
      preconditionFailure("the embedded dictionary cannot be read: \(error)")
    }
  }()

  /// The entries for a parameter of a product. A parameter with several keys has several entries.
  func fields(_ name: String, of product: String) -> [Field] {
    entriesOfProducts[product]?[name] ?? []
  }

  /// The entries for a parameter of a ping. No document shows an audio ping; the engine's audio pings have the station
  /// in `c17`, which otherwise only error pings have.
  func fields(_ name: String, in ping: SentPing) -> [Field] {
    let own = fields(name, of: ping.product.rawValue)
    let isStation = name == "c17" && ping.product == .dcr && ping["rt"] == "audio"
    return own.isEmpty && isStation ? fields(name) : own
  }

  func fields(_ name: String) -> [Field] { entries[name] ?? [] }

  /// Whether the dictionary has every parameter of a product's pings.
  func describes(_ product: String) -> Bool { Self.described.contains(product) }

  private static let described: Set = ["dcr", "static", "dtvr", "id3", "tsv", "session", "error"]

  /// The meaning of a code. Nil if no document publishes it.
  func word(for code: String, in list: String) -> String? { codes[list]?[code] }
}

extension [FieldDictionary.Field] {
  /// The first entry that has no key, or whose key is at the start of `value`.
  func entry(for value: String) -> FieldDictionary.Field? {
    let key = value[...].cut(at: UInt8(ascii: ","))?.before ?? value[...]
    return first { $0.key == nil || $0.key?[...] == key }
  }
}

/// Matches values against the patterns of the dictionary. Results are cached, because most values of a session recur in
/// every ping.
final class RuleMatcher {
  private static let memory = 20_000
  /// The maximum length of a value that is matched, in bytes. A longer value satisfies only rules that allow any text,
  /// and rules of the kind `text`.
  private static let longest = 16 << 10

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  private var decisions: [Question: Bool] = [:]

  private struct Question: Hashable {
    var pattern: String
    var value: String
  }

  /// Whether a nonblank value satisfies the rule.
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
      preconditionFailure("a pattern of the dictionary cannot be matched: \(error)")
    }
  }

  private func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
    if let known = patterns[pattern] { return known }
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    patterns[pattern] = regex
    return regex
  }
}
