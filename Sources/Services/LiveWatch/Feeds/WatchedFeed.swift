import Conformance
import Presentation
import TimedMetadata

/// A live feed, and the function that opens it.
package struct WatchedFeed: Sendable {
  /// Opens the feed. It is called again for each new connection.
  package typealias Open =
    @Sendable (FeedConnection) async throws(TimedMetadataError) -> TimedMetadataEvents

  /// The name in events: the URL without its secret parts, or the name of a tap of a chain.
  package let name: String
  /// The identity of the feed when the watched feeds change: the complete URL, or the name of a tap of a chain.
  package let key: String
  /// The title in pages and tables, by default the name.
  package let title: String
  package let labels: FeedLabels
  /// The template with the expected content; nil if none was given.
  let template: ChannelTemplate?
  /// The tap of a chain that this feed reads; nil if the feed is not a tap.
  let tap: ChainTap?
  let open: Open

  /// Creates a feed. If `key` is nil, the name is the key.
  package init(
    name: String,
    key: String? = nil,
    title: String? = nil,
    labels: FeedLabels = FeedLabels(),
    template: ChannelTemplate? = nil,
    tap: ChainTap? = nil,
    open: @escaping Open
  ) {
    self.name = name
    self.key = key ?? name
    self.title = title ?? name
    self.labels = labels
    self.template = template
    self.tap = tap
    self.open = open
  }
}
