import HLS
import HTTP
import TimedMetadata

/// Checks that a server answers reloads as EXT-X-SERVER-CONTROL promises. A violation is reported once.
struct ReloadPromises {
  /// The number of consecutive immediate answers without changes after which the server is
  /// reported.
  static let hastyLimit = 3

  private var hastyCount = 0
  private var isReported = false

  /// Checks an answer. Returns the violation if there is one that has not been reported.
  mutating func judge(
    _ request: PlaylistRequest,
    _ update: PlaylistUpdate,
    answeredIn seconds: Double,
    _ playlist: MediaPlaylist
  ) -> String? {
    let target = playlist.partTarget ?? playlist.reloadDelay(isChanged: true)
    let isHasty =
      request.isBlocking && !update.isChanged && update.events.isEmpty && seconds < target / 2
    hastyCount = isHasty ? hastyCount + 1 : 0
    guard hastyCount >= Self.hastyLimit, !isReported else { return nil }
    isReported = true
    return
      "answers blocking reloads at once and without anything new, against CAN-BLOCK-RELOAD=YES: check that "
      + "no cache removes the query"
  }

  /// Checks a failure that the follower of the playlist has handled.
  mutating func judge(_ follower: PlaylistFollower, _ error: TimedMetadataError) -> String? {
    guard follower.refusesDirectives, !isReported else { return nil }
    isReported = true
    return
      "fails when it is asked with delivery directives (_HLS_msn, _HLS_part, _HLS_skip), against "
      + "EXT-X-SERVER-CONTROL, and is read without them: \(error.reason)"
  }
}

extension ResourceRequest {
  /// Servers hold a blocking reload for at most this many target durations (rfc8216bis, section 6.2.5.2).
  private static let heldTargetDurations = 3.0
  /// The longest time to wait for one, in seconds.
  private static let longestHeld = 50.0

  /// A reload of a live playlist.
  init(
    _ request: PlaylistRequest,
    hasDirectives: Bool,
    targetDuration: Int?,
    maximumSize: Int64
  ) {
    self.init(url: request.uri, purpose: .playlist, maximumSize: maximumSize)
    // A failed request with delivery directives is repeated without them.
    isTriedOnce = hasDirectives
    isAskedAgain = request.isAskedAgain
    timeLimit = .seconds(
      LiveLimits(targetDuration: Double(targetDuration ?? SegmentPlanner.usualTargetDuration))
        .transfer
    )
    guard request.isBlocking, let targetDuration else { return }
    let seconds = min(Double(targetDuration) * Self.heldTargetDurations, Self.longestHeld)
    answerTime = .milliseconds(Int64(max(0, seconds) * 1000))
  }
}
