import CCurl

/// A date in any of the three forms of RFC 9110, section 5.6.7.
package enum HTTPDate {
  /// In Unix seconds; nil for anything else. curl reads the three forms; it would take
  /// other zones and texts without a weekday, too, which no server may send.
  package static func unixSeconds(_ text: String) -> Int64? {
    guard days.contains(where: text.hasPrefix),
      text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 2,
      // The form of asctime has no comma and no zone, but the year at its end.
      text.hasSuffix(" GMT") || !text.contains(",") && endsInYear(text)
    else { return nil }
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : Int64(seconds)
  }

  private static func endsInYear(_ text: String) -> Bool {
    text.split(separator: " ").last.map { $0.utf8.count == 4 && Int($0) != nil } ?? false
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
