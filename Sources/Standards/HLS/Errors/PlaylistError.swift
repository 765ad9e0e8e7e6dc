import Formats

/// The reason why bytes were refused as a playlist. A mere error in a playlist is a ``PlaylistFault``.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// There are no bytes, or only white space.
    case empty
    /// The bytes are something else: a page, an error message, media.
    case notAPlaylist
    /// More bytes than ``PlaylistLimits/bytes``.
    case tooLarge
    /// A line with more bytes than ``PlaylistLimits/lineBytes``.
    case lineTooLong
    /// More lines than ``PlaylistLimits/lines``.
    case tooManyLines
    /// More segments than ``PlaylistLimits/segments``.
    case tooManySegments
    /// More variants, renditions and session tags than ``PlaylistLimits/entries``.
    case tooManyEntries
    /// Variables expand to more bytes than ``PlaylistLimits/expandedBytes``.
    case expansionTooLarge

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The line where reading ended, counted from 1; nil when the error is about the whole.
  public let line: Int?
  /// The reason, in plain words.
  public let reason: String

  init(_ code: Code, line: Int? = nil, _ reason: String) {
    self.code = code
    self.line = line
    self.reason = reason
  }

  /// Place and reason in one line.
  public var description: String {
    guard let line else { return "playlist: \(reason)" }
    return "playlist, line \(line): \(reason)"
  }
}

/// How much of a playlist is read. Playlists are hostile input: time and memory stay in proportion to
/// these numbers for any bytes.
public struct PlaylistLimits: Sendable, Hashable {
  /// Bytes of the whole playlist; more are refused.
  public var bytes = 16 << 20
  /// Lines of the whole playlist; more are refused.
  public var lines = 2_000_000
  /// Bytes of one line, after variables are expanded; a longer one is refused.
  public var lineBytes = 1 << 20
  /// Segments of a media playlist, those of a delta update's base included; more are refused. The
  /// default is more than a day of one-second segments.
  public var segments = 100_000
  /// Variants, renditions, session data and session keys of a multivariant playlist; more are
  /// refused.
  public var entries = 10_000
  /// Date ranges, cues, partial segments, hints, reports and unknown tags of a playlist; further
  /// ones are not kept, with a fault.
  public var annotations = 100_000
  /// Attributes of one tag; further ones are not read, with a fault.
  public var attributes = 128
  /// Encryption keys in force at the same time, one a KEYFORMAT; further ones are not kept, with a
  /// fault.
  public var keysInForce = 8
  /// Variables that EXT-X-DEFINE makes; further ones are not kept, with a fault.
  public var variables = 1_000
  /// Bytes that the values of variables take in a whole playlist; more are refused.
  public var expandedBytes = 16 << 20
  /// Faults of the same kind that are reported with their lines; further ones are counted.
  public var faultsPerKind = 20

  /// The default limits.
  public init() {}
}

/// Foreign text in messages.
enum Excerpt {
  private static let longest = 60

  /// The start of `text`, with control characters replaced, so that it fits into one line, and without the values of
  /// parameters in URLs.
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

  /// The start of the text that `bytes` hold.
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
