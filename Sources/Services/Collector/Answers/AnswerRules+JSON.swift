import Formats

extension AnswerRules {
  /// The longest file that is read, in bytes.
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
      throw fields.problem(nil, "says no answer: give 'tsv', 'status' or 'body'")
    }
    let type = try fields.text("contentType") ?? "text/plain; charset=utf-8"
    guard type.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      throw fields.problem("contentType", "has letters that no header field has")
    }
    return PingAnswer(
      status: status ?? 200,
      contentType: body == nil ? nil : type,
      body: Array((body ?? "").utf8),
      retryAfter: retryAfter
    )
  }
}
