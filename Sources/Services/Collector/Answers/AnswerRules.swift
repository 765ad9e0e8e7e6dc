import Formats
import NielsenTag
import PingAnalysis

/// The answers to pings: time-shift codes by content id and breakout code, and the faults that a test needs.
/// `Documentation/Collector.md` describes the file.
package struct AnswerRules: Sendable, Equatable {
  /// A condition on pings, and the answer to pings that meet it.
  struct Rule: Sendable, Equatable {
    /// The path; nil matches any path.
    var endpoint: String?
    /// The parameters that a ping must have, and their values, with or without their keys (`asid,P1` or `P1`).
    var parameters: [String: String] = [:]
    /// The content id of the lookup; nil matches any content id.
    var contentID: String?
    /// The breakout code of the lookup; nil matches any code.
    var breakout: String?
    var answer: PingAnswer
  }

  /// The rules in the order of the file. The first matching rule decides.
  var rules: [Rule] = []
  /// The time-shift code for lookups that match no rule. The default is the code that the engine assumes if it gets no
  /// answer.
  var code = "99"

  /// Makes a value without rules. Every ping then gets the usual answer.
  package init() {}

  func answer(to ping: SentPing) -> PingAnswer {
    guard !rules.isEmpty else { return .usual(to: ping, code: code) }
    let lookup = Lookup(ping)
    let rule = rules.first { $0.isAbout(ping, lookup) }
    return rule?.answer ?? .usual(to: ping, code: code)
  }

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
  /// - Throws: `answers`, with the field or line, the problem and the remedy, but without the name of the file.
  package init(json bytes: [UInt8]) throws(CollectorError) {
    self.init()
    var file = try AnswerFields(file: bytes)
    guard try file.whole("version", in: 0...Int64.max) == 1 else {
      throw file.error("version", "is missing or not a known version: write 1")
    }
    if let code = try file.code("tsv") { self.code = code }
    for (element, path) in try file.list("rules") {
      rules.append(try Rule(element, path: path))
    }
    try file.finish()
  }
}

extension AnswerRules.Rule {
  fileprivate init(_ json: LocatedJSON, path: String) throws(CollectorError) {
    var fields = try AnswerFields(json, path: path)
    contentID = try fields.filledText("cid")
    breakout = try fields.code("breakout")
    let code = try fields.code("tsv")
    endpoint = try fields.filledText("endpoint")
    let isLookup = contentID != nil || breakout != nil || code != nil
    if isLookup, endpoint ?? "/cgi-bin/tsv" != "/cgi-bin/tsv" {
      throw fields.error(
        "endpoint",
        "'cid', 'breakout' and 'tsv' apply only to /cgi-bin/tsv: omit this field"
      )
    }
    if isLookup { endpoint = "/cgi-bin/tsv" }
    if let endpoint, !endpoint.hasPrefix("/") {
      throw fields.error("endpoint", "write a path such as /cgi-bin/gn")
    }
    if var conditions = try fields.object("where") {
      for name in conditions.names { parameters[name] = try conditions.text(name) }
    }
    answer = try Self.answer(&fields, code)
  }

  private static func answer(
    _ fields: inout AnswerFields,
    _ code: String?
  ) throws(CollectorError) -> PingAnswer {
    let status = try fields.whole("status", in: 200...599).map { Int($0) }
    let body = try fields.text("body")
    let retryAfter = try fields.whole("retryAfter", in: 0...86_400).map { Int($0) }
    let type = try fields.filledText("contentType")
    try fields.finish()
    if let code {
      guard status == nil, body == nil, type == nil else {
        throw fields.error("tsv", "cannot be combined with 'status', 'body' or 'contentType'")
      }
      var answer = PingAnswer.timeShift(code)
      answer.retryAfter = retryAfter
      return answer
    }
    guard status != nil || body != nil else {
      throw fields.error("has no answer: give 'tsv', 'status' or 'body'")
    }
    let contentType = type ?? "text/plain; charset=utf-8"
    guard contentType.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      throw fields.error("contentType", "has characters that a header field cannot contain")
    }
    return PingAnswer(
      status: status ?? 200,
      contentType: body == nil ? nil : contentType,
      body: Array((body ?? "").utf8),
      retryAfter: retryAfter
    )
  }
}

private typealias AnswerFields = FileFields<CollectorError>

extension AnswerFields {
  /// A code of two digits; nil if the field is missing.
  fileprivate mutating func code(_ name: String) throws(CollectorError) -> String? {
    guard let text = try filledText(name) else { return nil }
    guard text.utf8.count == 2, text.utf8.allSatisfy(\.isDigit) else {
      throw error(name, "'\(text)' is not a code: write two digits, such as \"03\"")
    }
    return text
  }
}
