import CCurl

/// The head of an answer.
package struct ResponseHead: Sendable, Hashable {
  /// The status code.
  package var status: Int
  /// The header fields.
  package var headers: HTTPHeaders

  /// A head with the given parts.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
    self.status = status
    self.headers = headers
  }
}

extension ResponseHead {
  /// The longest time that a cache keeps an answer, in seconds.
  private static let longestAge: Int64 = 86_400 * 366

  /// The time at the server in Unix seconds (RFC 9110, section 6.6.1); a cache says how long ago that was (RFC 9111,
  /// section 5.1). Nil where it has no date.
  var date: Int64? {
    let age = headers["age"].flatMap { Int64($0) } ?? 0
    guard let date = headers["date"].flatMap({ HTTPDate.unixSeconds($0) }),
      (0...Self.longestAge).contains(age)
    else { return nil }
    return date + age
  }
}

/// The header with which a server says when to come back (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// Longer waits are cut, so that sums do not overflow; in seconds.
  private static let limit: Int64 = 86_400

  /// The wait in milliseconds, at least 0 and at most a day, seen from `now` (milliseconds since
  /// 1970); nil when `text` is neither a number of seconds nor a date in GMT.
  package static func milliseconds(_ text: String, now: Int64) -> Int64? {
    guard !text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      guard !text.isEmpty else { return nil }
      return min(Int64(text) ?? limit, limit) * 1000
    }
    guard let date = HTTPDate.unixSeconds(text) else { return nil }
    return min(max(date - now / 1000, 0), limit) * 1000
  }
}

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
