import Formats

/// Follows a live media playlist from one reload to the next.
///
///     var follower = PlaylistFollower(uri: uri)
///     while let request = follower.nextRequest() {
///       // wait until request.time, load request.uri, parse with `updating: follower.playlist`
///       let update = follower.update(with: playlist, requestedAt: time)
///       // update.newSegments
///     }
///
/// The follower has no clock and loads nothing. Times are in seconds of any monotonic clock.
public struct PlaylistFollower: Sendable {
  /// After this many consecutive outdated versions, the server is assumed to have restarted its numbering.
  static let outdatedLimit = 5
  /// A gap of at most this number of segments never counts as restarted numbering.
  static let plausibleMisses = 100

  /// After this many failed requests with delivery directives, and no failure without them, the server is assumed not
  /// to support them.
  static let refusalLimit = 3

  /// The minimum delay before a blocking request, in seconds, even if parts are shorter.
  static let shortestDelay = 0.1

  /// The address, without delivery directives.
  public let uri: String
  /// Whether to wait for partial segments too, and not only for whole segments.
  public let usesParts: Bool
  /// The latest accepted version of the playlist; nil before the first.
  public private(set) var playlist: MediaPlaylist?

  /// The media sequence number of the first segment that has not been listed yet.
  private var nextNumber: Int?
  private var requestTime = 0.0
  /// When ``playlist`` was requested, in seconds.
  private var versionTime = 0.0
  private var changeTime = 0.0
  private var unchangedCount = 0
  private var outdatedCount = 0
  /// Whether a delta update could not be used, so that the whole playlist must be loaded.
  private var needsWhole = false
  /// The number of consecutive failed requests with delivery directives.
  private var refusals = 0
  /// Whether the last request failed and had delivery directives. If so, the next request has no directives.
  private var avoidsDirectives = false
  /// The consecutive failures of requests without delivery directives.
  private var failures = LoadFailures()
  /// The delay, in seconds, after a delta update that arrived before any usable version.
  private var delayWithoutPlaylist = 0.0

  /// Starts to follow the playlist at an address.
  public init(uri: String, usesParts: Bool = false) {
    self.uri = uri
    self.usesParts = usesParts
  }

  /// Compares a version, requested at `time` in seconds, with the previous version, and keeps it if it is usable.
  public mutating func update(
    with version: MediaPlaylist,
    requestedAt time: Double
  ) -> PlaylistUpdate {
    requestTime = time
    if !avoidsDirectives, !refusesDirectives { refusals = 0 }
    avoidsDirectives = false
    failures = LoadFailures()
    needsWhole = version.missingSkippedCount > 0
    var update = PlaylistUpdate()
    if needsWhole {
      update.events = [.incomplete(missing: version.missingSkippedCount)]
      delayWithoutPlaylist = version.reloadDelay(isChanged: false)
    } else {
      compare(version, requestedAt: time, &update)
    }
    if update.isChanged {
      unchangedCount = 0
      changeTime = time
    } else {
      unchangedCount += 1
    }
    update.unchangedCount = unchangedCount
    update.unchangedDuration = max(0, time - changeTime)
    update.hasEnded = playlist.map { !$0.isLive } ?? false
    return update
  }

  /// Whether requests with delivery directives failed repeatedly, although EXT-X-SERVER-CONTROL offers them. Further
  /// requests have no directives.
  public var refusesDirectives: Bool { refusals >= Self.refusalLimit }

  /// Records a failed load. The next load follows after the delay for an unchanged version, or earlier: see
  /// `LoadFailures`.
  ///
  /// - Parameters:
  ///   - time: The time of the request, in seconds.
  ///   - hadDirectives: Whether the request had delivery directives. If it did, the next request has none.
  public mutating func fail(requestedAt time: Double, hadDirectives: Bool = false) {
    requestTime = time
    unchangedCount += 1
    // A server that fails both with and without directives has another problem.
    if hadDirectives { refusals += 1 } else if !refusesDirectives { refusals = 0 }
    avoidsDirectives = hadDirectives
    // After a failure with directives, the next request has none, and shows whether the playlist can be loaded at all.
    if !hadDirectives { failures.add() }
  }

