import Foundation
import Glibc
import Synchronization
import TestSupport

/// Streams that `id3tap make` has made of the sample media, each once in a run of the tests. Nobody may
/// change them: tests have them in their folders by hard links.
enum MadeStreams {
  /// Where the result of one set of options stands, once somebody has asked for it; others wait meanwhile.
  private final class Shelf: Sendable {
    private let made = Mutex<Result<URL, any Error>?>(nil)

    func url(_ options: String, in folder: @autoclosure () throws -> URL) throws -> URL {
      try made.withLock { made in
        let result = made ?? Result { try MadeStreams.make(options, in: folder()) }
        made = result
        return result
      }
      .get()
    }
  }

  private static let shelves = Mutex<[String: Shelf]>([:])
  private static let shell = Result { try makeShell() }

  /// The file, or the folder when the options say `--hls`.
  static func url(_ options: String) throws -> URL {
    let shelf = shelves.withLock { shelves in
      let shelf = shelves[options] ?? Shelf()
      shelves[options] = shelf
      return shelf
    }
    return try shelf.url(options, in: shell.get().folder)
  }

  private static func makeShell() throws -> Shell {
    let shell = try Shell()
    atexit {
      guard let folder = try? MadeStreams.shell.get().folder else { return }
      try? FileManager.default.removeItem(at: folder)
    }
    return shell
  }

  private static func make(_ options: String, in folder: URL) throws -> URL {
    let words = options.split(separator: " ")
    let isPresentation = words.contains("--hls")
    let name = UUID().uuidString
    let rest = words.filter { $0 != "--hls" }.joined(separator: " ")
    try shell.get().prepare(
      "id3tap make --media '\(Shell.media)' \(rest) \(isPresentation ? "--hls" : "-o") \(name)"
    )
    return folder.appendingPathComponent(name)
  }
}

extension Shell {
  /// A minute of test picture and tone.
  static let media = Corpus.packageRoot.appendingPathComponent("SampleStreams/media.mp4").path

  /// Puts what `id3tap make` makes of the sample media with these options under a name: a file, or a folder
  /// when the options say `--hls`. Nobody may change it.
  func link(_ name: String, to options: String) throws {
    let made = try MadeStreams.url(options)
    let place = folder.appendingPathComponent(name)
    let files = FileManager.default
    guard options.contains("--hls") else { return try files.linkItem(at: made, to: place) }
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    for path in try files.subpathsOfDirectory(atPath: made.path) {
      let (source, target) = (made.appendingPathComponent(path), place.appendingPathComponent(path))
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: source.path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      } else {
        // Folders may come after what is in them.
        try files.createDirectory(
          at: target.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try files.linkItem(at: source, to: target)
      }
    }
  }
}
