/// The reason why bytes were refused as a playlist. A mere error in a playlist is a ``PlaylistFault``.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error. More kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case empty
      case notAPlaylist
      case tooLarge
      case lineTooLong
      case tooManyLines
      case tooManySegments
      case tooManyEntries
      case expansionTooLarge
    }

    private let kind: Kind

    /// The name of the member.
    public var description: String { kind.rawValue }

    /// There are no bytes, or only white space.
    public static let empty = Code(kind: .empty)
    /// The bytes are something else: a page, an error message, media.
    public static let notAPlaylist = Code(kind: .notAPlaylist)
    /// More bytes than ``PlaylistLimits/bytes``.
    public static let tooLarge = Code(kind: .tooLarge)
    /// A line with more bytes than ``PlaylistLimits/lineBytes``.
    public static let lineTooLong = Code(kind: .lineTooLong)
    /// More lines than ``PlaylistLimits/lines``.
    public static let tooManyLines = Code(kind: .tooManyLines)
    /// More segments than ``PlaylistLimits/segments``.
    public static let tooManySegments = Code(kind: .tooManySegments)
    /// More variants, renditions and session tags than ``PlaylistLimits/entries``.
    public static let tooManyEntries = Code(kind: .tooManyEntries)
    /// Variables expand to more bytes than ``PlaylistLimits/expandedBytes``.
    public static let expansionTooLarge = Code(kind: .expansionTooLarge)
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
