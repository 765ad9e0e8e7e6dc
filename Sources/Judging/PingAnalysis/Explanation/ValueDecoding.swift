import Formats
import NielsenTag

/// Explains parameter values that are not self-explanatory.
struct ValueDecoding {
  let ping: SentPing

  private var dictionary: FieldDictionary { .standard }

  /// A sentence about the value. Nil if the value is self-explanatory or cannot be explained.
  func text(of name: String, _ value: String, _ entry: FieldDictionary.Field?) -> String? {
    guard !value.isEmpty else { return nil }
    if entry?.rule.kind == "unixSeconds" { return time(value) }
    switch name {
    case "cr": return credit(value)
    case "fp_id", "sessionId", "c59": return time(String(value.suffix(10))).map { "Made at \($0)" }
    case "rnd" where value.utf8.count == 13:
      return Int64(value).flatMap { UTCTime.text(Double($0) / 1000) }.map { "\($0)." }
    case "c29", "pli": return time(String(value.prefix(10))).map { "Made at \($0)" }
    case "tp": return payloads(value.split(separator: "~").map(String.init))
    case "id3": return payloads([value])
    case "sdd": return diagnostics(value)
    case "c27", "c51", "sd": return duration(value)
    case "davty": return code(value, "davty")
    case "c3": return code(value, "streamType")
    case "c16": return code(String(value.prefix(2)), "sdkPrefix")
    case "ca": return contentID(value)
    case "evdata": return events(value)
    case "uoo": return ["1", "true"].contains(value) ? "Opted out." : "Not opted out."
    case "utc" where ping.product == .cloud:
      return Int64(value).flatMap { UTCTime.text(Double($0) / 1000) }.map { "\($0)." }
    default: return nil
    }
  }

  private func code(_ value: String, _ list: String) -> String? {
    dictionary.word(for: value, in: list).map { "This value: \($0)." }
  }

  private func time(_ value: String) -> String? {
    Int64(value).flatMap { UTCTime.text($0) }.map { "\($0)." }
  }

  private func duration(_ value: String) -> String? {
    guard let seconds = Int64(value), seconds >= 60 else { return nil }
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    return "\(minutes) min" + (rest > 0 ? " \(rest) s." : ".")
  }

  private func contentID(_ value: String) -> String? {
    if value.hasPrefix("FD_") { return "The Final Distributor's content id." }
    return value.hasPrefix("PC_") ? "The Program Content's content id." : nil
  }

  // MARK: - Credit

  private func credit(_ value: String) -> String? {
    guard let credit = SentCreditString(value, of: ping.product) else {
      return ping.product == .page ? "This value: \(ping.type ?? "unknown")." : nil
    }
    let presence = dictionary.word(for: credit.presence, in: "tagPresence") ?? "unknown presence"
    let shift = dictionary.word(for: credit.timeShift, in: "timeShift") ?? "not published"
    var words = [
      "\(presence), breakout \(credit.breakout)", "time shift \(credit.timeShift): \(shift)",
    ]
    if credit.prefix == "Q" {
      words.append(
        "quarter hour \(credit.number) (from \(Self.time(ofQuarter: credit.number))) of \(credit.day)"
      )
    } else {
      words.append("\(ping.type ?? "unknown kind \(credit.prefix)") of segment \(credit.number)")
      words.append(Self.words(for: credit.pattern))
    }
    if let model = credit.adModel.flatMap({ dictionary.word(for: $0, in: "adModel") }) {
      words.append("ad model \(model)")
    }
    return "This value: " + words.joined(separator: "; ") + "."
  }

  private static func time(ofQuarter number: Int) -> String {
    guard (0..<96).contains(number) else { return "-" }
    let (hour, minute) = (number / 4, number % 4 * 15)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute == 0 ? "00" : "\(minute)") of the content's day"
  }

  private static func words(for pattern: String) -> String {
    let minutes = pattern.enumerated().filter { $1 == "1" }.map { "\($0.offset + 1)" }
    switch minutes.count {
    case 0: return "no minute with at least 30 s"
    case pattern.count: return "all minutes with at least 30 s"
    default:
      return "at least 30 s in minute\(minutes.count == 1 ? "" : "s") "
        + minutes.joined(separator: ", ")
    }
  }

  // MARK: - Lists

  private func payloads(_ texts: [String]) -> String {
    let words = texts.prefix(20).enumerated().map { index, text in
      guard let payload = NielsenPayload(owner: text) else { return "\(index + 1): no payload" }
      let ids = [("FD", payload.fdCID, payload.fdOffset), ("PC", payload.pcCID, payload.pcOffset)]
        .compactMap { name, id, offset in
          id.flatMap {
            $0.isNull ? nil : "\(name) \($0.text) at \(offset.map { "\($0) s" } ?? "?")"
          }
        }
      let time = payload.lastTagTime.flatMap { time in
        NielsenPayload.plausibleTagTimes.contains(time) ? UTCTime.text(time) : nil
      }
      let parts = [payload.kind == .data ? "DATA" : "INFO"] + ids + [time].compactMap { $0 }
      return "\(index + 1): " + parts.joined(separator: ", ")
    }
    return "\(Decimals.counted(texts.count, "payload")): " + words.joined(separator: "; ")
      + "."
  }

  /// Explains a value such as `retry,0~~retryreason,~~devmodel,iPhone9,4`.
  private func diagnostics(_ value: String) -> String {
    let items = value.split(separator: "~~").prefix(50).map { item in
      let name = item.prefix { $0 != "," }
      let text = item[name.endIndex...].dropFirst()
      return "\(name) \(text.isEmpty ? "-" : text)"
    }
    return "This value: " + items.joined(separator: "; ") + "."
  }

  private func events(_ value: String) -> String {
    let items = value.split(separator: "~").prefix(200).map { item in
      let parts = item.split(separator: ",", maxSplits: 1)
      return parts.count == 2 ? "\(parts[0]) at \(parts[1]) s" : String(item)
    }
    return "This value: " + items.joined(separator: "; ") + "."
  }
}
