import System
import TimedMetadata

extension TimedMetadataReader {
  /// Opens an input and checks its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - head: The first bytes of the input, where they have been taken from the source.
  ///   - playlistAccess: How to reach the resources that a playlist names; nil: playlists are
  ///     rejected.
  ///   - options: What to read.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`; for a playlist also `cannotOpen` and
  ///   `notListed`.
  public convenience init(
    _ source: any ByteSource,
    head: [UInt8] = [],
    playlistAccess: PlaylistAccess?,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    try self.init(source, head: head, presentations: playlistAccess, options: options)
  }
}

extension PlaylistAccess: PresentationAccess {
  package func reader(
    of format: PlaylistFormat,
    _ chunks: ChunkReader,
    options: ReaderOptions
  ) throws(TimedMetadataError) -> any EventReader {
    let bytes = try chunks.readAll(limit: Int(limits.playlistBytes))
    let name = chunks.source.name
    return AwaitedEvents(
      try PresentationEvents(bytes, of: format, name: name, access: self, options: options),
      isCancelled: options.isCancelled
    )
  }
}

/// The events of a presentation for a caller that is no task: its thread waits for each.
private final class AwaitedEvents: EventReader {
  private let events: PresentationEvents
  private let isCancelled: () -> Bool

  init(_ events: PresentationEvents, isCancelled: @escaping () -> Bool) {
    self.events = events
    self.isCancelled = isCancelled
  }

  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    if let event = events.takePending() { return event }
    // The thread that owns them waits meanwhile.
    nonisolated(unsafe) let events = events
    let result = Blocking.run(isCancelled: isCancelled) {
      do throws(TimedMetadataError) {
        return Result<TimedMetadataEvent?, TimedMetadataError>.success(try await events.next())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  var hasMedia: Bool { true }
  var isLive: Bool { events.isLive }
  var summary: InputSummary { events.summary }
}

extension ChunkReader {
  /// Reads everything to the end.
  /// - Throws: `cannotRead` if there are more than `limit` bytes.
  func readAll(limit: Int) throws(TimedMetadataError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try next(), !bytes.isEmpty {
      all += bytes
      guard all.count <= limit else {
        throw TimedMetadataError(
          .cannotRead,
          input: source.name,
          reason: "is a playlist of more than \(limit) bytes",
          remedy: "check what wrote it"
        )
      }
    }
    return all
  }
}
