import Foundation

/// The corpus of real streams, which may be next to the checkout. Tests that use the corpus are skipped without it.
public enum Corpus {
  /// A media file or playlist, and the values that a correct reader finds in it.
  public struct Case: Decodable, Sendable, CustomStringConvertible {
    /// A frame of an expected tag.
    public struct ExpectedFrame: Decodable, Sendable {
      public let id: String
      public let owner: String?
    }

    /// A tag of the file.
    public struct ExpectedTag: Decodable, Sendable {
      public let carriage: String
      public let pid: Int?
      public let program: Int?
      public let pts: Int64?
      public let size: Int?
      public let sha256: String?
      public let offset: Int64?
      public let frames: [ExpectedFrame]?
      public let timescale: Int?
      public let scheme: String?
      public let value: String?
      public let emsgVersion: Int?
      public let segment: String?
      public let ptsAny: Bool?
    }

    public let input: String
    public let kind: String
    public let tags: [ExpectedTag]
    public let optional: [ExpectedTag]?
    public let exit: [Int32]?
    public let id3Pids: [Int]?

    /// The name of the case in reports.
    public var description: String { input }

    /// The absolute path of the input.
    public var path: String { Corpus.folder.appendingPathComponent(input).path }
  }

  /// A playlist of the corpus, and the facts on which at least two parsers agree.
  public struct ExpectedPlaylist: Decodable, Sendable, CustomStringConvertible {
    public let name: String
    public let kind: String?
    public let segments: Int?
    public let totalDuration: Double?
    public let targetDuration: Int?
    public let discontinuities: Int?
    public let firstProgramDateTime: String?
    public let endlist: Bool?
    public let variants: Int?
    public let renditions: Int?
    /// The violation of the specification, as text.
    public let invalid: String?
    /// The parsers that agree on a fact, by the name of the fact.
    public let parsers: [String: String]?

    private enum CodingKeys: String, CodingKey {
      case name = "path"
      case kind, segments, totalDuration, targetDuration, discontinuities, firstProgramDateTime
      case endlist, variants, renditions, invalid, parsers
    }

    /// The absolute path.
    public var path: String { Corpus.folder.appendingPathComponent(name).path }

    public var description: String { name }
  }

  private struct Expected: Decodable {
    let cases: [Case]
    let playlists: [ExpectedPlaylist]
  }

  /// The folder of the corpus.
  public static let folder: URL =
    packageRoot
    .appendingPathComponent("../shared/corpus").standardizedFileURL

  /// The folder of this package.
  public static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All cases; empty without the corpus.
  public static var cases: [Case] { expected.cases }

  /// All playlists; empty without the corpus.
  public static var playlists: [ExpectedPlaylist] { expected.playlists }

  private static let expected: Expected = {
    let file = folder.appendingPathComponent("expected.json")
    guard let data = try? Data(contentsOf: file) else { return Expected(cases: [], playlists: []) }
    do {
      return try JSONDecoder().decode(Expected.self, from: data)
    } catch {
      preconditionFailure("the corpus does not have the form that the tests expect: \(error)")
    }
  }()

  /// The playlists of the corpus that have their segments.
  public static var presentations: [Case] { cases.filter { $0.kind == "hls" } }

  /// The MP4 files of the corpus.
  public static var isoMedia: [Case] { cases.filter { $0.kind == "mp4" } }

  /// The packed audio of the corpus.
  public static var packedAudio: [Case] { cases.filter { $0.kind == "packed-audio" } }

  /// The transport streams of the corpus.
  public static var transportStreams: [Case] { cases.filter { $0.kind == "ts" } }
}
