import Conformance
import TimedMetadata

/// A live feed, and how it is opened.
package struct WatchedFeed: Sendable {
  /// Opens the feed; called again whenever it was lost. It must end soon after the connection is
  /// cancelled.
  package typealias Open =
    @Sendable (FeedConnection) throws(TimedMetadataError) -> TimedMetadataReader

  /// The name in events: the URL without what is secret in it.
  package let name: String
  /// What decides whether two feeds of two lists are the same: the whole URL.
  package let key: String
  /// What pages and tables call it; the name where it has no other.
  package let title: String
  /// What its list says about it.
  package let labels: FeedLabels
  /// What it is expected to carry; nil: no template was given.
  let template: ChannelTemplate?
  /// Whether it comes over HTTP: nothing but libcurl's thread waits for the network then.
  let isOverHTTP: Bool
  let open: Open

  /// A feed. Without a `key` feeds of the same name are the same.
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
