import NielsenTag

/// Something wrong with one field of a payload, which the payload alone shows.
public struct PayloadFinding: Sendable, Equatable {
  /// The rule that finds it in a stream.
  public var rule: RuleID
  /// The field.
  public var field: PayloadField
  /// One sentence: what was seen and what was expected.
  public var message: String

  /// The findings of the rules of single tags in a payload, with their usual thresholds. Unreadable fields
  /// are in `NielsenPayload.faults`.
  public static func all(in payload: NielsenPayload) -> [PayloadFinding] {
    let breakout = TagBreakout.fault(of: payload).map {
      PayloadFinding(rule: TagBreakout.id, field: .breakout, message: $0)
    }
    return (breakout.map { [$0] } ?? []) + TagOffsetNullCid.faults(of: payload)
      + TagOffsetRange.faults(of: payload) + InfoCidsNull.faults(of: payload)
      + InfoOffsetsZero.faults(of: payload)
  }
}
