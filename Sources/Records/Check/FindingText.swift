import Conformance
import Formats

/// A finding on one line, for logs and documents.
package enum FindingText {
  /// Severity, rule, place and message.
  package static func line(_ finding: Finding) -> String {
    let place = finding.place
    let parts = [
      "\(finding.severity.rawValue) \(finding.rule)",
      place.rendition,
      place.time.flatMap(Decimals.fixed).map { "\($0) s" },
      place.wallClock.flatMap(UTCTime.text),
      place.segment.map { "seg \($0)" },
      place.offset.map { "byte \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16))" },
      place.line.map { "line \($0)" },
      finding.message + (finding.count > 1 ? " (\(finding.count) like this)" : ""),
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }
}
