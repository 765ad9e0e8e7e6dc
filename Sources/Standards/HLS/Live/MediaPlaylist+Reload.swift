import Formats

/// When and how to reload a live playlist (RFC 8216, section 6.3.4; rfc8216bis, section 6.2.5).
extension MediaPlaylist {
  /// The target duration in seconds that is assumed if the playlist has none.
  private static let usualTargetDuration = 6.0
  /// The bounds of every delay, in seconds: a playlist can cause neither a flood of requests nor stop them.
  private static let delayBounds = 0.25...3600

  /// The seconds from the start of a load to the start of the next: the target duration if the playlist changed, half
  /// of it if it did not.
  public func reloadDelay(isChanged: Bool) -> Double {
    let longest = segments.lazy.map(\.duration).max()
    let target = targetDuration.map(Double.init) ?? longest ?? Self.usualTargetDuration
    let delay = isChanged ? target : target / 2
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The media sequence number of the next segment.
  public var nextMediaSequenceNumber: Int {
    mediaSequence + missingSkippedCount + segments.count
  }

  /// The directives that the next request can use, according to EXT-X-SERVER-CONTROL.
  ///
  /// - Parameters:
  ///   - usesParts: Whether to wait for the next partial segment, and not for the next whole segment.
  ///   - age: The seconds since this playlist was requested. If it is too old for a delta update, the whole playlist
  ///     is requested.
  /// - Returns: The directives; nil if the server supports none.
  public func deliveryDirectives(usesParts: Bool, age: Double) -> DeliveryDirectives? {
    guard let control = serverControl, isLive else { return nil }
    var directives = DeliveryDirectives()
    if control.canBlockReload {
      directives.mediaSequenceNumber = nextMediaSequenceNumber
      if usesParts, partTarget != nil { directives.part = trailingParts.count }
    }
    if let boundary = control.canSkipUntil, missingSkippedCount == 0, age <= boundary / 2 {
      directives.skip = control.canSkipDateRanges ? .segmentsAndDateRanges : .segments
    }
    return directives == DeliveryDirectives() ? nil : directives
  }
}

/// The delivery directives of a client, in the query of a playlist's address (rfc8216bis, section 6.2.5).
public struct DeliveryDirectives: Sendable, Hashable {
  /// What a delta update may leave out.
  public enum Skip: String, Sendable, Hashable {
    /// Older segments.
    case segments = "YES"
    /// Older segments and date ranges.
    case segmentsAndDateRanges = "v2"
  }

  /// The prefix of all directive names, which is reserved for them.
  private static let prefix = "_HLS_"

  /// `_HLS_msn`: respond when the segment with this number exists.
  public var mediaSequenceNumber: Int?
  /// `_HLS_part`: respond when this part of that segment exists. Has no meaning without the segment.
  public var part: Int?
  /// `_HLS_skip`: respond with a delta update.
  public var skip: Skip?

  /// Directives with the given parts.
  public init(mediaSequenceNumber: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
    self.mediaSequenceNumber = mediaSequenceNumber
    self.part = part
    self.skip = skip
  }

  /// The address with these directives in its query, replacing any others.
  public func applied(to uri: String) -> String {
    var reference = URIReference(uri)
    var parameters = URIQuery(of: uri).parameters
      .filter { !URIQuery.name(of: $0).hasPrefix(Self.prefix) }
      .map(String.init)
    if let mediaSequenceNumber {
      parameters.append("\(Self.prefix)msn=\(mediaSequenceNumber)")
      if let part { parameters.append("\(Self.prefix)part=\(part)") }
    }
    if let skip { parameters.append("\(Self.prefix)skip=\(skip.rawValue)") }
    reference.query = parameters.isEmpty ? nil : parameters.joined(separator: "&")
    return reference.text
  }
}

/// The next load of a live playlist.
public struct PlaylistRequest: Sendable, Hashable {
  /// The address, including delivery directives.
  public let uri: String
  /// When to send the request, on the clock of ``PlaylistFollower/update(with:requestedAt:)``.
  public let time: Double
  /// Whether the server holds its response until there is something new. Up to three target durations are normal.
  public let isBlocking: Bool
  /// Whether the load before failed. If this one fails too, it need not be retried, because the next follows within
  /// seconds.
  public var isAskedAgain = false
}

/// What changed in a newly loaded version of a live playlist.
public struct PlaylistUpdate: Sendable, Hashable {
  /// A notable event.
  public enum Event: Sendable, Hashable {
    /// `count` segments, from number `first` on, left the window between two loads without ever having been listed.
    case missed(first: Int, count: Int)
    /// The media sequence started again: all listed segments are new, whatever their numbers. `expected` is the
    /// number that should have been next.
    case restarted(expected: Int, found: Int)
    /// The version is older than the previous one, because a cache answered. It has nothing new.
    case outdated
    /// A delta update skips `missing` unknown segments: load the whole playlist.
    case incomplete(missing: Int)
    /// A known segment has another discontinuity sequence number than before.
    case discontinuitySequence(mediaSequenceNumber: Int, expected: Int, found: Int)
  }

  /// The notable events.
  public internal(set) var events: [Event] = []
  /// The segments that no earlier version listed, in order.
  public internal(set) var newSegments: [MediaSegment] = []
  /// Whether there is something new: segments, parts, or the end.
  public internal(set) var isChanged = false
  /// Whether nothing will be added.
  public internal(set) var hasEnded = false
  /// The number of consecutive loads without a change.
  public internal(set) var unchangedCount = 0
  /// The seconds since the last change; 0 if this load has one.
  public internal(set) var unchangedDuration = 0.0
}

/// Counts the consecutive failed loads of a live playlist or manifest, and decides how soon the next load follows.
///
/// An outage must be noticed soon, however long segments are: `watch` considers a feed lost after eight seconds of
/// failures, which two of these delays exceed. If the outage lasts, loads follow at the usual times.
package struct LoadFailures: Sendable {
  /// The maximum delay in seconds from the start of a failed load to the start of the next.
  static let longestDelay = 4.1
  /// The number of consecutive failures up to which the maximum applies.
  static let limit = 3

  private var count = 0

  package init() {}

  /// Counts a failure.
  package mutating func add() { count += 1 }

  /// Whether the last load succeeded.
  package var isEmpty: Bool { count == 0 }

  /// Whether the next load need not be retried if it fails, because another one follows soon.
  package var isNextTriedOnce: Bool { (1..<Self.limit).contains(count) }

  /// The seconds from the start of the last load to the start of the next. `usual` is the delay without a failure.
  package func delay(usually usual: Double) -> Double {
    (1...Self.limit).contains(count) ? min(usual, Self.longestDelay) : usual
  }
}
