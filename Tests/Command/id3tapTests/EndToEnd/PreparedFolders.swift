import Foundation
import Glibc
import Synchronization
import TestSupport

/// Folders with files that commands wrote. Each is made once in a run of the tests. They must not be changed,
/// because tests have hard links to their files, or copies.
enum PreparedFolders {
  /// Makes the folder of one command when it is first needed. Other tests wait in the meantime.
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

    /// Removes the folder. It is called at the end, because objects that live as long as the process are never freed.
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

  /// The folder in which a bash command has been run.
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
  /// A minute of a test picture and a tone.
  static let media = Corpus.packageRoot.appendingPathComponent("SampleStreams/media.mp4").path

  /// Links what `id3tap make` makes from the sample media with these options: a file, or a folder
  /// when the options have `--hls`. It must not be changed.
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
      // A folder may be listed after its files.
      try files.createDirectory(at: parent, withIntermediateDirectories: true)
      if !isFolder.boolValue { try files.linkItem(at: source, to: target) }
    }
  }

  /// Copies the files that a bash command writes in an empty folder into this folder. The command is run once in a
  /// run of the tests.
  func copyResult(of command: String) throws {
    let made = try PreparedFolders.folder(after: command)
    try prepare("cp -a '\(made.path)/.' .")
  }
}
