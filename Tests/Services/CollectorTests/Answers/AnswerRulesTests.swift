import NielsenTag
import PingAnalysis
import Testing

@testable import Collector

@Suite("rules for answers")
struct AnswerRulesTests {
  private static let payload =
    "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/"
    + String(repeating: "A", count: 167) + "=/00000/21778/07"

  private func ping(_ url: String) throws -> SentPing {
    try #require(PingRecognizer.pings(in: CapturedRequest(url: "http://a" + url)).first)
  }

  private func rules(_ text: String) throws -> AnswerRules {
    try AnswerRules(json: Array(text.utf8))
  }

  private func body(_ answer: PingAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

  @Test(
    "without rules, pings are answered with a pixel",
    arguments: [
      "/cgi-bin/gn?prd=dcr", "/cgi-bin/d?st=mtvr", "/cgi-bin/trans?tp=", "/cgi-bin/m?ci=1",
      "/cgi-bin/error?message=7", "/nmapi/v2/P1/s1/a?b=%7B%7D",
    ]
  )
  func pixel(_ url: String) throws {
    let answer = AnswerRules().answer(to: try ping(url))
    #expect(answer.status == 200 && answer.contentType == "image/gif")
    #expect(answer.body.starts(with: "GIF89a".utf8) && answer.body.last == 0x3B)
    #expect(answer.body.count == 43)
  }

  @Test(
    "without rules, a lookup gets code 99, and a configuration request the default configuration"
  )
  func usual() throws {
    let lookup = AnswerRules().answer(to: try ping("/cgi-bin/tsv?id3=x&fmt=json"))
    #expect(body(lookup) == #"{"tsv":"99"}"# && lookup.contentType == "application/json")
    let configuration = AnswerRules().answer(to: try ping("/cgi-bin/cfg?apid=1"))
    #expect(body(configuration).contains("\"endpoints\""))
  }

  @Test("the first matching rule decides a lookup, and other lookups get the file's code")
  func lookups() throws {
    let rules = try rules(
      """
      {"version": 1, "tsv": "98", "rules": [
        {"cid": "pI-X5FFk07770SXf2ZbI6g==", "breakout": "01", "tsv": "01"},
        {"cid": "pI-X5FFk07770SXf2ZbI6g==", "tsv": "03"},
        {"breakout": "07", "tsv": "07"}]}
      """
    )
    #expect(NielsenPayload(owner: Self.payload)?.fdCID?.text == "pI-X5FFk07770SXf2ZbI6g==")
    func code(_ query: String) throws -> String {
      body(rules.answer(to: try ping("/cgi-bin/tsv?" + query)))
    }
    #expect(try code("id3=\(Self.payload)&breakout=01") == #"{"tsv":"01"}"#)
    #expect(try code("id3=\(Self.payload)") == #"{"tsv":"03"}"#)
    #expect(try code("id3=other&breakout=07") == #"{"tsv":"07"}"#)
    #expect(try code("id3=other") == #"{"tsv":"98"}"#)
  }

  @Test(
    "rules for other pings compare path and parameters, and match a value with or without its key"
  )
  func others() throws {
    let rules = try rules(
      """
      {"version": 1, "rules": [
        {"endpoint": "/cgi-bin/gn", "where": {"prd": "dcr", "c3": "a"}, "status": 503, "retryAfter": 2},
        {"endpoint": "/cgi-bin/cfg", "body": "<config/>", "contentType": "application/xml"},
        {"where": {"c13": "asid,P1"}, "status": 404}]}
      """
    )
    let ad = rules.answer(to: try ping("/cgi-bin/gn?prd=dcr&c3=st,a"))
    #expect(ad == PingAnswer(status: 503, retryAfter: 2))
    #expect(rules.answer(to: try ping("/cgi-bin/gn?prd=dcr&c3=st,c")) == .pixel)
    #expect(rules.answer(to: try ping("/cgi-bin/d?c13=asid,P1")).status == 404)
    let configuration = rules.answer(to: try ping("/cgi-bin/cfg"))
    #expect(body(configuration) == "<config/>" && configuration.contentType == "application/xml")
  }

  @Test(
    "an error in a file of rules is reported with its position and a remedy",
    arguments: [
      ("{", "line 1: "), ("{\n \"version\": 1,\n oops}", "line 3: "),
      ("[]", "line 1: must be an object"), ("{}", "line 1: 'version': is missing"),
      (#"{"version": 2}"#, "'version': is missing or not a known version: write 1"),
      (#"{"version": 1, "codes": {}}"#, "'codes': is unknown: the known fields are 'rules', 'tsv'"),
      (#"{"version": 1, "tsv": "3"}"#, "'tsv': '3' is not a code: write two digits"),
      (#"{"version": 1, "tsv": 3}"#, "'tsv': must be a string of 1 to 1000 characters"),
      (#"{"version": 1, "tsv": "03", "tsv": "04"}"#, "line 1: the field 'tsv' appears twice"),
      (#"{"version": 1, "rules": {}}"#, "'rules': must be a list"),
      (#"{"version": 1, "rules": [1]}"#, "'rules[0]': must be an object"),
      (#"{"version": 1, "rules": [{"cid": "x"}]}"#, "'rules[0]': has no answer"),
      (
        #"{"version": 1, "rules": [{"tsv": "03", "status": 1}]}"#,
        "'rules[0].status': must be a whole"
      ),
      (#"{"version": 1, "rules": [{"tsv": "03", "body": "x"}]}"#, "'rules[0].tsv': cannot"),
      (#"{"version": 1, "rules": [{"tsv": "03", "endpoint": "/cgi-bin/gn"}]}"#, "omit this field"),
      (#"{"version": 1, "rules": [{"endpoint": "gn", "status": 200}]}"#, "write a path such as"),
      (#"{"version": 1, "rules": [{"where": {"a": 1}, "status": 200}]}"#, "'rules[0].where.a'"),
      (
        #"{"version": 1, "rules": [{"when": {}, "status": 200}]}"#,
        "'rules[0].when': is unknown: the known fields are"
      ),
      (#"{"version": 1, "rules": [{"body": "x", "contentType": "a\r\nb: c"}]}"#, "header field"),
    ]
  )
  func mistakes(_ text: String, _ words: String) {
    let error = #expect(throws: CollectorError.self) { try rules(text) }
    #expect(error?.code == .answers)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
