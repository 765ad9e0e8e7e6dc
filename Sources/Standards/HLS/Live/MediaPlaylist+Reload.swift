import Formats

/// When and how to load a live playlist again (RFC 8216, section 6.3.4; rfc8216bis, section 6.2.5).
extension MediaPlaylist {
  /// The target duration taken where the playlist has none.
  private static let usualTargetDuration = 6.0
  /// Bounds of a delay for any playlist: neither a flood of requests nor an end of requests.
  private static let delayBounds = 0.25...3600

  /// Seconds from the start of a load to the start of the next: the target duration after a change,
  /// half of it when the playlist was the same.
  public func reloadDelay(isChanged: Bool) -> Double {
    let longest = segments.lazy.map(\.duration).max()
    let target = targetDuration.map(Double.init) ?? longest ?? Self.usualTargetDuration
    let delay = isChanged ? target : target / 2
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The media sequence number of the segment that comes next.
  public var nextMediaSequenceNumber: Int {
    mediaSequence + missingSkippedCount + segments.count
  }

  /// The directives that the next request can use, by EXT-X-SERVER-CONTROL.
  ///
  /// - Parameters:
  ///   - usesParts: Wait for the next partial segment; else for the next whole segment.
  ///   - age: Seconds since this playlist was requested. A playlist that is too old for a delta
  ///     update is asked for as a whole.
  /// - Returns: The directives; nil where the server offers nothing.
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

/// The directives of a client in the query of a playlist's address (rfc8216bis, section 6.2.5).
public struct DeliveryDirectives: Sendable, Hashable {
  /// The parts that a delta update can leave out.
  public enum Skip: String, Sendable, Hashable {
    /// Older segments.
    case segments = "YES"
    /// Older segments and date ranges.
    case segmentsAndDateRanges = "v2"
  }

  /// The prefix of the names of all directives; it is reserved for them.
  private static let prefix = "_HLS_"

  /// `_HLS_msn`: answer when the segment of this number is there.
  public var mediaSequenceNumber: Int?
  /// `_HLS_part`: answer when this part of that segment is there. Means nothing alone.
  public var part: Int?
  /// `_HLS_skip`: answer with a delta update.
  public var skip: Skip?

  /// Makes directives with the given parts.
  public init(mediaSequenceNumber: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
    self.mediaSequenceNumber = mediaSequenceNumber
    self.part = part
    self.skip = skip
  }

  /// The address with the directives in its query; directives that are there are taken out.
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
  /// The address, delivery directives included.
  public let uri: String
  /// When to send it, on the clock of ``PlaylistFollower/update(with:requestedAt:)``.
  public let time: Double
  /// The server will hold the answer until there is something new: up to three target durations are
  /// normal.
  public let isBlocking: Bool
  /// The load before it failed: if this one fails too, it need not be repeated, because the next follows within seconds.
  public var isAskedAgain = false
}

/// The changes of a newly loaded version of a live playlist.
public struct PlaylistUpdate: Sendable, Hashable {
  /// A notable event in a version.
  public enum Event: Sendable, Hashable {
    /// Segments left the window between two loads: `count` of them, from `first` on, were never
    /// listed.
    case missed(first: Int, count: Int)
    /// The media sequence started again: all listed segments are new, with any numbers. `expected` is
    /// the number that would have been next.
    case restarted(expected: Int, found: Int)
    /// The version is older than the one before: a cache answered. Nothing in it is new.
    case outdated
    /// A delta update skips segments that are not known: load the whole playlist.
    case incomplete(missing: Int)
    /// A segment that was listed before has another discontinuity sequence number now.
    case discontinuitySequence(mediaSequenceNumber: Int, expected: Int, found: Int)
  }

  /// The notable events.
  public internal(set) var events: [Event] = []
  /// The segments that no version before listed, in order.
  public internal(set) var newSegments: [MediaSegment] = []
  /// Something is new: segments, parts, or the end.
  public internal(set) var isChanged = false
  /// Nothing will be added.
  public internal(set) var hasEnded = false
  /// How many loads in a row had no change.
  public internal(set) var unchangedCount = 0
  /// Seconds since a load had a change; 0 when this one did.
  public internal(set) var unchangedDuration = 0.0
}

/// The failures in a row of loads of a live playlist or manifest, and how soon the next load follows.
///
/// An outage is to be known soon, however long segments are: `watch` calls a feed lost after eight seconds of failures, which
/// two of the delays here outlast. What stays away is asked for at the usual times after that.
package struct LoadFailures: Sendable {
  /// Seconds from the start of a load that failed to the start of the next at most.
  static let longestDelay = 4.1
  /// This many failures in a row are followed by a load as soon as that.
  static let limit = 3

  private var count = 0

  package init() {}

  /// Adds one.
  package mutating func add() { count += 1 }

  /// Whether the last load succeeded.
  package var isEmpty: Bool { count == 0 }

  /// Whether the next load need not be repeated if it fails: another one follows soon.
  package var isNextTriedOnce: Bool { (1..<Self.limit).contains(count) }

  /// Seconds from the start of the last load to the start of the next, where it would be `usual` without a failure.
  package func delay(usually usual: Double) -> Double {
    (1...Self.limit).contains(count) ? min(usual, Self.longestDelay) : usual
  }
}
