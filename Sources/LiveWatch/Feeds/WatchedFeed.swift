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
  /// Whether it comes over HTTP: nothing but libcurl's thread waits for the network then.
  let isOverHTTP: Bool
  /// How it is opened.
  let open: Open

  /// A feed.
  package init(
    name: String,
    title: String? = nil,
    isOverHTTP: Bool = false,
    open: @escaping Open
  ) {
    self.name = name
    self.title = title ?? name
    self.isOverHTTP = isOverHTTP
    self.open = open
  }
}
