import Formats

/// When and how to reload a live playlist (RFC 8216, section 6.3.4; rfc8216bis, section 6.2.5).
extension MediaPlaylist {
  /// The target duration, in seconds, assumed for a playlist without segments whose target duration is unknown.
  private static let usualTargetDuration = 6.0
  /// The minimum and maximum delay in seconds, whatever the playlist declares.
  private static let delayBounds = 0.25...3600

  /// The delay, in seconds, from the start of a load to the start of the next: the target duration if the playlist
  /// changed, otherwise half of it, within fixed bounds. The longest segment's duration replaces a missing target
  /// duration.
  public func reloadDelay(isChanged: Bool) -> Double {
    let longest = segments.lazy.map(\.duration).max()
    let target = targetDuration.map(Double.init) ?? longest ?? Self.usualTargetDuration
    let delay = isChanged ? target : target / 2
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The media sequence number of the segment after the last listed one.
  public var nextMediaSequenceNumber: Int {
    mediaSequence + missingSkippedCount + segments.count
  }

  /// The delivery directives that EXT-X-SERVER-CONTROL allows for the next request.
  ///
  /// - Parameters:
  ///   - usesParts: Whether to wait for the next partial segment instead of the next whole segment.
  ///   - age: Seconds since this playlist was requested. If the playlist is too old for a delta update, the whole
  ///     playlist is requested.
  /// - Returns: The directives; nil if the playlist has ended or no directive is allowed.
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
  /// The value of `_HLS_skip`: the items that a delta update may leave out.
  public enum Skip: String, Sendable, Hashable {
    /// `YES`: a delta update may leave out older segments.
    case segments = "YES"
    /// `v2`: a delta update may leave out older segments and date ranges.
    case segmentsAndDateRanges = "v2"
  }

  private static let prefix = "_HLS_"

  /// `_HLS_msn`: respond when the segment with this number exists.
  public var mediaSequenceNumber: Int?
  /// `_HLS_part`: respond when segment ``mediaSequenceNumber``, which must be set too, has the part with this index.
  public var part: Int?
  /// `_HLS_skip`: respond with a delta update.
  public var skip: Skip?

  /// Creates directives; a nil value is left out of the query.
  public init(mediaSequenceNumber: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
    self.mediaSequenceNumber = mediaSequenceNumber
    self.part = part
    self.skip = skip
  }

  /// `uri` with these directives in its query, in place of any earlier directives.
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
  /// The time to send the request, in seconds on the clock of ``PlaylistFollower/update(with:requestedAt:)``.
  public let time: Double
  /// Whether the server holds the response until the playlist changes, normally for up to three target durations.
  public let isBlocking: Bool
  /// Whether this load needs no retries: after one or two failed reloads, the next load follows soon.
  public var isAskedAgain = false
}

/// What changed in a newly loaded version of a live playlist.
public struct PlaylistUpdate: Sendable, Hashable {
  /// A change other than added segments or parts.
  public enum Event: Sendable, Hashable {
    /// `count` segments, from number `first`, appeared in the playlist and left it between two loads.
    case missed(first: Int, count: Int)
    /// The media sequence restarted at `found` instead of continuing at `expected`: all listed segments are new.
    case restarted(expected: Int, found: Int)
    /// The version is older than the previous one, probably because a cache returned it, and is ignored.
    case outdated
    /// A delta update skips `missing` segments, not all of which the previous version has: load the whole playlist.
    case incomplete(missing: Int)
    /// The discontinuity sequence number of a known segment changed.
    case discontinuitySequence(mediaSequenceNumber: Int, expected: Int, found: Int)
  }

  /// The events found by comparing this version with the previous one.
  public internal(set) var events: [Event] = []
  /// The segments that no earlier version listed, in order.
  public internal(set) var newSegments: [MediaSegment] = []
  /// Whether this version is the first, adds segments or parts, or adds or removes EXT-X-ENDLIST.
  public internal(set) var isChanged = false
  /// Whether the playlist has ended: no segments will be added.
  public internal(set) var hasEnded = false
  /// The number of consecutive loads without a change, including failed loads.
  public internal(set) var unchangedCount = 0
  /// Seconds since the last change; 0 if this version is a change.
  public internal(set) var unchangedDuration = 0.0
}

/// Counts the consecutive failed loads of a live playlist or manifest, and decides how soon the next load follows.
///
/// An outage must be noticed soon even if segments are long: `watch` considers a feed lost if its server refuses all
/// playlists for eight seconds, which is less than twice ``longestDelay``. From the fourth failure, loads follow at the
/// usual interval.
package struct LoadFailures: Sendable {
  /// The maximum delay in seconds from the start of a failed load to the start of the next.
  static let longestDelay = 4.1
  /// ``longestDelay`` applies up to this number of consecutive failures.
  static let limit = 3

  private var count = 0

  package init() {}

  package mutating func add() { count += 1 }

  package var isEmpty: Bool { count == 0 }

  /// Whether the next load need not be retried if it fails, because another one follows soon.
  package var isNextTriedOnce: Bool { (1..<Self.limit).contains(count) }

  /// The seconds from the start of the last load to the start of the next. `usual` is the delay without a failure.
  package func delay(usually usual: Double) -> Double {
    (1...Self.limit).contains(count) ? min(usual, Self.longestDelay) : usual
  }
}
