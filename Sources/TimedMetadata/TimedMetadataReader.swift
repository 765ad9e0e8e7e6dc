/// Reads the timed ID3 of one input, event by event, on the caller's thread.
///
///     let reader = try TimedMetadataReader(FileSource(path: "a.ts"))
///     while let event = try reader.next() { … }
public final class TimedMetadataReader {
  private let source: any ByteSource
  private let reader: any MediaReader
  private var hasFailed = false

  /// Opens an input and looks at its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - playlistAccess: How to reach what a playlist names; without it playlists are refused.
  ///   - options: What to read.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`.
  public init(
    _ source: any ByteSource,
    playlistAccess: PlaylistAccess? = nil,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    self.source = source
    let chunks = ChunkReader(source)
    let kind = try InputKind.detect(in: chunks)
    if chunks.bytes.isEmpty {
      throw TimedMetadataError(
        .empty,
        input: source.name,
        reason: "holds no bytes",
        remedy: "name a stream or a playlist"
      )
    }
    if kind == .playlist, let playlistAccess {
      reader = try PlaylistReader(chunks, access: playlistAccess, options: options)
      return
    }
    if let refusal = kind.refusal {
      throw TimedMetadataError(
        .unsupportedKind,
        input: source.name,
        reason: refusal.reason,
        remedy: refusal.remedy
      )
    }
    reader = TransportStreamFileReader(chunks, options: options)
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: `unknownKind` when the whole input held no media, `unsupportedKind`, `cannotRead`,
  ///   `demuxer`, `cancelled`. Everything readable in front of the failure has been delivered then.
  public func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    guard !hasFailed else { return nil }
    do {
      return try reader.next()
    } catch {
      hasFailed = true
      throw error
    }
  }
}
