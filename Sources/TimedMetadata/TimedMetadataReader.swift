/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var leading: LeadingTags
  private var stream: TransportStreamReader?
  private var media: (any MediaReader)?
  private var hasFailed = false

  /// Opens an input and looks at its first bytes.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`.
  public init(
    _ source: any ByteSource,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    self.options = options
    chunks = ChunkReader(source)
    leading = LeadingTags(options: options)
    let kind = options.readsText ? .text : try InputKind.detect(in: chunks)
    try chunks.fill(to: 1)
    if chunks.bytes.isEmpty {
      throw TimedMetadataError(
        .empty,
        input: source.name,
        reason: "holds no bytes",
        remedy: "name a transport stream"
      )
    }
    switch kind {
    case .text:
      media = PayloadTextReader(chunks, options: options, isSure: options.readsText)
    case .packedAudio, .leadingID3:
      media = PackedAudioReader(chunks, options: options)
    case .transportStream: break
    case .playlist, .isoMedia: throw TimedMetadataError(refusing: kind, input: source.name)
    }
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: `unknownKind` when the whole input held no media, `unsupportedKind`, `cannotRead`,
  ///   `demuxer`, `cancelled`. Everything readable in front of the failure has been delivered then.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do {
      return try nextEvent()
    } catch {
      hasFailed = true
      throw error
    }
  }

  private func nextEvent() throws(TimedMetadataError) -> TimedMetadataEvent? {
    if let media { return try media.next() }
    if stream == nil {
      if let event = try leading.next(from: chunks) { return event }
      stream = TransportStreamReader(chunks, options: options, startOffset: leading.byteCount)
    }
    guard let stream else { return nil }
    let event = try stream.next()
    if case .end = event, !stream.hasPackets {
      throw TimedMetadataError(
        .unknownKind,
        input: chunks.source.name,
        reason: "holds no transport stream packets",
        remedy: "name a transport stream"
      )
    }
    return event
  }
}
