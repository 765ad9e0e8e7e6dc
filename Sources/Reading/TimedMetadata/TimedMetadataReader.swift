/// Reads the timed ID3 tags of one input of any kind of media, event by event, on the caller's thread. If the caller's
/// task is cancelled, the reader throws `cancelled` before it reads the next chunk.
///
///     for try await event in try TimedMetadataReader(FileSource(path: "a.ts")) { … }
///
/// Code that is not asynchronous calls ``next()`` until it returns nil.
public final class TimedMetadataReader: AsyncSequence, AsyncIteratorProtocol {
  /// Called after each chunk with the number of bytes read so far, and the size of the input in bytes if it is known.
  public var onProgress: (Int64, Int64?) -> Void = { _, _ in }

  /// The input as the user named it.
  package let name: String
  private let parser: any MediaParser
  /// The chunks of the input; nil if the caller feeds the bytes.
  private let chunks: ChunkReader?
  private let window: ReadingWindow
  private var events: [ParsedEvent] = []
  private var nextEvent = 0
  private var segment = 0
  private var failure: TimedMetadataError?
  /// Whether no more bytes will be read. The last events may still wait in `events`.
  package private(set) var isOver = false
  /// The number of bytes of the input that have been read.
  package var byteCount: Int64 = 0
  /// The number of bytes up to and including the latest chunk in which media was found.
  package private(set) var mediaByteCount: Int64 = 0
  private var mark: Double?

  /// The number of bytes of a large file whose PES packets are demultiplexed together: 16 MiB, read within
  /// milliseconds. PES packets of other inputs are demultiplexed after each chunk, so that tags are delivered without a
  /// delay.
  private static let bytesAtOnce = 16 << 20

  /// Opens an input and checks its first bytes. Playlists and manifests are refused; the module `Presentation` opens
  /// them.
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - options: The options of reading.
  /// - Throws: `empty`, `unsupportedKind`, `cannotRead` or `cancelled`.
  public convenience init(
    _ source: any ByteSource,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    let chunks = ChunkReader(source)
    let (kind, start) = try InputKind.detect(in: chunks, readsText: options.readsText)
    try self.init(kind, start: start, name: source.name, options: options, chunks: chunks)
  }