  /// The next load; nil when the playlist has ended. The first load is due at once.
  ///
  /// Loads are at least half a target duration apart, or one part duration if partial segments are read; after a
  /// failure the delay may be shorter (see `LoadFailures`).
  public func nextRequest() -> PlaylistRequest? {
    guard let playlist else {
      return PlaylistRequest(uri: uri, time: requestTime + delayWithoutPlaylist, isBlocking: false)
    }
    guard playlist.isLive else { return nil }
    let isChanged = unchangedCount == 0
    let delay = failures.delay(usually: playlist.reloadDelay(isChanged: isChanged))
    if needsWhole {
      return PlaylistRequest(
        uri: uri,
        time: requestTime + delay,
        isBlocking: false,
        isAskedAgain: failures.isNextTriedOnce
      )
    }
    let asks = !avoidsDirectives && !refusesDirectives
    let isBlocking = asks && playlist.serverControl?.canBlockReload ?? false
    // After a change, a blocking request is sent early, because the server holds its response.
    let time = requestTime + (isBlocking && isChanged ? blockingDelay(of: playlist) : delay)
    let directives =
      asks ? playlist.deliveryDirectives(usesParts: usesParts, age: time - versionTime) : nil
    return PlaylistRequest(
      uri: directives?.applied(to: uri) ?? uri,
      time: time,
      isBlocking: isBlocking,
      isAskedAgain: failures.isNextTriedOnce
    )
  }

  private func blockingDelay(of playlist: MediaPlaylist) -> Double {
    let half = playlist.reloadDelay(isChanged: false)
    guard usesParts, let part = playlist.partTarget else { return half }
    return min(max(part, Self.shortestDelay), half)
  }

  private mutating func compare(
    _ version: MediaPlaylist,
    requestedAt time: Double,
    _ update: inout PlaylistUpdate
  ) {
    let end = version.nextMediaSequenceNumber
    var start = version.mediaSequence
    if let known = playlist, let next = nextNumber {
      if end < next, !version.segments.isEmpty, !restarts(version, after: known) {
        update.events = [.outdated]
        outdatedCount += 1
        return
      }
      let isBack = end < next && !version.segments.isEmpty
      if isBack || isJump(from: next, to: version, elapsed: time - versionTime) {
        update.events = [.restarted(expected: next, found: start)]
      } else {
        if start > next { update.events.append(.missed(first: next, count: start - next)) }
        if let event = Self.discontinuityMismatch(known, version) { update.events.append(event) }
        start = max(start, next)
      }
      update.isChanged =
        version.hasEndList != known.hasEndList
        || version.trailingParts.count > known.trailingParts.count
    }
    update.newSegments = Array(version.segments.suffix(max(0, end - start)))
    update.isChanged = update.isChanged || playlist == nil || !update.newSegments.isEmpty
    outdatedCount = 0
    playlist = version
    versionTime = time
    nextNumber = max(start, end)
  }

  /// Whether the numbers skip more segments than can have been added since the previous version, in `elapsed` seconds.
  /// If so, the server has restarted its numbering.
  private func isJump(from next: Int, to version: MediaPlaylist, elapsed: Double) -> Bool {
    let missed = version.mediaSequence - next
    guard missed > Self.plausibleMisses else { return false }
    let shortest = version.segments.lazy.map(\.duration).filter { $0 > 0 }.min() ?? 1
    return Double(missed) * shortest > elapsed * 2
  }

  /// Whether the server restarted its numbering. If not, a cache returned an older version. True after five outdated
  /// versions. Before that, true if the last segment has a later date than in the known version. If either date is
  /// unknown, true if the first common segments differ, or there are none.
  private func restarts(_ version: MediaPlaylist, after known: MediaPlaylist) -> Bool {
    if outdatedCount >= Self.outdatedLimit { return true }
    if let last = version.segments.last?.startDate, let knownLast = known.segments.last?.startDate {
      return last > knownLast
    }
    guard let pair = Self.firstCommonSegments(known, version) else { return true }
    return !pair.known.isSameMedia(as: pair.found)
  }

  private static func discontinuityMismatch(
    _ known: MediaPlaylist,
    _ version: MediaPlaylist
  ) -> PlaylistUpdate.Event? {
    guard let pair = firstCommonSegments(known, version),
      pair.known.discontinuitySequenceNumber != pair.found.discontinuitySequenceNumber
    else { return nil }
    return .discontinuitySequence(
      mediaSequenceNumber: pair.found.mediaSequenceNumber,
      expected: pair.known.discontinuitySequenceNumber,
      found: pair.found.discontinuitySequenceNumber
    )
  }

  /// The first pair of segments, one from each version, with the same media sequence number.
  private static func firstCommonSegments(
    _ known: MediaPlaylist,
    _ version: MediaPlaylist
  ) -> (known: MediaSegment, found: MediaSegment)? {
    let first = max(known.mediaSequence, version.mediaSequence)
    guard let knownSegment = known.segments(numbered: first..<first + 1)?.first,
      let found = version.segments(numbered: first..<first + 1)?.first
    else { return nil }
    return (knownSegment, found)
  }
}

extension MediaSegment {
  /// Compares paths and byte ranges. Hosts and queries, such as tokens, may change with each load.
  fileprivate func isSameMedia(as other: MediaSegment) -> Bool {
    URIReference(uri).path == URIReference(other.uri).path && byteRange == other.byteRange
  }
}
