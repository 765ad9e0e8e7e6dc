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
