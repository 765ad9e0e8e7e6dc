import Formats

/// Times of the day as streams and playlists carry them: RFC 3339, UTC.
enum WallClock {
  /// `2023-11-14T22:13:20Z`, of milliseconds since 1970; the fraction is left out.
  static func secondsText(milliseconds: Int64) -> String {
    UTCTime.text((Double(milliseconds) / 1000).rounded(.down)) ?? ""
  }

  /// `2023-11-14T22:13:20.000Z`, of milliseconds since 1970.
  static func text(milliseconds: Int64) -> String {
    UTCTime.milliseconds(Double(milliseconds) / 1000) ?? ""
  }
}
