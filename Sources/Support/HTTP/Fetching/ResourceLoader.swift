/// Loads the bytes of URLs: a playlist reader uses it for all requests. The loader restricts which URLs may be read,
/// and retries requests that may succeed later.
public protocol ResourceLoader: Sendable {
  /// Starts to fetch and returns at once. The loader reads ahead of the consumer by a limited number of bytes.
  func open(_ request: ResourceRequest) -> any Resource

  /// Whether segments on servers may be fetched range by range, as far as they are needed.
  var bringsRanges: Bool { get }
}

extension ResourceLoader {
  /// False: segments are fetched as a whole.
  public var bringsRanges: Bool { false }
}

/// A request for a resource.
public struct ResourceRequest: Sendable, Hashable {
  /// The use of the bytes.
  public enum Purpose: Sendable, Hashable {
    /// An HLS playlist.
    case playlist
    /// A media segment.
    case segment
    /// The initialization section of segments.
    case initialization
    /// A decryption key.
    case key
    /// Media without a known end.
    case stream
  }

  /// An absolute URL: `http`, `https` or `file`.
  public var url: String
  /// The requested bytes; nil: all; an upper bound of `Int64.max`: up to the end. If a server
  /// ignores the range, the loader extracts it.
  public var byteRange: Range<Int64>?
  /// The use of the bytes.
  public var purpose: Purpose
  /// The number of the rendition whose media it is, from 0 in the order of the presentation; nil for other resources.
  public var rendition: Int?
  /// Reading ends with `tooLarge` after more bytes than this.
  public var maximumSize: Int64
  /// How long a resource that is missing, or whose server has a temporary failure, is requested again: a live playlist
  /// may list a segment before it is available, and keeps it for some time. Zero: the default of the loader.
  public var retryTime: Duration = .zero
  /// Time that is added to the usual timeout for the answer: the server holds its answer until the resource has been
  /// made.
  public var answerTime: Duration = .zero
  /// The longest time for the resource, with all attempts and the waits between them; nil: the default of the loader. Bytes
  /// that arrive at a good rate extend it by at most half.
  public var timeLimit: Duration?
  /// A request that is refused or times out is not repeated: the caller has an alternative. A broken connection may be
  /// retried.
  public var isTriedOnce = false
  /// A request that fails is not repeated, unless the server names a time for it: the caller asks again within seconds.
  public var isAskedAgain = false
  /// The resource may end before the end of `byteRange`.
  public var mayEndEarlier = false

  /// Makes a request with the given parts.
  public init(
    url: String,
    byteRange: Range<Int64>? = nil,
    purpose: Purpose,
    rendition: Int? = nil,
    maximumSize: Int64
  ) {
    self.url = url
    self.byteRange = byteRange
    self.purpose = purpose
    self.rendition = rendition
    self.maximumSize = maximumSize
  }
}

/// A resource that is being fetched. One task reads at a time; anyone may cancel. A task that is cancelled while it waits gets
/// `cancelled`.
public protocol Resource: AnyObject, Sendable {
  /// Waits for the response.
  /// - Throws: The reason why there is none.
  func response() async throws(ResourceError) -> ResourceResponse

  /// Waits for bytes, and returns those that have come: some tens of kilobytes at most. Empty at the end.
  func next() async throws(ResourceError) -> [UInt8]

  /// Cancels the request; a task that waits gets `cancelled`.
  func cancel()
}

extension Resource {
  /// Waits for all bytes. The loader limits their number.
  /// - Throws: The reason why they do not all come.
  public func readAll() async throws(ResourceError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try await next(), !bytes.isEmpty { all += bytes }
    return all
  }
}

/// The response to a request.
public struct ResourceResponse: Sendable, Hashable {
  /// The URL after redirects: URIs in the content are relative to it.
  public var url: String
  /// The media type that the server sent, without parameters, in lower case.
  public var contentType: String?
  /// The number of bytes, if it is known in advance.
  public var size: Int64?
  /// The size of the whole resource if a range was requested; nil if the server does not support ranges, or does not
  /// know the size.
  public var wholeSize: Int64?
  /// The time at the server, in whole Unix seconds: `Date`, plus `Age` if a cache answered; nil if it was not sent.
  public var date: Int64?

  /// Makes a response with the given parts.
  public init(
    url: String,
    contentType: String? = nil,
    size: Int64? = nil,
    wholeSize: Int64? = nil,
    date: Int64? = nil
  ) {
    self.url = url
    self.contentType = contentType
    self.size = size
    self.wholeSize = wholeSize
    self.date = date
  }
}
