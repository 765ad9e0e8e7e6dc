import Conformance
import Formats

extension Finding {
  /// Its place as text.
  var placeWords: String {
    let last = count > 1 ? lastTime : nil
    let times = [place.time, last].compactMap { time in time.map { Quantity.seconds($0) } }
    let parts = [
      times.isEmpty ? nil : "at " + times.joined(separator: " to "),
      place.wallClock.flatMap(UTCTime.text),
      place.rendition,
      place.segment.map { "segment \($0)" },
      place.offset.map { "byte \(Quantity.count(Int(clamping: $0)))" },
      place.program.map { "program \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}
