import Conformance
import TimedMetadata

/// A live feed, and the function that opens it.
package struct WatchedFeed: Sendable {
  /// Opens the feed; called again after each loss. It must end soon after the connection is cancelled.
  package typealias Open =
    @Sendable (FeedConnection) throws(TimedMetadataError) -> TimedMetadataReader

  /// The name in events: the URL without its secret parts.
  package let name: String
  /// The identity of the feed in all lists: the whole URL.
  package let key: String
  /// The title in pages and tables; default: the name.
  package let title: String
  /// Its labels in the list of feeds.
  package let labels: FeedLabels
  /// The template with the expected content; nil: none was given.
  let template: ChannelTemplate?
  /// Whether it is read over HTTP: only libcurl's thread waits for the network then.
  let isOverHTTP: Bool
  let open: Open

  /// Makes a feed. Without a `key`, feeds of the same name are the same feed.
  package init(
    name: String,
    key: String? = nil,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    template: ChannelTemplate? = nil,
    isOverHTTP: Bool = false,
    open: @escaping Open
  ) {
    self.name = name
    self.key = key ?? name
    self.title = title ?? name
    self.labels = labels
    self.template = template
    self.isOverHTTP = isOverHTTP
    self.open = open
  }
}
