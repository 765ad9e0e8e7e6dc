import Formats
import NielsenTag
import PingAnalysis

/// How pings are answered: time-shift codes by content id and breakout code, and the faults that a
/// test needs. `Documentation/Collector.md` describes the file.
package struct AnswerRules: Sendable, Equatable {
  /// A condition on pings, and the answer to the pings that fulfil it.
  struct Rule: Sendable, Equatable {
    /// The path; nil: any path.
    var endpoint: String?
    /// The parameters that a ping must have, with their values without keys.
    var parameters: [String: String] = [:]
    /// The content id that a lookup must be about; nil: any.
    var contentID: String?
    /// The breakout code that a lookup must have; nil: any.
    var breakout: String?
    var answer: PingAnswer
  }

  /// The rules in the order of the file. The first one that fits decides.
  var rules: [Rule] = []
  /// The time-shift code for lookups that no rule fits. The default is the code that the engine
  /// assumes without an answer.
  var code = "99"

  /// Makes a value without rules: every ping gets the usual answer.
  package init() {}

  func answer(to ping: SentPing) -> PingAnswer {
    guard !rules.isEmpty else { return .usual(to: ping, code: code) }
    let lookup = Lookup(ping)
    let rule = rules.first { $0.isAbout(ping, lookup) }
    return rule?.answer ?? .usual(to: ping, code: code)
  }

  /// The fields of a lookup that rules are compared with.
  fileprivate struct Lookup {
    var contentIDs: [String] = []
    var breakout: String?

    init(_ ping: SentPing) {
      guard ping.endpoint == "/cgi-bin/tsv" else { return }
      let payload = ping["id3"].flatMap { NielsenPayload(owner: $0) }
      contentIDs = [payload?.fdCID, payload?.pcCID].compactMap { $0?.text }
      breakout = ping["breakout"] ?? payload?.breakout
    }
  }
}

extension AnswerRules.Rule {
  fileprivate func isAbout(_ ping: SentPing, _ lookup: AnswerRules.Lookup) -> Bool {
    if let endpoint, endpoint != ping.endpoint { return false }
    if let contentID, !lookup.contentIDs.contains(contentID) { return false }
    if let breakout, breakout != lookup.breakout { return false }
    return parameters.allSatisfy { name, value in
      ping[name] == value || ping.plain(name) == value
    }
  }
}

extension AnswerRules {
  /// The maximum size of the file in bytes.
  package static let sizeLimit = 1 << 20

  /// Reads rules:
  ///
  ///     {"version": 1, "tsv": "99", "rules": [
  ///       {"cid": "pI-X5FFk07770SXf2ZbI6g==", "tsv": "03"},
  ///       {"endpoint": "/cgi-bin/gn", "where": {"prd": "dcr"}, "status": 503, "retryAfter": 2}]}
  ///
  /// - Throws: `answers`, with the field or the line, what is wrong with it and what to write; the message
  ///   does not name the file.
  package init(json bytes: [UInt8]) throws(CollectorError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw CollectorError(.answers, "line \(line)", error.reason, "correct the JSON")
    }
    self.init()
    let file = try AnswerFields(value, path: "", known: ["version", "tsv", "rules"])
    guard file["version"]?.integerValue == 1 else {
      throw file.problem("version", "is missing or not a known version: write 1")
    }
    if let code = try file.code("tsv") { self.code = code }
    guard let list = file["rules"] else { return }
    guard case .array(let elements) = list else { throw file.problem("rules", "write a list") }
    for (index, element) in elements.enumerated() {
      rules.append(try Rule(element, path: "rules[\(index)]"))
    }
  }
}

extension AnswerRules.Rule {
  private static let known: Set = [
    "endpoint", "where", "cid", "breakout", "tsv", "status", "retryAfter", "body", "contentType",
  ]

