extension WatchStore {
  package struct Feed: Sendable {
    /// The URL of the feed without secret parts, or the name of a tap.
    package var name: String
    /// The kind of input: `.url` for `http` and `https`, otherwise `.feed`.
    package var kind: InputIdentity.Kind
    /// The name of the feed in the list of feeds. Nil if the feed has no name.
    package var title: String?

    package init(name: String, kind: InputIdentity.Kind, title: String? = nil) {
      (self.name, self.kind, self.title) = (name, kind, title)
    }
  }

  /// The identity of a stream in a feed: a rendition of a playlist, a program of a transport stream, or the whole feed.
  package struct StreamKey: Hashable, Sendable {
    package var rendition: String?
    /// The `program_number` of a program.
    package var program: Int?

    package init(rendition: String? = nil, program: Int? = nil) {
      (self.rendition, self.program) = (rendition, program)
    }

    /// The key of the feed as a whole. Some feeds have no other stream.
    static let feed = StreamKey()
  }

  /// An alarm of a feed, or the end of an alarm, as a row of `findings`.
  package struct FoundRow: Sendable {
    package var feed: Int
    package var record: FindingRecord
    /// Whether the finding concerns every current stream of the feed, such as the loss of the feed.
    package var concernsAllStreams: Bool

    package init(feed: Int, record: FindingRecord, concernsAllStreams: Bool = false) {
      (self.feed, self.record, self.concernsAllStreams) = (feed, record, concernsAllStreams)
    }

    var stream: StreamKey { StreamKey(rendition: record.rendition, program: record.program) }
  }

  /// A tag of a feed, as a row of `tags`.
  package struct TagRow: Sendable {
    package var feed: Int
    package var stream: StreamKey
    /// The tag. Its index counts from the start of this run.
    package var row: ExtractRow

    package init(feed: Int, stream: StreamKey, row: ExtractRow) {
      (self.feed, self.stream, self.row) = (feed, stream, row)
    }
  }

  /// A stream that a feed currently has.
  package struct StreamRow: Sendable {
    package var key: StreamKey
    package var pid: Int?
    /// The carriage of the stream's tags, as in records of `check`.
    package var carriage: String?

    package init(key: StreamKey, pid: Int? = nil, carriage: String? = nil) {
      (self.key, self.pid, self.carriage) = (key, pid, carriage)
    }
  }

  /// The current state of a feed, for its rows in `inputs` and `streams`. The numbers of tags are counted separately.
  package struct FeedRow: Sendable {
    package var number: Int
    /// The number of bytes read in this run.
    package var bytes: Int64
    /// The reason why the feed is lost, if it is lost and the reason is known.
    package var error: String?
    package var streams: [StreamRow]

    package init(number: Int, bytes: Int64, error: String?, streams: [StreamRow]) {
      (self.number, self.bytes, self.error, self.streams) = (number, bytes, error, streams)
    }
  }
}
