import ID3
import TransportStream

/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var leading: LeadingTags
  private var stream: TransportStreamReader?
  private var isoMedia: ISOMediaReader?
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
    try chunks.fill(to: InputKind.probeSize)
    if chunks.bytes.isEmpty {
      throw TimedMetadataError(
        .empty,
        input: source.name,
        reason: "holds no bytes",
        remedy: "name a transport stream"
      )
    }
    let kind = InputKind(
      UnsafeRawBufferPointer(rebasing: chunks.bytes.prefix(InputKind.probeSize))
    )
    try refuse(kind)
    if kind == .isoMedia { isoMedia = ISOMediaReader(chunks, options: options) }
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
    if let isoMedia {
      let event = try isoMedia.next()
      if case .end = event, !isoMedia.hasBoxes {
        throw TimedMetadataError(
          .unknownKind,
          input: chunks.source.name,
          reason: "holds no whole box of an MP4 file",
          remedy: "name a transport stream or an MP4 file"
        )
      }
      return event
    }
    if stream == nil {
      if let event = try leading.next(from: chunks) { return event }
      if leading.count > 0 {
        try chunks.fill(to: InputKind.probeSize)
        let kind = InputKind(
          UnsafeRawBufferPointer(rebasing: chunks.bytes.prefix(InputKind.probeSize))
        )
        if kind != .transportStream { try refuse(.packedAudio) }
      }
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

  private func refuse(_ kind: InputKind) throws(TimedMetadataError) {
    guard let refusal = kind.refusal else { return }
    throw TimedMetadataError(
      .unsupportedKind,
      input: chunks.source.name,
      reason: refusal.reason,
      remedy: refusal.remedy
    )
  }
}
