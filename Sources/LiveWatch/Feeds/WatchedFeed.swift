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
  /// What pages and tables call it; the name where it has no other.
  package let title: String
  /// What it is expected to carry; nil: no template was given.
  let template: ChannelTemplate?
  /// How it is opened.
  let open: Open

  /// A feed.
  package init(
    name: String,
    title: String? = nil,
    template: ChannelTemplate? = nil,
    open: @escaping Open
  ) {
    self.name = name
    self.title = title ?? name
    self.template = template
    self.open = open
  }
}
