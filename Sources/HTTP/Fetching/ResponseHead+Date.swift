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
