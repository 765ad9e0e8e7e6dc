import Foundation
import Glibc
import Synchronization
import TestSupport

/// Folders with the output of commands, each made once per test run. Tests must not change the files, because other
/// tests use them by hard links.
enum PreparedFolders {
  /// Makes the folder of one command when a test first uses it. Other tests wait until the folder is made.
  private final class Shelf: Sendable {
    private let made = Mutex<Result<Shell, any Error>?>(nil)

    func shell(_ command: String) throws -> Shell {
      try made.withLock { made in
        let result =
          made
          ?? Result {
            let shell = try Shell()
            try shell.prepare(command)
            return shell
          }
        made = result
        return result
      }
      .get()
    }

    /// Removes the folder. Called at the exit of the process, because static objects are never freed.
    func remove() {
      made.withLock { made in
        guard let shell = try? made?.get() else { return }
        try? FileManager.default.removeItem(at: shell.folder)
      }
    }
  }

  private static let shelves: Mutex<[String: Shelf]> = {
    atexit {
      for shelf in PreparedFolders.shelves.withLock({ Array($0.values) }) { shelf.remove() }
    }
    return Mutex([:])
  }()

  /// The folder with the output of a bash command.
  static func folder(after command: String) throws -> URL {
    let shelf = shelves.withLock { shelves in
      let shelf = shelves[command] ?? Shelf()
      shelves[command] = shelf
      return shelf
    }
    return try shelf.shell(command).folder
  }
}

extension Shell {
  /// The sample media: a test picture and a tone.
  static let media = Corpus.packageRoot.appendingPathComponent("SampleStreams/media.mp4").path

  /// Makes `name` a link to the output of `id3tap make` with the sample media and these options. The output is a folder
  /// with `--hls`, and a file without it. Tests must not change the files.
  func link(_ name: String, to options: String) throws {
    let words = options.split(separator: " ")
    let isPresentation = words.contains("--hls")
    let rest = words.filter { $0 != "--hls" }.joined(separator: " ")
    let output = isPresentation ? "--hls" : "-o"
    let command = "id3tap make --media '\(Self.media)' \(rest) \(output) made"
    let made = try PreparedFolders.folder(after: command).appendingPathComponent("made")
    let place = folder.appendingPathComponent(name)
    if isPresentation {
      try linkFolder(made, at: place)
    } else {
      try FileManager.default.linkItem(at: made, to: place)
    }
  }

  private func linkFolder(_ made: URL, at place: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    for path in try files.subpathsOfDirectory(atPath: made.path) {
      let (source, target) = (made.appendingPathComponent(path), place.appendingPathComponent(path))
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: source.path, isDirectory: &isFolder) else { continue }
      let parent = isFolder.boolValue ? target : target.deletingLastPathComponent()
      // The enumeration may list a folder after its files.
      try files.createDirectory(at: parent, withIntermediateDirectories: true)
      if !isFolder.boolValue { try files.linkItem(at: source, to: target) }
    }
  }

  /// Runs a bash command in an empty folder, once per test run, and copies the files that it writes to this folder.
  func copyResult(of command: String) throws {
    let made = try PreparedFolders.folder(after: command)
    try prepare("cp -a '\(made.path)/.' .")
  }
}
