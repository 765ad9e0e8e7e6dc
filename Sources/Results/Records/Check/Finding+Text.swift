import Conformance
import Formats

extension Finding {
  /// What to do about it; nil where that is not known.
  package var advice: String? {
    (remedy ?? RuleDescription.named(rule)?.traits.remedy).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Its place, in words.
  var places: [String] {
    [
      place.rendition,
      place.time.flatMap(Decimals.fixed).map { "\($0) s" },
      place.wallClock.flatMap(UTCTime.text),
      place.segment.map { "seg \($0)" },
      place.offset.map { "byte \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16))" },
      place.line.map { "line \($0)" },
    ].compactMap { $0 }
  }

  /// The finding on one line, for documents: severity, rule, place and message.
  var line: String {
    let words = message + (count > 1 ? " (\(count) like this)" : "")
    return (["\(severity.rawValue) \(rule)"] + places + [words]).joined(separator: "  ")
  }
}
