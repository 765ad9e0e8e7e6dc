import Fetching
import LiveWatch
import Results
import Synchronization
import TimedMetadata

/// Opens a feed as the options ask for.
struct FeedOpening: Sendable {
  let url: InputURL
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let program: Int?
  let pid: Int?

  /// The feed for the watch.
  var feed: WatchedFeed {
    let connections = ConnectionCount()
    return WatchedFeed(name: url.name) { connection throws(TimedMetadataError) in
      try open(connection, isFirst: connections.next() == 0)
    }
  }

  private func open(
    _ connection: FeedConnection,
    isFirst: Bool
  ) throws(TimedMetadataError) -> TimedMetadataReader {
    let stop = Cancellation.Stop()
    connection.onCancel { stop.request() }
    let input = try InputGroup.Member.url(url).open(
      fetching,
      cancellation: Cancellation(stop: stop),
      report: { connection.tell($0) },
      wait: { connection.tell($0.text) }
    )
    var access = connection.prepare(playlists.access(to: input))
    // What was read before the feed was lost is not read again.
    if !isFirst { access.start = nil }
    return try TimedMetadataReader(
      input.source,
      playlistAccess: access,
      options: connection.readerOptions(program: program, pid: pid)
    )
  }
}

/// Counts how often a feed was opened.
private final class ConnectionCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