  fileprivate init(_ value: JSONValue, path: String) throws(CollectorError) {
    let fields = try AnswerFields(value, path: path, known: Self.known)
    contentID = try fields.text("cid")
    breakout = try fields.code("breakout")
    let code = try fields.code("tsv")
    endpoint = try fields.text("endpoint")
    let isLookup = contentID != nil || breakout != nil || code != nil
    if isLookup, endpoint ?? "/cgi-bin/tsv" != "/cgi-bin/tsv" {
      throw fields.problem(
        "endpoint",
        "'cid', 'breakout' and 'tsv' are for /cgi-bin/tsv: leave it out"
      )
    }
    if isLookup { endpoint = "/cgi-bin/tsv" }
    if let endpoint, !endpoint.hasPrefix("/") {
      throw fields.problem("endpoint", "write a path such as /cgi-bin/gn")
    }
    if let conditions = fields["where"] {
      guard case .object(let members) = conditions else {
        throw fields.problem("where", "write an object of parameters and their values")
      }
      for member in members {
        guard let text = member.value.stringValue else {
          throw fields.problem("where.\(member.key)", "write the value in quotes")
        }
        parameters[member.key] = text
      }
    }
    answer = try Self.answer(fields, code)
  }

  private static func answer(
    _ fields: AnswerFields,
    _ code: String?
  ) throws(CollectorError) -> PingAnswer {
    let status = try fields.number("status", in: 200...599)
    let body = try fields.text("body")
    let retryAfter = try fields.number("retryAfter", in: 0...86_400)
    if let code {
      guard status == nil, body == nil, fields["contentType"] == nil else {
        throw fields.problem("tsv", "excludes 'status', 'body' and 'contentType'")
      }
      var answer = PingAnswer.timeShift(code)
      answer.retryAfter = retryAfter
      return answer
    }
    guard status != nil || body != nil else {
      throw fields.problem(nil, "has no answer: give 'tsv', 'status' or 'body'")
    }
    let type = try fields.text("contentType") ?? "text/plain; charset=utf-8"
    guard type.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      throw fields.problem("contentType", "has characters that a header field cannot have")
    }
    return PingAnswer(
      status: status ?? 200,
      contentType: body == nil ? nil : type,
      body: Array((body ?? "").utf8),
      retryAfter: retryAfter
    )
  }
}

/// The members of an object in a file with answers.
struct AnswerFields {
  private let value: JSONValue
  private let path: String

  /// Reads the members of an object. Only known members are allowed, each at most once.
  init(_ value: JSONValue, path: String, known: Set<String>) throws(CollectorError) {
    self.value = value
    self.path = path
    guard case .object(let members) = value else { throw problem(nil, "write an object in braces") }
    var seen: Set<String> = []
    for member in members {
      guard known.contains(member.key) else {
        let names = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw problem(member.key, "is not a field here: choose from \(names)")
      }
      guard seen.insert(member.key).inserted else { throw problem(member.key, "is given twice") }
    }
  }

  subscript(name: String) -> JSONValue? { value[name] }

  /// The text of a member; nil when the member is missing.
  func text(_ name: String) throws(CollectorError) -> String? {
    guard let value = value[name] else { return nil }
    guard let text = value.stringValue, !text.isEmpty else {
      throw problem(name, "write a text in quotes")
    }
    return text
  }

  /// The two-digit code of a member; nil when the member is missing.
  func code(_ name: String) throws(CollectorError) -> String? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw problem(name, "'\(text)' is not a code: write two digits, such as \"03\"")
    }
    return text
  }

  /// The whole number of a member; nil when the member is missing.
  func number(_ name: String, in range: ClosedRange<Int64>) throws(CollectorError) -> Int? {
    guard let value = value[name] else { return nil }
    guard let number = value.integerValue, range.contains(number) else {
      throw problem(
        name,
        "write a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return Int(number)
  }

  /// The error about a member, or about the object if `name` is nil.
  func problem(_ name: String?, _ words: String) -> CollectorError {
    let place = [path, name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    return CollectorError(.answers, place.isEmpty ? "" : "'\(place)'", words)
  }
}
