import TimedMetadata

/// The breakout code is 00.
///
/// Codes for regional breakouts are no longer used; receivers expect 00.
struct TagBreakout: Rule {
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
    guard let breakout = tag.nielsen?.breakout, let code = Double(breakout), code != value else {
      return
    }
    log.add(Self.unexpected(breakout, expected: value), at: tag.place)
  }
}

extension TagBreakout {
  static func unexpected(_ breakout: String, expected: Double) -> String {
    let number = Int(exactly: expected).map { $0 < 10 && $0 >= 0 ? "0\($0)" : "\($0)" }
    return "breakout \(breakout), expected \(number ?? "\(expected)")"
  }
}
