import StreamMaker
import Synchronization

/// A stream or presentation in memory, like the output of `id3tap make`.
struct MadeStream: Sendable {
  /// The files of a presentation by name; a single file for a transport stream.
  private(set) var files: [String: [UInt8]] = [:]
  /// The file that a reader opens first.
  let entry: String

  private static let streamName = "a.ts"

  /// Makes the stream or presentation of a recipe.
  init(_ recipe: Recipe) throws {
    if recipe.isEventTrack {
      entry = "a.mp4"
      var bytes: [UInt8] = []
      try EventTrackMaker(recipe.stream).write { bytes += $0 }
      files = [entry: bytes]
      return
    }
    guard let presentation = recipe.presentation else {
      entry = Self.streamName
      var bytes: [UInt8] = []
      try StreamMaker(recipe.stream).write { bytes += $0 }
      files = [entry: bytes]
      return
    }
    let maker = PresentationMaker(presentation)
    entry = maker.entryName
    let store = MemoryStore()
    try maker.write(to: store)
    files = store.files
  }

  init(files: [String: [UInt8]], entry: String) {
    self.files = files
    self.entry = entry
  }

  /// Returns a copy whose files are changed by `change`.
  func changing(_ change: (_ name: String, inout [UInt8]) -> Void) -> MadeStream {
    var changed: [String: [UInt8]] = [:]
    for (name, bytes) in files {
      var bytes = bytes
      change(name, &bytes)
      changed[name] = bytes
    }
    return MadeStream(files: changed, entry: entry)
  }

  // MARK: - Once a run

  /// Makes a stream when it is first needed. Other tests wait until it is made.
  private final class Shelf: Sendable {
    private let made = Mutex<Result<MadeStream, any Error>?>(nil)

    func stream(_ text: String) throws -> MadeStream {
      try made.withLock { made in
        let result = made ?? Result { try MadeStream(Recipe(text)) }
        made = result
        return result
      }
      .get()
    }
  }

  private static let shelves = Mutex<[String: Shelf]>([:])

  /// The stream of a recipe, made once per process and shared by all tests.
  static func shared(_ text: String) throws -> MadeStream {
    let shelf = shelves.withLock { shelves in
      let shelf = shelves[text] ?? Shelf()
      shelves[text] = shelf
      return shelf
    }
    return try shelf.stream(text)
  }
}

/// A store that keeps the files of a presentation in memory.
final class MemoryStore: PresentationStore {
  private(set) var files: [String: [UInt8]] = [:]
  private var growing: Set<String> = []

  func write(_ bytes: [UInt8], to name: String) { files[name] = bytes }

  func append(_ bytes: [UInt8], to name: String) {
    if growing.insert(name).inserted { files[name] = [] }
    files[name]? += bytes
  }

  func close(_ name: String) { growing.remove(name) }

  func remove(_ name: String) { files[name] = nil }
}
