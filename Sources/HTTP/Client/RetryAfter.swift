import Glibc

/// The header with which a server says when to come back (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// Longer waits are cut, so that sums do not overflow; in seconds.
  private static let limit: Int64 = 86_400

  /// The wait in milliseconds, at least 0 and at most a day, seen from `now` (milliseconds since
  /// 1970); nil when `text` is neither a number of seconds nor a date.
  package static func milliseconds(_ text: String, now: Int64) -> Int64? {
    guard !text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      guard !text.isEmpty else { return nil }
      return min(Int64(text) ?? limit, limit) * 1000
    }
    guard let date = seconds(ofDate: text) else { return nil }
    return min(max(date - now / 1000, 0), limit) * 1000
  }

  /// An IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`, in Unix seconds.
  private static func seconds(ofDate text: String) -> Int64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let month = months.firstIndex(of: words[2]),
      let day = Int32(words[1]), (1...31).contains(day),
      let year = Int32(words[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, Int32(month), day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
    return Int64(timegm(&time))
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
