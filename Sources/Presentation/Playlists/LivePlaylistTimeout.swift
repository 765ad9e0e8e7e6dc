/// How long a live playlist or manifest may have no new segment before it counts as ended.
enum LivePlaylistTimeout {
  /// The default, in seconds.
  static let usualSeconds = 60.0
  /// The timeout is at least this many target durations of a playlist, or this many segments or reloads of a manifest. After as
  /// many a local playlist that is not followed ends.
  static let targetDurations = 3.0

  /// The timeout. All times are in seconds; the target duration of a manifest is the duration of
  /// its segments.
  static func seconds(
    _ limits: PlaylistReadingLimits,
    targetDuration: Double,
    reloadDelay: Double = 0
  ) -> Double {
    max(limits.liveTimeoutSeconds, max(reloadDelay, targetDuration) * targetDurations)
  }
}
