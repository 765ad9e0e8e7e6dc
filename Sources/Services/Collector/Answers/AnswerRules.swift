import NielsenTag
import PingAnalysis

/// How pings are answered: time-shift codes by content id and break-out code, and the faults that a test
/// needs. `Documentation/Collector.md` describes the file.
package struct AnswerRules: Sendable, Equatable {
  /// Pings of one kind and their answer.
  struct Rule: Sendable, Equatable {
    /// The path; nil: any.
    var endpoint: String?
    /// Parameters with the values they must have, without keys.
    var parameters: [String: String] = [:]
    /// The content id that a lookup must be about.
    var contentID: String?
    /// The break-out code that a lookup must carry.
    var breakout: String?
    var answer: PingAnswer
  }

  /// The first that fits decides.
  var rules: [Rule] = []
  /// The time-shift code of lookups that no rule is about: what the engine takes without an answer.
  var code = "99"

  /// No rules: the usual answers.
  package init() {}

  func answer(to ping: SentPing) -> PingAnswer {
    guard !rules.isEmpty else { return .usual(to: ping, code: code) }
    let lookup = Lookup(ping)
    let rule = rules.first { $0.isAbout(ping, lookup) }
    return rule?.answer ?? .usual(to: ping, code: code)
  }

  /// The fields of a lookup that rules compare.
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
