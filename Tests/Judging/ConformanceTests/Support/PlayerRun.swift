import Testing

@testable import Conformance
@testable import TimedMetadata

/// The results of a player's rule for a few tags.
enum PlayerRun {
  /// Two DATA tags in a transport stream, the second of which is changed.
  static func transportStream(
    _ rule: RuleID,
    notes: [StreamNote] = [],
    second change: (inout TimedTag) -> Void = { _ in }
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(2).map { $0.inMultiplex { $0.audioPTS = 900 } }
    return try RuleRun(rule, notes.map { .note($0) } + [tags[0], tags[1].with(change)])
  }

  /// Two DATA tags in event messages, the second of which is changed.
  static func messages(
    _ rule: RuleID,
    declared: Set<DeclaredEvent>? = nil,
    first alterFirst: (inout EventMessage) -> Void = { _ in },
    second change: (inout TimedTag) -> Void = { _ in },
    message alter: (inout EventMessage) -> Void = { _ in }
  ) throws -> RuleRun {
    let tags = [
      try MadeTag.inMessage(message: alterFirst),
      try MadeTag.inMessage(tag: change, message: alter),
    ]
    return try RuleRun(rule, tags, declared: declared)
  }

  /// A note about the declaration of the tags' PID.
  static func declaration(_ id: NoteID, pid: Int? = 0x102) -> StreamNote {
    StreamNote(id: id, pid: pid, program: 1, detail: "unusual")
  }
}

extension RuleRun {
  /// Whether the rule reports only this message, as information, for a number of missed tags.
  func informs(_ message: String, missed: Int) -> Bool {
    result.state == .info && result.found == missed && result.maximum == nil
      && result.remark == message && messages == [message]
      && findings.allSatisfy { $0.severity == .info && $0.place == Place() }
  }

  /// Whether the rule reports this remark, and no fault of the stream.
  func remarks(_ message: String, missed: Int = 0) -> Bool {
    result.state == (missed > 0 ? .info : .pass) && result.found == missed
      && result.remark == message
      && findings.isEmpty
  }
}
