/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let name: String
  private let reader: any MediaReader
  private var hasFailed = false

  /// Opens an input and looks at its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - playlistAccess: How to reach what a playlist names; without it playlists are refused.
  ///   - options: What to read.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`; for a playlist also `cannotOpen`.
  public init(
    _ source: any ByteSource,
    playlistAccess: PlaylistAccess? = nil,
    options: ReaderOptions = ReaderOptions()
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
    switch kind {
    case .transportStream:
      reader = TransportStreamFileReader(chunks, options: options)
    case .isoMedia:
      reader = ISOMediaReader(chunks, options: options)
    case .packedAudio, .leadingID3:
      reader = PackedAudioReader(chunks, options: options)
    case .text:
      reader = PayloadTextReader(chunks, options: options, isSure: options.readsText)
    case .playlist:
      guard let playlistAccess else {
        throw TimedMetadataError(
          .unsupportedKind,
          input: source.name,
          reason: "is a playlist that nobody may open here",
          remedy: "name it by its path or URL"
        )
      }
      reader = try PlaylistReader(chunks, access: playlistAccess, options: options)
    }
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: `unknownKind` when the whole input held no media, `cannotRead`, `demuxer`, `cancelled`.
  ///   Everything readable in front of the failure has been delivered then.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do throws(TimedMetadataError) {
      let event = try reader.next()
      guard case .end = event, !reader.hasMedia else { return event }
      throw TimedMetadataError(
        .unknownKind,
        input: name,
        reason: "holds nothing that belongs to a stream",
        remedy: "name a transport stream, an MP4 file, packed audio or a playlist"
      )
    } catch {
      hasFailed = true
      throw error
    }
  }
}
