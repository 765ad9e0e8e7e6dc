import Fetching
import LiveWatch
import TimedMetadata

extension WatchedFeed {
  /// A feed at a URL, opened as the command does.
  static func at(_ url: String) -> WatchedFeed {
    WatchedFeed(name: url) { connection throws(TimedMetadataError) in
      let loader = ResourceAccess(topLevelURL: url, allowsOutside: false) {
        HTTPLoader(topLevelURL: url)
      }
      let resource = loader.open(
        ResourceRequest(url: url, purpose: .playlist, maximumSize: .max)
      )
      let source = ResourceByteSource(resource, name: url) { connection.isCancelled }
      let response = try source.response()
      return try TimedMetadataReader(
        source,
        playlistAccess: connection.prepare(PlaylistAccess(url: response.url, loader: loader)),
        options: connection.readerOptions()
      )
    }
  }
}
