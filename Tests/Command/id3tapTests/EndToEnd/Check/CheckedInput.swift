import Foundation

/// A JSON report of `check`, with the fields that tests use.
struct CheckedInput: Decodable {
  struct Tags: Decodable, Equatable {
    var data: Int
    var info: Int
    var other: Int
  }

  struct Stream: Decodable {
    var rendition: String?
    var program: Int?
    var pid: Int?
    var tags: Int
    var verdict: String
  }

  struct Rule: Decodable {
    var rule: String
    var state: String
    var found: Int?
    var minimum: Int?
    var maximum: Int?
    var notAssessed: String?
    var remark: String?
  }

  struct Finding: Decodable {
    var rule: String
    var severity: String
    var time: Double?
    var wallClock: String?
    var rendition: String?
    var segment: String?
    var offset: Int?
    var pid: Int?
    var message: String
    var count: Int
  }

  struct RuleGroup: Decodable, Equatable {
    var state: String
    var notAssessed: String?
    var count: Int
    var rules: [String]
  }

  var input: String
  var verdict: String
  var tags: Tags
  var streams: [Stream]
  var rules: [Rule]
  var otherRules: [RuleGroup]
  var findings: [Finding]
  var missing: [String]
  var error: String?

  /// The result of the rule with this id.
  subscript(_ name: String) -> Rule? { rules.first { $0.rule == name } }
}

extension Shell.Outcome {
  /// The reports on standard output, one per line.
  func reports() throws -> [CheckedInput] {
    try lines.map { try JSONDecoder().decode(CheckedInput.self, from: Data($0.utf8)) }
  }

  /// The report on standard output. Fails unless there is exactly one.
  func report() throws -> CheckedInput {
    let reports = try reports()
    guard reports.count == 1, let report = reports.first else {
      throw NoSingleReport(outcome: self)
    }
    return report
  }

  struct NoSingleReport: Error { var outcome: Shell.Outcome }
}
