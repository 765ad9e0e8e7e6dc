/// Durations as XML Schema writes them: `P1DT2H3M4.5S` (XML Schema 1.1, 3.3.6).
enum DurationText {
  /// A `Double` above this does not distinguish milliseconds.
  private static let longest = 1e12
  /// The units in their required order, with their seconds. Years and months have no fixed length:
  /// 365 and 30 days are assumed.
  private static let dateUnits: [(UInt8, Double)] = [
    (UInt8(ascii: "Y"), 31_536_000), (UInt8(ascii: "M"), 2_592_000), (UInt8(ascii: "W"), 604_800),
    (UInt8(ascii: "D"), 86400),
  ]
  private static let timeUnits: [(UInt8, Double)] = [
    (UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
  ]

  /// Seconds, 0 or more; nil if the text is not a duration.
  static func seconds(_ text: String) -> Double? {
    var rest = Substring(XMLSpace.trim(text)).utf8
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var units = dateUnits[...]
    var hasTime = false
    var seconds = 0.0
    while let byte = rest.first {
      if byte == UInt8(ascii: "T") {
        rest.removeFirst()
        guard !hasTime, !rest.isEmpty else { return nil }
        hasTime = true
        units = timeUnits[...]
        continue
      }
      let digits = rest.prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(Substring(digits)), let name = rest.popFirst(),
        let index = units.firstIndex(where: { $0.0 == name })
      else { return nil }
      seconds += number * units[index].1
      units = units[(index + 1)...]
    }
    return seconds < longest ? seconds : nil
  }
}
