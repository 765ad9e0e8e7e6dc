import Foundation

/// The corpus of real streams that may stand beside the checkout. Tests that use it are skipped when
/// it is not there.
public enum Corpus {
  /// One media file or playlist, and what a correct reader finds in it.
  public struct Case: Decodable, Sendable {
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
      public let ptsAny: Bool?
    }

    public let input: String
    public let kind: String
    public let tags: [ExpectedTag]
    public let optional: [ExpectedTag]?
    public let exit: [Int32]?
    public let id3Pids: [Int]?

    /// The absolute path of the input.
    public var path: String { Corpus.folder.appendingPathComponent(input).path }
  }

  private struct Expected: Decodable {
    let cases: [Case]
  }

  /// The folder of the corpus.
  public static let folder: URL =
    packageRoot
    .appendingPathComponent("../shared/corpus").standardizedFileURL

  /// The folder of this package.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All cases; empty without the corpus.
  public static let cases: [Case] = {
    let file = folder.appendingPathComponent("expected.json")
    guard let data = try? Data(contentsOf: file) else { return [] }
    do {
      return try JSONDecoder().decode(Expected.self, from: data).cases
    } catch {
      preconditionFailure("the corpus has another form than the tests know: \(error)")
    }
  }()

  /// The packed audio of the corpus.
  public static var packedAudio: [Case] { cases.filter { $0.kind == "packed-audio" } }

  /// The transport streams of the corpus.
  public static var transportStreams: [Case] { cases.filter { $0.kind == "ts" } }
}
