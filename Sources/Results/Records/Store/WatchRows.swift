extension WatchStore {
  package struct Feed: Sendable {
    /// The URL without what is secret in it.
    package var name: String
    /// How it is reached.
    package var kind: InputIdentity.Kind
    /// The name that the user gave it.
    package var title: String?

    package init(name: String, kind: InputIdentity.Kind, title: String? = nil) {
      self.name = name
      self.kind = kind
      self.title = title
    }
  }

  /// The identity of a stream within a feed: a rendition of a playlist, or a program of a transport stream.
  package struct StreamKey: Hashable, Sendable {
    package var rendition: String?
    /// `program_number`; nil for renditions.
    package var program: Int?

    package init(rendition: String? = nil, program: Int? = nil) {
      self.rendition = rendition
      self.program = program
    }

    /// The feed as a whole; also the stream of a feed that has only one.
    static let feed = StreamKey()
  }

  /// Something that was found on a feed, as a row of `findings`.
  package struct FoundRow: Sendable {
    /// The number of the feed.
    package var feed: Int
    /// The finding, as `check` has it.
    package var record: FindingRecord
    /// Whether it concerns every stream that the feed has, such as its loss.
    package var concernsAllStreams: Bool

    package init(feed: Int, record: FindingRecord, concernsAllStreams: Bool = false) {
      self.feed = feed
      self.record = record
      self.concernsAllStreams = concernsAllStreams
    }

    /// Where it was found.
    var stream: StreamKey { StreamKey(rendition: record.rendition, program: record.program) }
  }

  /// A tag of a feed.
  package struct TagRow: Sendable {
    /// The number of the feed.
    package var feed: Int
    /// The stream that it came in.
    package var stream: StreamKey
    /// The tag; its index counts from the beginning of the watch.
    package var row: ExtractRow

    package init(feed: Int, stream: StreamKey, row: ExtractRow) {
      self.feed = feed
      self.stream = stream
      self.row = row
    }
  }

  /// A stream that a feed has.
  package struct StreamRow: Sendable {
    package var key: StreamKey
    /// The PID of its tags.
    package var pid: Int?
    /// How its tags are carried, as `check` says it.
    package var carriage: String?

    package init(key: StreamKey, pid: Int? = nil, carriage: String? = nil) {
      self.key = key
      self.pid = pid
      self.carriage = carriage
    }
  }

  /// How a feed is: what changes in its rows of `inputs` and `streams` beside the numbers of tags.
  package struct FeedRow: Sendable {
    /// The number of the feed.
    package var number: Int
    /// Bytes read in this run.
    package var bytes: Int64
    /// Why it does not deliver.
    package var error: String?
    /// The streams that it has, in its order.
    package var streams: [StreamRow]

    package init(number: Int, bytes: Int64, error: String?, streams: [StreamRow]) {
      self.number = number
      self.bytes = bytes
      self.error = error
      self.streams = streams
    }
  }
}
