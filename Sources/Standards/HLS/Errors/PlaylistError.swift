import Formats

/// The reason why bytes were refused as a playlist. Lesser problems are reported as ``PlaylistFault``.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error. New kinds may be added.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// The playlist is empty or has only white space.
    case empty
    /// The bytes are something else, such as an HTML page, an error message or media.
    case notAPlaylist
    /// The playlist has more bytes than ``PlaylistLimits/bytes``.
    case tooLarge
    /// A line has more bytes than ``PlaylistLimits/lineBytes``.
    case lineTooLong
    /// The playlist has more lines than ``PlaylistLimits/lines``.
    case tooManyLines
    /// The playlist has more segments than ``PlaylistLimits/segments``.
    case tooManySegments
    /// The playlist has more entries than ``PlaylistLimits/entries``.
    case tooManyEntries
    /// Expanded variables exceed ``PlaylistLimits/expandedBytes`` in total, or ``PlaylistLimits/lineBytes`` in one
    /// value.
    case expansionTooLarge

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The line at which reading ended, from 1; nil if the error is about the whole playlist.
  public let line: Int?
  /// A short description of the problem, without a full stop.
  public let reason: String

  init(_ code: Code, line: Int? = nil, _ reason: String) {
    self.code = code
    self.line = line
    self.reason = reason
  }

  /// The reason as one line of text, with the line number if there is one.
  public var description: String {
    guard let line else { return "playlist: \(reason)" }
    return "playlist, line \(line): \(reason)"
  }
}

/// Limits on reading a playlist. They bound the time and the memory that untrusted input can take.
public struct PlaylistLimits: Sendable, Hashable {
  /// The maximum size of a playlist in bytes; a larger one is refused.
  public var bytes = 16 << 20
  /// The maximum number of lines; a playlist with more is refused.
  public var lines = 2_000_000
  /// The maximum size, in bytes, of a line, and of a value after its variables are expanded; a playlist that exceeds it
  /// is refused.
  public var lineBytes = 1 << 20
  /// The maximum number of segments of a media playlist, including segments that a delta update skips; a playlist with
  /// more is refused. The default covers more than a day of one-second segments.
  public var segments = 100_000
  /// The maximum number of variants, renditions, session data, session keys and content steering tags; a playlist with
  /// more is refused.
  public var entries = 10_000
  /// The maximum number of date ranges, cues, parts, preload hints, rendition reports and unknown tags. Any more are
  /// dropped and reported as a fault.
  public var annotations = 100_000
  /// The maximum number of attributes of a tag. Any more are dropped and reported as a fault.
  public var attributes = 128
  /// The maximum number of encryption keys in force at a time, one for each KEYFORMAT. Any more are dropped and
  /// reported as a fault.
  public var keysInForce = 8
  /// The maximum number of variables that EXT-X-DEFINE defines. Any more are dropped and reported as a fault.
  public var variables = 1_000
  /// The maximum total size, in bytes, of the expanded variables of a playlist; a playlist with more is refused.
  public var expandedBytes = 16 << 20
  /// The maximum number of faults of one kind that are reported with their lines. Any more are only counted.
  public var faultsPerKind = 20

  /// The default limits.
  public init() {}
}

/// Excerpts of untrusted text for messages.
enum Excerpt {
  private static let longest = 60

  /// The start of `text` on one line. Control characters are replaced; parameter values in URLs are hidden by default.
  static func of(_ text: some StringProtocol) -> String {
    var excerpt = ""
    for (index, scalar) in ShownURL.line(String(text)).unicodeScalars.prefix(longest + 1)
      .enumerated()
    {
      if index == longest {
        excerpt += "…"
      } else {
        excerpt.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return excerpt
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> String {
    of(String(decoding: bytes.prefix(longest * 4 + 4), as: UTF8.self))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
