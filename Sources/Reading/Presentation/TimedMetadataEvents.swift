import HTTP
import TimedMetadata

/// Reads the timed ID3 tags of one input, event by event. The input is a stream, or an HLS or DASH presentation. Only
/// one task may read the events. If that task is cancelled, the sequence soon throws `cancelled`.
///
///     for try await event in try await TimedMetadataEvents(url: url) { print(event) }
public final class TimedMetadataEvents: AsyncSequence, AsyncIteratorProtocol {
  /// The next item of a stream whose bytes arrive asynchronously.
  package enum Item: Sendable {
    case bytes([UInt8])
    /// One part has ended, and the next part begins. `missing` describes what is missing between the two parts; nil if
    /// nothing is known to be missing.
    case part(missing: String?)
    case end
  }

  private enum Input {
    /// A stream. `next` waits for its next bytes, and is nil if the reader reads a source without suspending.
    case stream(TimedMetadataReader, next: (() async throws(TimedMetadataError) -> Item)?)
    case presentation(PresentationEvents)
  }

  private let input: Input
  private var hasFailed = false

  /// Called after each chunk with the number of bytes read and, if known, the size of the input. For a
  /// presentation it is called before each wait for an event, and at the end.
  public var onProgress: (Int64, Int64?) -> Void = { _, _ in } {
    didSet {
      switch input {
      case .stream(let reader, _): reader.onProgress = onProgress
      case .presentation(let events): events.onProgress = { [onProgress] in onProgress($0, nil) }
      }
    }
  }
  /// Called after each chunk of a stream whose bytes arrive asynchronously, with the position after the last bytes in
  /// which media was found.
  package var onMediaProgress: (Int64) -> Void = { _ in }

  /// Opens an `http:`, `https:` or `file:` URL, and waits for its first bytes. A playlist on a server may name only
  /// resources on servers; a playlist on disk may name only files below its folder.
  /// - Throws: `cannotOpen`, `empty`, `unsupportedKind`, `cannotRead` or `cancelled`; for a playlist also `notListed`.
  public convenience init(
    url: String,
    options: ReaderOptions = ReaderOptions()
  ) async throws(TimedMetadataError) {
    let loader = ResourceAccess(topLevelURL: url) { HTTPLoader(topLevelURL: url) }
    let (resource, response, answerDate) = try await loader.openInput(url, name: url)
    var access = PlaylistAccess(url: response.url, loader: loader)
    access.answerDate = answerDate
    try await self.init(resource, name: url, access: access, options: options)
  }

  /// Opens a source that can be read without suspending, such as a file, and checks its first bytes. `head` contains
  /// the first bytes if they have already been read from the source.
  /// - Throws: `cannotOpen`, `empty`, `unsupportedKind`, `cannotRead` or `cancelled`; for a playlist also `notListed`.
  public init(
    _ source: any ByteSource,
    head: [UInt8] = [],
    access: PlaylistAccess,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    let chunks = ChunkReader(source, head: head)
    let (kind, start) = try InputKind.detect(in: chunks, readsText: options.readsText)
    if let format = kind.playlistFormat {
      input = .presentation(
        try PresentationEvents(
          chunks.readAll(limit: Int(access.limits.playlistBytes)),
          of: format,
          name: source.name,
          access: access,
          options: options
        )
      )
    } else {
      let reader = try TimedMetadataReader(
        kind,
        start: start,
        name: source.name,
        from: access.start,
        options: options,
        chunks: chunks
      )
      input = .stream(reader, next: nil)
    }
  }

  /// Opens a resource, and waits for its first bytes. `head` contains the first bytes if they have already been read
  /// from the resource. `name` is the input as the user named it.
  /// - Throws: `cannotOpen`, `empty`, `unsupportedKind`, `cannotRead` or `cancelled`; for a playlist also `notListed`.
  public convenience init(
    _ resource: any Resource,
    name: String,
    head: [UInt8] = [],
    access: PlaylistAccess,
    options: ReaderOptions = ReaderOptions()
  ) async throws(TimedMetadataError) {
    try await self.init(
      name: name,
      head: head,
      access: access,
      options: options,
      next: resource.items(name: name)
    )
  }

