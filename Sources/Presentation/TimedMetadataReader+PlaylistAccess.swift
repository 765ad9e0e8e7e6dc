import TimedMetadata

extension TimedMetadataReader {
  /// Opens an input and checks its first bytes.
  /// - Parameters:
  ///   - source: The bytes.
  ///   - head: The first bytes of the input, where they have been taken from the source.
  ///   - playlistAccess: How to reach the resources that a playlist names; nil: playlists are
  ///     rejected.
  ///   - options: What to read.
  /// - Throws: `empty`, `unsupportedKind` or `cannotRead`; for a playlist also `cannotOpen` and
  ///   `notListed`.
  public convenience init(
    _ source: any ByteSource,
    head: [UInt8] = [],
    playlistAccess: PlaylistAccess?,
    options: ReaderOptions = ReaderOptions()
  ) throws(TimedMetadataError) {
    try self.init(source, head: head, presentations: playlistAccess, options: options)
  }
}

extension PlaylistAccess: PresentationAccess {
  package func reader(
    of format: PlaylistFormat,
    _ chunks: ChunkReader,
    options: ReaderOptions
  ) throws(TimedMetadataError) -> any EventReader {
    switch format {
    case .hls: try PlaylistReader(chunks, access: self, options: options)
    case .dash: try ManifestReader(chunks, access: self, options: options)
    }
  }
}
