/// When a live playlist or manifest that brings nothing new is taken to have ended.
enum LivePlaylistTimeout {
  /// Seconds without anything new, by default.
  static let usualSeconds = 60.0
  /// A playlist may go on when nothing new came for this many target durations, or a manifest for this
  /// many segments or reloads.
  static let targetDurations = 3.0

  /// Seconds without anything new after which it has ended. All times are in seconds; the target
  /// duration of a manifest is that of its segments.
  static func seconds(
    _ limits: PlaylistReadingLimits,
    targetDuration: Double,
    reloadDelay: Double = 0
  ) -> Double {
    max(limits.liveTimeoutSeconds, max(reloadDelay, targetDuration) * targetDurations)
  }
}
