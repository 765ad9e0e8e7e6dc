import TimedMetadata

extension TimedMetadataReader {
  /// Opens an input and checks its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - playlistAccess: How to reach the resources that a playlist names; nil: playlists are
  ///     rejected.
  ///   - options: What to read.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`; for a playlist also `cannotOpen` and
  ///   `notListed`.
  public convenience init(
    _ source: any ByteSource,
    playlistAccess: PlaylistAccess?,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    try self.init(source, presentations: playlistAccess, options: options)
  }
}

extension PlaylistAccess: PresentationAccess {
  package func reader(
    of format: PlaylistFormat,
    _ chunks: ChunkReader,
    options: ReaderOptions
  ) throws(TimedMetadataError) -> any MediaReader {
    switch format {
    case .hls: try PlaylistReader(chunks, access: self, options: options)
    case .dash: try ManifestReader(chunks, access: self, options: options)
    }
  }
}
