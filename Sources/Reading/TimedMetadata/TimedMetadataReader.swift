/// Reads the timed ID3 of one input, event by event, on the caller's thread. In a task it ends with `cancelled` soon after
/// the task was cancelled.
///
///     for try await event in try TimedMetadataReader(FileSource(path: "a.ts")) { … }
///
/// Code that is not asynchronous calls ``next()`` until it returns nil.
public final class TimedMetadataReader: AsyncSequence, AsyncIteratorProtocol {
  /// Called after each chunk with the bytes read and, where known, the size of the input.
  public var onProgress: (Int64, Int64?) -> Void = { _, _ in }

  private let chunks: ChunkReader
  private let input: ParsedInput
  private var hasFailed = false

  /// The number of bytes of a large file whose PES packets are demultiplexed in one call of
  /// libavformat: 16 MiB, which are read within milliseconds. For other inputs, which may wait
  /// after each chunk, it is 0.
  private static let bytesAtOnce = 16 << 20

  /// Opens an input and checks its first bytes. Playlists and manifests are refused; the module
  /// `Presentation` opens them.
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - options: The options of reading.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`.
  public convenience init(
    _ source: any ByteSource,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    let chunks = ChunkReader(source)
    let (kind, start) = try InputKind.detect(in: chunks, options)
    try self.init(chunks, kind, start: start, from: nil, options: options)
  }

  /// Reads the rest of `chunks` as an input of a known kind, whose first bytes are `start`.
  /// - Throws: `empty`, `unsupportedKind`, `cannotOpen` or `cannotRead`.
  package init(
    _ chunks: ChunkReader,
    _ kind: InputKind,
    start: [UInt8],
    from begin: ReadingStart?,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    self.chunks = chunks
    input = try ParsedInput(
      kind,
      start: start,
      name: chunks.source.name,
      from: begin,
      options: options,
      bytesAtOnce: chunks.isLargeFile ? Self.bytesAtOnce : 0
    )
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: `unknownKind` if the whole input contained no media; `cannotRead`, `demuxer`,
  ///   `cancelled`. Everything that was readable before the failure has been delivered by then.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do throws(TimedMetadataError) {
      while true {
        if let event = try input.takeEvent() { return event }
        if input.isOver { return nil }
        advance()
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// The reader itself: there is one iterator.
  public func makeAsyncIterator() -> TimedMetadataReader { self }

  /// The summary of an input whose reading failed: how far it was read, and the kind of its media.
  /// Nil if nothing was found that belongs to a stream.
  package var partialSummary: InputSummary? {
    input.byteCount = chunks.byteCount
    return input.partialSummary
  }

  /// Reads and parses the next chunk. An error ends the input.
  private func advance() {
    do throws(TimedMetadataError) {
      if Task.isCancelled { throw .interrupted(input: chunks.source.name) }
      let chunk = try chunks.next()
      input.byteCount = chunks.byteCount
      onProgress(chunks.byteCount, chunks.source.size)
      guard chunk.isEmpty else {
        let skippable = try input.feed(chunk)
        guard skippable.left > 0 else { return }
        return input.skip(chunks.skip(skippable.left, surplus: skippable.passed))
      }
      try input.endPart()
      guard try chunks.beginNextPart() else { return try input.finish() }
      input.beginPart(after: chunks.source.hole)
    } catch {
      input.fail(error)
    }
  }
}

extension InputKind {
  /// Detects the kind of an input before any of its bytes are returned, and returns it with the
  /// first bytes. If the user asked to read text, the kind is `text`.
  package static func detect(
    in chunks: ChunkReader,
    _ options: ReaderOptions
  ) throws(TimedMetadataError) -> (kind: InputKind, start: [UInt8]) {
    options.readsText ? (.text, try chunks.start(1)) : try detect(in: chunks)
  }
}