  /// Makes a reader for an input of a known kind. A playlist or a manifest is refused. `start` contains the first bytes
  /// of the input, which are also read from `chunks`. If `chunks` is nil, the caller feeds all bytes.
  /// - Throws: `empty`, `unsupportedKind`, `cannotOpen` or `cannotRead`.
  package init(
    _ kind: InputKind,
    start: [UInt8],
    name: String,
    from begin: ReadingStart? = nil,
    options: ReaderOptions,
    chunks: ChunkReader? = nil
  ) throws(TimedMetadataError) {
    (self.name, self.chunks) = (name, chunks)
    guard !start.isEmpty else {
      throw TimedMetadataError(
        .empty,
        input: name,
        reason: "is empty",
        remedy: "name a stream, a playlist or a manifest"
      )
    }
    var options = options
    window = ReadingWindow(start: try begin?.seconds(inFile: name))
    // The limit counts from the position where reading begins.
    if let begin = window.start { options.limitSeconds = options.limitSeconds.map { $0 + begin } }
    switch kind {
    case .transportStream:
      let bytesAtOnce = chunks?.isLargeFile == true ? Self.bytesAtOnce : 0
      parser = TransportStreamParser(name: name, options: options, bytesAtOnce: bytesAtOnce)
    case .isoMedia: parser = ISOMediaParser(options: options)
    case .packedAudio, .leadingID3: parser = PackedAudioParser(options: options)
    case .text:
      if !options.readsText, let error = Self.refusal(ofText: start, name: name, options) {
        throw error
      }
      parser = PayloadTextParser(name: name, options: options)
    case .compressed(let compression):
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: compression.reason,
        remedy: compression.remedy
      )
    case .playlist, .manifest:
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: "is a \(kind == .playlist ? "playlist" : "manifest"), which cannot be opened here",
        remedy: "name it by its path or URL"
      )
    }
    parser.begin(SegmentStart(number: 0), into: &events)
  }

  // MARK: - Events

  /// The next event in stream order; nil after `end` or an error, and when the caller must feed more bytes.
  /// - Throws: `unknownKind` if the input contained no media; `unsupportedKind` if it was text without a payload
  ///   string; also `cannotRead`, `demuxer` and `cancelled`. The events before the failure are returned first.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      while nextEvent < events.count {
        nextEvent += 1
        switch events[nextEvent - 1].event {
        case .tag(let tag) where !window.contains(tag): continue
        case .end(let summary): return .end(try end(summary))
        case let event: return event
        }
      }
      events.removeAll(keepingCapacity: true)
      nextEvent = 0
      if let failure {
        self.failure = nil
        throw failure
      }
      guard let chunks, !isOver else { return nil }
      do throws(TimedMetadataError) {
        if Task.isCancelled { throw .interrupted(input: name) }
        let chunk = try chunks.next()
        byteCount = chunks.byteCount
        onProgress(byteCount, chunks.source.size)
        if !chunk.isEmpty {
          let skippable = try feed(chunk)
          guard skippable.left > 0 else { continue }
          parser.skip(chunks.skip(skippable.left, surplus: skippable.passed))
        } else {
          try endPart()
          if try chunks.beginNextPart() {
            beginPart(after: chunks.source.hole)
          } else {
            try finish()
          }
        }
      } catch {
        fail(error)
      }
    }
  }

  /// Returns the reader itself, because the reader is its only iterator.
  public func makeAsyncIterator() -> TimedMetadataReader { self }

  private var summary: InputSummary {
    var summary = parser.summary
    summary.byteCount = byteCount
    return summary
  }

  /// A summary of what was read before the reading of an input failed. Nil if no content was found.
  package var partialSummary: InputSummary? {
    if let chunks { byteCount = chunks.byteCount }
    return parser.hasMedia ? summary.ofContent : nil
  }

  private func end(_ summary: InputSummary) throws(TimedMetadataError) -> InputSummary {
    guard parser.hasMedia else {
      throw TimedMetadataError(
        .unknownKind,
        input: name,
        reason: "contains no media that can be read",
        remedy: "name a transport stream, an MP4 file, packed audio, a playlist or a manifest"
      )
    }
    guard let start = window.start, let duration = summary.duration, duration < start else {
      return summary
    }
    var summary = summary
    summary.endBeforeStart = PresentationEnd(seconds: duration)
    return summary
  }

  // MARK: - Bytes

  /// Parses the next bytes. Returns how many of the bytes after them may be skipped.
  /// - Throws: An error after which no more bytes can be read. The caller must pass it to ``fail(_:)``.
  package func feed(_ bytes: UnsafeRawBufferPointer) throws(TimedMetadataError) -> SkippableBytes {
    try parser.feed(bytes, into: &events)
    if let mark = parser.mark, mark != self.mark {
      self.mark = mark
      mediaByteCount = byteCount
    }
    guard !parser.hasReachedLimit else {
      try finish()
      return .none
    }
    return parser.skippable
  }

  package func endPart() throws(TimedMetadataError) { _ = try parser.endSegment(into: &events) }

  /// Begins the next part. `hole` describes what is missing before the part; nil if nothing is missing.
  package func beginPart(after hole: String?) {
    segment += 1
    parser.begin(SegmentStart(number: segment, hole: hole), into: &events)
  }

  package func finish() throws(TimedMetadataError) {
    guard !isOver else { return }
    isOver = true
    try parser.finish(into: &events)
    events.append(ParsedEvent(.end(summary), in: segment))
  }

  /// Ends the input with an error, which ``next()`` throws after the remaining events of the parser.
  package func fail(_ error: TimedMetadataError) {
    failure = error
    guard !isOver else { return }
    isOver = true
    // The input has no proper end, so an error of the parser about its end is irrelevant.
    try? parser.finish(into: &events)
  }

  /// The error for text that is not searched for payload strings; nil if the text is searched.
  private static func refusal(
    ofText start: [UInt8],
    name: String,
    _ options: ReaderOptions
  ) -> TimedMetadataError? {
    if start.withUnsafeBytes(InputKind.isUnmarkedPlaylist) {
      return TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a playlist whose first line is not #EXTM3U",
        remedy: "check the program that wrote it, and whether its first lines are missing"
      )
    }
    guard options.refusesText else { return nil }
    return TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is text, but only streams, playlists and manifests are read in a directory",
      remedy: "name the file itself, or read text files with --text"
    )
  }
}

extension InputSummary {
  /// The summary itself if it describes any content; otherwise nil.
  package var ofContent: InputSummary? {
    let hasTags = streams.contains { $0.tags > 0 }
    return media.isEmpty || duration == nil && !hasTags ? nil : self
  }
}
