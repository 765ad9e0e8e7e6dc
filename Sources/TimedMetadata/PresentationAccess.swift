/// Reads inputs that list the resources of a presentation: playlists of HLS and manifests of DASH. This module
/// reads one medium; module `Presentation` conforms.
package protocol PresentationAccess {
  /// Where reading begins; nil for the beginning, and of live playlists where a player would begin.
  var start: ReadingStart? { get }

  /// A reader of the playlist or manifest that `chunks` holds.
  func reader(
    of format: PlaylistFormat,
    _ chunks: ChunkReader,
    options: ReaderOptions
  ) throws(TimedMetadataError) -> any EventReader
}