  /// Opens the stream that `next` returns item by item, and waits for its first bytes.
  /// - Throws: `cannotOpen`, `empty`, `unsupportedKind` or `cannotRead`; for a playlist also `notListed`; the errors of
  ///   `next`.
  package init(
    name: String,
    head: [UInt8] = [],
    access: PlaylistAccess,
    options: ReaderOptions,
    next: @escaping () async throws(TimedMetadataError) -> Item
  ) async throws(TimedMetadataError) {
    var detection = InputKind.Detection()
    var head = head
    var known: InputKind?
    // The item that ended the bytes used for detection: the end of a part, or of the input.
    var last: Item?
    repeat {
      while head.count < detection.needed, last == nil {
        let item = try await next()
        if case .bytes(let bytes) = item { head += bytes } else { last = item }
      }
      known = options.readsText ? .text : detection.kind(of: head)
    } while known == nil
    let kind = known ?? .transportStream
    if let format = kind.playlistFormat {
      let limit = access.limits.playlistBytes
      while last == nil, head.count <= limit {
        let item = try await next()
        if case .bytes(let bytes) = item { head += bytes } else { last = item }
      }
      guard head.count <= limit else { throw .longPlaylist(name, limit: Int(limit)) }
      input = .presentation(
        try PresentationEvents(head, of: format, name: name, access: access, options: options)
      )
    } else {
      let reader = try TimedMetadataReader(
        kind,
        start: head,
        name: name,
        from: access.start,
        options: options
      )
      var first = [.bytes(head), last].compactMap(\.self)[...]
      input = .stream(reader) { () throws(TimedMetadataError) in
        if let item = first.popFirst() { return item }
        return try await next()
      }
    }
  }

  /// Waits for the next event in stream order. Returns nil after `end` or an error.
  /// - Throws: `unknownKind` if a whole stream contained no media; another reason why reading failed; `cancelled`.
  ///   The events that were available before the failure have been delivered by then.
  public func next() async throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do throws(TimedMetadataError) {
      switch input {
      case .presentation(let events): return try await events.next()
      case .stream(let reader, let next):
        while true {
          if let event = try reader.next() { return event }
          guard let next, !reader.isOver else { return nil }
          await feed(reader, next)
        }
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Waits for the next bytes of a stream, and feeds them to its reader.
  private func feed(
    _ reader: TimedMetadataReader,
    _ next: () async throws(TimedMetadataError) -> Item
  ) async {
    do throws(TimedMetadataError) {
      if Task.isCancelled { throw .interrupted(input: reader.name) }
      switch try await next() {
      case .bytes(let bytes):
        reader.byteCount += Int64(bytes.count)
        onProgress(reader.byteCount, nil)
        // Skipping bytes would not avoid their transfer, so skippable bytes are also parsed.
        _ = try bytes.withUnsafeBufferPointer { (bytes) throws(TimedMetadataError) in
          try reader.feed(UnsafeRawBufferPointer(bytes))
        }
        onMediaProgress(reader.mediaByteCount)
        // If bytes arrive faster than they are parsed, nothing else in this loop may suspend.
        await Task.yield()
      case .part(let missing):
        try reader.endPart()
        reader.beginPart(after: missing)
      case .end:
        try reader.endPart()
        try reader.finish()
      }
    } catch {
      reader.fail(error)
    }
  }

  /// Returns this sequence itself, which is its only iterator.
  public func makeAsyncIterator() -> TimedMetadataEvents { self }

  /// The summary of an input whose reading failed: how far it was read, and its kind of media. Nil if no content was
  /// found.
  package var partialSummary: InputSummary? {
    switch input {
    case .stream(let reader, _): reader.partialSummary
    case .presentation(let events): events.summary.ofContent
    }
  }
}

extension Resource {
  /// Returns a function that reads the resource item by item. The error `cancelled` names the input `name`.
  package func items(
    name: String
  ) -> () async throws(TimedMetadataError) -> TimedMetadataEvents.Item {
    { () throws(TimedMetadataError) in
      do throws(ResourceError) {
        let bytes = try await self.next()
        return bytes.isEmpty ? .end : .bytes(bytes)
      } catch {
        throw TimedMetadataError(error, of: name)
      }
    }
  }
}

extension ChunkReader {
  /// Reads all bytes to the end of the source.
  /// - Throws: `cannotRead` if there are more than `limit` bytes; the errors of the source.
  func readAll(limit: Int) throws(TimedMetadataError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try next(), !bytes.isEmpty {
      all += bytes
      guard all.count <= limit else { throw .longPlaylist(source.name, limit: limit) }
    }
    return all
  }
}

extension TimedMetadataError {
  fileprivate static func longPlaylist(_ name: String, limit: Int) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "is a playlist or a manifest of more than \(limit) bytes",
      remedy: "check the program that wrote it"
    )
  }
}
