import Conformance
import Fetching
import LiveWatch
import Presentation
import Synchronization
import System
import TimedMetadata

/// Opens a feed as the options ask for.
struct FeedOpening: Sendable {
  let url: InputURL
  /// The title in pages and tables; nil: the URL.
  let title: String?
  /// The labels in the list of feeds.
  let labels: FeedLabels
  /// The template with the expected content; nil: none was given.
  let template: ChannelTemplate?
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let program: Int?
  let pid: Int?
  /// Called once when the feed has nothing of what was asked for.
  let report: @Sendable (String) -> Void

  var feed: WatchedFeed {
    let (connections, refusals) = (CallCount(), CallCount())
    return WatchedFeed(
      name: url.name,
      key: url.text,
      title: title,
      labels: labels,
      template: template,
      isOverHTTP: url.kind == .web
    ) { connection throws(TimedMetadataError) in
      do throws(TimedMetadataError) {
        return try open(connection, isFirst: connections.next() == 0)
      } catch {
        // The options are wrong, or the playlist: to be known before the feed counts as lost.
        if error.code == .notListed, refusals.next() == 0 {
          report("\(url.name): \(error.reason): \(error.remedy)")
        }
        throw error
      }
    }
  }

  private func open(
    _ connection: FeedConnection,
    isFirst: Bool
  ) throws(TimedMetadataError) -> TimedMetadataReader {
    let stop = StopFlag()
    connection.onCancel { stop.request() }
    let input = try InputGroup.Member.url(url).open(
      fetching,
      cancellation: Cancellation(stop: stop),
      report: { connection.report($0) },
      wait: { connection.report($0.text) }
    )
    var access = connection.prepare(playlists.access(to: input))
    // Media that was read before the feed was lost is not read again.
    if !isFirst { access.start = nil }
    return try TimedMetadataReader(
      connection.record(input.source, url: input.url),
      playlistAccess: access,
      options: connection.readerOptions(program: program, pid: pid)
    )
  }
}

/// Counts how often something was done.
private final class CallCount: Sendable {
  private let count = Atomic<Int>(0)

  /// How often before.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
