import Conformance
import HTTP
import LiveWatch
import Presentation
import Synchronization
import System
import TimedMetadata

struct FeedOpening: Sendable {
  let url: InputURL
  /// The title in pages and tables. Nil if the URL is shown.
  let title: String?
  let labels: FeedLabels
  /// The template of the channel. Nil if the feed is not compared with a template.
  let template: ChannelTemplate?
  /// The tap of a chain for which the feed is watched. Nil if the feed is not a tap.
  var tap: ChainTap?
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let program: Int?
  let pid: Int?
  /// Called once with a message if the feed has none of the variants and renditions that the options name.
  let report: @Sendable (String) -> Void

  var feed: WatchedFeed {
    let (connections, refusals) = (CallCount(), CallCount())
    return WatchedFeed(
      name: tap?.name ?? url.name,
      key: tap?.name ?? url.text,
      title: title,
      labels: labels,
      template: template,
      tap: tap
    ) { connection throws(TimedMetadataError) in
      do throws(TimedMetadataError) {
        return try await open(connection, isFirst: connections.next() == 0)
      } catch {
        // The feed lacks what the options name. The error is reported now, before the feed counts as lost.
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
  ) async throws(TimedMetadataError) -> TimedMetadataEvents {
    let report: @Sendable (FetchNotice) -> Void = { connection.report($0.text) }
    var access: PlaylistAccess
    let next: () async throws(TimedMetadataError) -> TimedMetadataEvents.Item
    switch url.kind {
    case .web:
      let loader = fetching.loader(
        forInput: url.text,
        report: report,
        record: connection.fetches
      )
      let (resource, response, answerDate) = try await loader.openInput(url.text, name: url.name)
      access = playlists.access(url: response.url, loader: loader, answerDate: answerDate)
      next = resource.items(name: url.name)
    case .feed:
      access = playlists.access(url: nil, loader: fetching.loader(forInput: nil, report: report))
      let (url, timeout) = (url, fetching.idleTimeout ?? NetworkSource.defaultIdleTimeout)
      let thread = SourceThread(name: url.name) { isCancelled throws(TimedMetadataError) in
        try NetworkSource(
          url: url.text,
          name: url.name,
          idleTimeout: timeout,
          isCancelled: isCancelled,
          report: { connection.report($0) },
          wait: { connection.report($0) }
        )
      }
      next = { () throws(TimedMetadataError) in try await thread.next() }
    }
    access = connection.prepare(access)
    // `--from` applies only to the first connection.
    if !isFirst { access.start = nil }
    let events = try await TimedMetadataEvents(
      name: url.name,
      access: access,
      options: connection.readerOptions(program: program, pid: pid),
      next: connection.record(url: access.url ?? url.name, next)
    )
    connection.observe(events)
    return events
  }
}

private final class CallCount: Sendable {
  private let count = Atomic<Int>(0)

  /// The number of earlier calls.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
