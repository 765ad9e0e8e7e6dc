import CCurl
import Formats

package struct ResponseHead: Sendable, Hashable {
  package var status: Int
  package var headers: HTTPHeaders

  package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
    self.status = status
    self.headers = headers
  }
}

extension ResponseHead {
  /// The maximum plausible value of `Age`, in seconds: 366 days. A response with a larger `Age` gets no date.
  private static let longestAge: Int64 = 86_400 * 366

  /// The time at the server in Unix seconds: `Date` (RFC 9110, section 6.6.1) plus the `Age` that a cache adds (RFC
  /// 9111, section 5.1). Nil if `Date` is missing or unreadable, or if `Age` is not plausible.
  var date: Int64? {
    let age = headers["age"].flatMap { Int64($0) } ?? 0
    guard let date = headers["date"].flatMap({ HTTPDate.unixSeconds($0) }),
      (0...Self.longestAge).contains(age)
    else { return nil }
    return date + age
  }
}

/// `Retry-After`, the header field with which a server requests a wait before a retry (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// The maximum wait in seconds: one day. Longer waits are reduced to this value, so that sums cannot overflow.
  private static let limit: Int64 = 86_400

  /// The wait in milliseconds, from 0 to a day; nil if `text` is neither a number of seconds nor an HTTP date. `now` is
  /// in milliseconds since 1970.
  package static func milliseconds(_ text: String, now: Int64) -> Int64? {
    guard !text.utf8.allSatisfy(\.isDigit) else {
      guard !text.isEmpty else { return nil }
      return min(Int64(text) ?? limit, limit) * 1000
    }
    guard let date = HTTPDate.unixSeconds(text) else { return nil }
    return min(max(date - now / 1000, 0), limit) * 1000
  }
}

/// Dates in the three forms of RFC 9110, section 5.6.7.
package enum HTTPDate {
  /// The Unix seconds of a date; nil for other text and for dates before 1970. curl reads all three forms, but also
  /// other zones and dates without a weekday, which servers must not send.
  package static func unixSeconds(_ text: String) -> Int64? {
    guard days.contains(where: text.hasPrefix),
      text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 2,
      // The asctime form has neither a comma nor a zone, and ends with the year.
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
