/// Loads the bytes of URLs for a playlist reader. The loader decides which URLs may be read, and whether a failed
/// request is retried.
public protocol ResourceLoader: Sendable {
  /// Starts to fetch and returns immediately. The loader reads a limited number of bytes ahead of the consumer.
  func open(_ request: ResourceRequest) -> any Resource

  /// Whether segments on servers may be fetched in ranges, as needed.
  var bringsRanges: Bool { get }
}

extension ResourceLoader {
  /// By default false: segments are fetched as a whole.
  public var bringsRanges: Bool { false }
}

/// A request for a resource.
public struct ResourceRequest: Sendable, Hashable {
  /// The purposes for which bytes are requested.
  public enum Purpose: Sendable, Hashable {
    /// A playlist, a manifest, or a small document such as an asset list.
    case playlist
    /// A media segment, or a part of one.
    case segment
    /// The initialization section of segments, or a segment index.
    case initialization
    /// A decryption key.
    case key
    /// An input that is not known to be a playlist, such as media without a known end.
    case stream
  }

  /// An absolute URL: `http`, `https` or `file`.
  public var url: String
  /// The wanted range of bytes; nil means all. An upper bound of `Int64.max` means up to the end. If a server ignores
  /// the range, the loader extracts it.
  public var byteRange: Range<Int64>?
  /// The purpose of the bytes.
  public var purpose: Purpose
  /// For media, the index of the rendition in the presentation, from 0; nil for other resources.
  public var rendition: Int?
  /// The maximum size in bytes. A larger resource fails with `tooLarge`.
  public var maximumSize: Int64
  /// The time for which a request is retried while the resource is missing or its server fails temporarily, because a
  /// live playlist may list a segment before the segment is available. Zero means the default of the loader.
  public var retryTime: Duration = .zero
  /// Additional time for the response, if the server delays it until the resource exists.
  public var answerTime: Duration = .zero
  /// The maximum time for the resource, including all attempts and waits; nil means the default of the loader. The
  /// received bytes of a segment extend it by at most half.
  public var timeLimit: Duration?
  /// Whether a request is not retried after an error response or a timeout, because the caller has an alternative. A
  /// broken connection may still be retried.
  public var isTriedOnce = false
  /// Whether a failed request is retried only if the server gives a time for the retry, because the caller repeats the
  /// request within seconds.
  public var isAskedAgain = false
  /// Whether the resource may end before the end of `byteRange`.
  public var mayEndEarlier = false

  /// Creates a request.
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

/// A resource that is being fetched. Only one task may read it at a time; any task may cancel it. If the reading task
/// is cancelled, reading throws `cancelled`.
public protocol Resource: AnyObject, Sendable {
  /// Waits for the response.
  /// - Throws: The reason why there is no response.
  func response() async throws(ResourceError) -> ResourceResponse

  /// Waits for bytes and returns them, at most a few tens of kilobytes; empty at the end.
  func next() async throws(ResourceError) -> [UInt8]

  /// Cancels the request. A task that waits for bytes gets the error `cancelled`.
  func cancel()
}

extension Resource {
  /// Waits for all bytes, whose number the loader limits.
  /// - Throws: The reason why not all bytes were received.
  public func readAll() async throws(ResourceError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try await next(), !bytes.isEmpty { all += bytes }
    return all
  }
}

/// The response to a request.
public struct ResourceResponse: Sendable, Hashable {
  /// The URL after redirects. URIs in the content are relative to it.
  public var url: String
  /// The media type that the server sent, in lower case and without parameters.
  public var contentType: String?
  /// The number of bytes; nil if it is not known in advance.
  public var size: Int64?
  /// The size of the whole resource if a range was requested; nil if the server does not support ranges or does not
  /// know the size.
  public var wholeSize: Int64?
  /// The server's time in Unix seconds: `Date`, plus `Age` if a cache answered; nil if it is unknown.
  public var date: Int64?

  /// Creates a response.
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
