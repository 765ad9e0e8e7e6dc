import FoundationEssentials

/// Times of the day as streams and playlists carry them: RFC 3339, UTC.
enum WallClock {
  /// `2023-11-14T22:13:20Z`, of milliseconds since 1970; the fraction is left out.
  static func secondsText(milliseconds: Int64) -> String {
    date(milliseconds).formatted(.iso8601)
  }

  /// `2023-11-14T22:13:20.000Z`, of milliseconds since 1970.
  static func text(milliseconds: Int64) -> String {
    date(milliseconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// A little later than asked for: the formats cut off what they do not show.
  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: (Double(milliseconds) + 0.25) / 1000)
  }
}
