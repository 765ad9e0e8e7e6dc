import Conformance
import Formats
import Records

extension WatchStore {
  /// A feed.
  public struct Feed: Sendable {
    /// The URL without what is secret in it.
    public var name: String
    /// How it is reached.
    public var kind: InputIdentity.Kind

    /// Makes a feed.
    public init(name: String, kind: InputIdentity.Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// What is told apart within a feed: a rendition of a playlist, or a program of a transport stream.
  public struct StreamKey: Hashable, Sendable {
    /// The rendition.
    public var rendition: String?
    /// `program_number`; nil for renditions.
    public var program: Int?

    /// Makes a key.
    public init(rendition: String? = nil, program: Int? = nil) {
      self.rendition = rendition
      self.program = program
    }

    /// The feed as a whole; also the stream of a feed that tells none apart.
    static let feed = StreamKey()
  }

  /// Something that was found on a feed, as a row of `findings`.
  public struct FoundRow: Sendable {
    /// The number of the feed.
    public var feed: Int
    /// The fields of a finding, as `check` has them.
    public var json: JSONValue
    /// Whether it concerns every stream that the feed has, such as its loss.
    public var concernsAllStreams: Bool

    /// Makes a row.
    public init(feed: Int, json: JSONValue, concernsAllStreams: Bool = false) {
      self.feed = feed
      self.json = json
      self.concernsAllStreams = concernsAllStreams
    }

    /// How bad it is.
    var severity: Severity? { json["severity"]?.stringValue.flatMap { Severity(rawValue: $0) } }

    /// Where it was found.
    var stream: StreamKey {
      StreamKey(
        rendition: json["rendition"]?.stringValue,
        program: json["program"]?.integerValue.map { Int(clamping: $0) }
      )
    }
  }

  /// A tag of a feed.
  public struct TagRow: Sendable {
    /// The number of the feed.
    public var feed: Int
    /// The stream that it came in.
    public var stream: StreamKey
    /// The tag; its index counts from the beginning of the watch.
    public var row: ExtractRow

    /// Makes a row.
    public init(feed: Int, stream: StreamKey, row: ExtractRow) {
      self.feed = feed
      self.stream = stream
      self.row = row
    }
  }

  /// A stream that a feed has.
  public struct StreamRow: Sendable {
    /// The stream.
    public var key: StreamKey
    /// The PID of its tags.
    public var pid: Int?
    /// How its tags are carried, as `check` says it.
    public var carriage: String?

    /// Makes a row.
    public init(key: StreamKey, pid: Int? = nil, carriage: String? = nil) {
      self.key = key
      self.pid = pid
      self.carriage = carriage
    }
  }

  /// How a feed is: what changes in its rows of `inputs` and `streams` beside the numbers of tags.
  public struct FeedRow: Sendable {
    /// Bytes read in this run.
    public var bytes: Int64
    /// Why it does not deliver.
    public var error: String?
    /// The streams that it has, in its order.
    public var streams: [StreamRow]

    /// Makes a row.
    public init(bytes: Int64, error: String?, streams: [StreamRow]) {
      self.bytes = bytes
      self.error = error
      self.streams = streams
    }
  }
}
