import NielsenTag
import TimedMetadata

struct TagBreakout: Rule {
  static let title = "Unexpected breakout code"
  static let text = """
    The breakout code is 00.

    Codes for regional breakouts are no longer used; receivers expect 00.
    """
  static let value = Threshold("value", 0, "")
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    thresholds: [value],
    remedy: "Set the breakout code of the inserter to 0.",
    source: "practice; AWS MediaConvert BreakoutCode"
  )

  private let value: Double

  init(_ settings: RuleSettings) { value = settings[Self.value] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let fault = tag.nielsen.flatMap({ Self.fault(of: $0, expected: value) }) else { return }
    log.add(fault, at: tag.place)
  }

  /// The message about the breakout code of a payload; nil when it is correct.
  static func fault(of payload: NielsenPayload, expected: Double = value.value) -> String? {
    guard let breakout = payload.breakout, let code = Double(breakout), code != expected else {
      return nil
    }
    return unexpected(breakout, expected: expected)
  }
}

extension TagBreakout {
  static func unexpected(_ breakout: String, expected: Double) -> String {
    let number = Int(exactly: expected).map { $0 < 10 && $0 >= 0 ? "0\($0)" : "\($0)" }
    return "breakout \(breakout), expected \(number ?? "\(expected)")"
  }
}
