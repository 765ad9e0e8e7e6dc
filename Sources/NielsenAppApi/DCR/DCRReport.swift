/// A fact of DCR for which a ping is due.
struct DCRReport: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The first playhead of an asset, or the opening of a page.
    case view
    /// The seconds of one segment, or on a page. `isLast`: content or page end with it.
    case timer(Segment, isLast: Bool)
  }

  /// The content of a closed segment.
  struct Segment: Sendable, Equatable {
    /// From 1; pages have none.
    var number: Int
    /// One character per minute; pages have none.
    var pattern: String
    /// Seconds.
    var timeSpent: Int64
  }

  var kind: Kind
  var asset: Asset
  /// The id of the content session; empty for pages.
  var viewingSessionID: String
  /// When the counted time began, in Unix seconds.
  var startTime: Int64
  /// Seconds and number of ads beside the content, or of the ad itself.
  var ads = AdCount()
  /// The viewer's actions since the previous ping, joined by `~`.
  var events = ""
}

/// Ads counted by their seconds and their number.
struct AdCount: Sendable, Equatable {
  var seconds: Int64 = 0
  var number = 0
}
