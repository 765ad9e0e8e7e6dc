/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let name: String
  private let reader: any EventReader
  /// The part to read of an input other than a playlist; playlist readers apply their own.
  private let window: ReadingWindow
  private var hasFailed = false

  /// Bytes of a large file whose PES packets are demultiplexed in one call of libavformat: 16 MiB, which are read within
  /// some milliseconds. Other inputs may wait after each chunk.
  private static let bytesAtOnce = 16 << 20

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
  ///   - head: The first bytes of the input, which have been taken from the source.
  ///   - presentations: Opens the reader of a playlist or a manifest; without it they are
  ///     refused.
  ///   - options: The options of reading.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`, and what `presentations` throws.
  package init(
    _ source: any ByteSource,
    head: [UInt8] = [],
    presentations: (any PresentationAccess)?,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    name = source.name
    let chunks = ChunkReader(source, head: head)
    let (kind, start) =
      options.readsText ? (.text, try chunks.start(1)) : try InputKind.detect(in: chunks)
    guard !start.isEmpty else {
      throw TimedMetadataError(
        .empty,
        input: name,
        reason: "holds no bytes",
        remedy: "name a stream or a playlist"
      )
    }
    var options = options
    var window = ReadingWindow()
    if kind != .playlist, kind != .manifest, let begin = presentations?.start {
      window.start = try Self.seconds(of: begin, name: name)
      // The limit counts from there.
      if let begin = window.start { options.limitSeconds = options.limitSeconds.map { $0 + begin } }
    }
    self.window = window
    switch kind {
    case .transportStream:
      let bytesAtOnce = chunks.isLargeFile ? Self.bytesAtOnce : 0
      let parser = TransportStreamParser(name: name, options: options, bytesAtOnce: bytesAtOnce)
      reader = ParsedInput(chunks, with: parser, options: options)
    case .isoMedia:
      reader = ParsedInput(chunks, with: ISOMediaParser(options: options), options: options)
    case .packedAudio, .leadingID3:
      reader = ParsedInput(chunks, with: PackedAudioParser(options: options), options: options)
    case .text:
      if !options.readsText, let error = Self.refusal(ofText: start, name: name, options) {
        throw error
      }
      let parser = PayloadTextParser(name: name, options: options)
      reader = ParsedInput(chunks, with: parser, options: options)
    case .compressed(let compression):
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: compression.reason,
        remedy: compression.remedy
      )
    case .playlist:
      guard let presentations else { throw Self.closed("playlist", name: name) }
      reader = try presentations.reader(of: .hls, chunks, options: options)
    case .manifest:
      guard let presentations else { throw Self.closed("manifest", name: name) }
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
  private static func refusal(
    ofText start: [UInt8],
    name: String,
    _ options: ReaderOptions
  ) -> TimedMetadataError? {
    if start.withUnsafeBytes(UnmarkedPlaylist.begins) {
      return TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a playlist whose first line is not #EXTM3U",
        remedy: "check what wrote it, and that its beginning was not cut off"
      )
    }
    guard options.refusesText else { return nil }
    return TimedMetadataError(
      .unsupportedKind,
      input: name,
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
