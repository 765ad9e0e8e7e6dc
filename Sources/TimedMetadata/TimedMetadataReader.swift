/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let name: String
  private let reader: any MediaReader
  /// The part to read of an input other than a playlist; playlist readers apply their own.
  private var window = ReadingWindow()
  private var hasFailed = false

  /// Opens an input and checks its first bytes. Playlists and manifests are refused: module `Presentation`
  /// opens them, too.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - options: The options of reading.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`.
  public convenience init(
    _ source: any ByteSource,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    try self.init(source, presentations: nil, options: options)
  }

  /// Opens an input and checks its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - presentations: Opens the reader of a playlist or a manifest; without it they are
  ///     refused.
  ///   - options: The options of reading.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`, and what `presentations` throws.
  package init(
    _ source: any ByteSource,
    presentations: (any PresentationAccess)?,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    name = source.name
    let chunks = ChunkReader(source)
    let kind = options.readsText ? .text : try InputKind.detect(in: chunks)
    try chunks.fill(to: 1)
    if chunks.bytes.isEmpty {
      throw TimedMetadataError(
        .empty,
        input: source.name,
        reason: "holds no bytes",
        remedy: "name a stream or a playlist"
      )
    }
    var options = options
    if kind != .playlist, kind != .manifest, let start = presentations?.start {
      window.start = try Self.seconds(of: start, name: source.name)
      // The limit counts from there.
      if let begin = window.start { options.limitSeconds = options.limitSeconds.map { $0 + begin } }
    }
    switch kind {
    case .transportStream:
      reader = TransportStreamFileReader(chunks, options: options)
    case .isoMedia:
      reader = ISOMediaReader(chunks, options: options)
    case .packedAudio, .leadingID3:
      reader = PackedAudioReader(chunks, options: options)
    case .text:
      if !options.readsText {
        if let error = Self.refusal(of: chunks, refusesText: options.refusesText) { throw error }
      }
      reader = PayloadTextReader(chunks, options: options, isSure: options.readsText)
    case .compressed(let compression):
      throw TimedMetadataError(
        .unsupportedKind,
        input: source.name,
        reason: compression.reason,
        remedy: compression.remedy
      )
    case .playlist:
      guard let presentations else { throw Self.closed("playlist", name: source.name) }
      reader = try presentations.reader(of: .hls, chunks, options: options)
    case .manifest:
      guard let presentations else { throw Self.closed("manifest", name: source.name) }
      reader = try presentations.reader(of: .dash, chunks, options: options)
    }
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: `unknownKind` when the whole input held no media, `cannotRead`, `demuxer`, `cancelled`.
  ///   Everything readable before the failure has been delivered then.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do throws(TimedMetadataError) {
      while let event = try reader.next() {
        switch event {
        case .tag(let tag) where !window.contains(tag): continue
        case .end(let summary): return .end(try end(summary))
        default: return event
        }
      }
      return nil
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Seconds of the presentation that have been read, tags or not: the end of the latest frame, which the
  /// tags before it may still follow. Nil until a clock ran, and for playlists, whose segments have it.
  package var reachedTime: Double? { reader.reachedTime }

  /// The summary of an input whose reading failed: how far it was read, and the kind of its media. Nil if
  /// nothing was found that belongs to a stream.
  package var partialSummary: InputSummary? {
    guard reader.hasMedia else { return nil }
    let summary = reader.summary
    let hasTags = summary.streams.contains { $0.tags > 0 }
    return summary.media.isEmpty || summary.duration == nil && !hasTags ? nil : summary
  }

  /// Whether it is a live playlist that has been opened.
  package var isLive: Bool { reader.isLive }

  private func end(_ summary: InputSummary) throws(TimedMetadataError) -> InputSummary {
    guard reader.hasMedia else {
      throw TimedMetadataError(
        .unknownKind,
        input: name,
        reason: "holds nothing that belongs to a stream",
        remedy: "name a transport stream, an MP4 file, packed audio or a playlist"
      )
    }
    guard let start = window.start, let duration = summary.duration, duration < start else {
      return summary
    }
    var summary = summary
    summary.endBeforeStart = PresentationEnd(seconds: duration)
    return summary
  }

  /// The error for a playlist or a manifest that cannot be opened.
  private static func closed(_ kind: String, name: String) -> TimedMetadataError {
    TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is a \(kind) that nobody may open here",
      remedy: "name it by its path or URL"
    )
  }

  /// Why a text is not searched for payload strings; nil when it is.
  private static func refusal(of chunks: ChunkReader, refusesText: Bool) -> TimedMetadataError? {
    if UnmarkedPlaylist.begins(chunks.bytes) {
      return TimedMetadataError(
        .cannotRead,
        input: chunks.source.name,
        reason: "is a playlist whose first line is not #EXTM3U",
        remedy: "check what wrote it, and that its beginning was not cut off"
      )
    }
    guard refusesText else { return nil }
    return TimedMetadataError(
      .unsupportedKind,
      input: chunks.source.name,
      reason: "is text, and only streams and playlists are read in a directory",
      remedy: "name the file itself, or read texts with --text"
    )
  }

  /// Where to begin in an input other than a playlist; nil for its first tag.
  private static func seconds(
    of start: ReadingStart,
    name: String
  ) throws(TimedMetadataError) -> Double? {
    switch start {
    case .beginning, .live: return nil
    case .seconds(let seconds) where seconds >= 0: return seconds
    case .seconds, .wallClock:
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "is not a playlist, so it is not known where to begin",
        remedy: "give --from in seconds from the start"
      )
    }
  }
}
