import Glibc

/// Gives the bytes that URLs name: a playlist reader asks it for everything. The loader decides what may
/// be reached, and retries what is worth it.
public protocol ResourceLoader: Sendable {
  /// Begins to fetch and returns at once. The loader reads ahead of the consumer by a bounded number of
  /// bytes.
  func open(_ request: ResourceRequest) -> any Resource

  /// Whether segments on servers may be fetched range by range, as far as they are wanted.
  var bringsRanges: Bool { get }

  /// Whether patches may be fetched in place of the next versions of a manifest. A loader that keeps what is
  /// read for others wants whole manifests.
  var bringsPatches: Bool { get }
}

extension ResourceLoader {
  /// Segments are fetched whole.
  public var bringsRanges: Bool { false }

  /// Patches may be fetched.
  public var bringsPatches: Bool { true }
}

/// What to fetch.
public struct ResourceRequest: Sendable, Hashable {
  /// What the bytes are for.
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
  /// The bytes wanted; nil for all, and an upper bound of `Int64.max` for all from a place on. Of a
  /// server that ignores the range, the loader cuts them out.
  public var byteRange: Range<Int64>?
  /// What the bytes are for.
  public var purpose: Purpose
  /// More bytes than this end the reading with `tooLarge`.
  public var maximumSize: Int64
  /// How long a resource that is not there yet, or whose server is in trouble, is asked for again: a live
  /// playlist may list a segment before it can be read, and keeps it for a while. Zero: as long as any other.
  public var retryTime: Duration = .zero
  /// How much longer than any other server this one may take to answer: it holds its answer until the
  /// resource has been made.
  public var answerTime: Duration = .zero
  /// A server that refuses it, or does not answer in time, is not asked again: the caller goes another way then.
  /// A connection that breaks is another matter.
  public var isTriedOnce = false
  /// The resource may end before the end of `byteRange`.
  public var mayEndEarlier = false

  /// Makes a request with the given parts.
  public init(
    url: String,
    byteRange: Range<Int64>? = nil,
    purpose: Purpose,
    maximumSize: Int64
  ) {
    self.url = url
    self.byteRange = byteRange
    self.purpose = purpose
    self.maximumSize = maximumSize
  }
}

/// Bytes on their way. One thread reads at a time; any thread may cancel.
public protocol Resource: AnyObject, Sendable {
  /// Waits until it is known what is coming.
  /// - Throws: why nothing is.
  func response() throws(ResourceError) -> ResourceResponse

  /// Waits for bytes and copies up to `buffer.count` of them. Returns how many; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int

  /// Whether a read would return without waiting: bytes, the end or a failure have arrived.
  var isReady: Bool { get }

  /// Waits until a read would return without waiting, but not much longer than `limit`.
  func waitUntilReady(atMost limit: Duration)

  /// Passes over up to `count` of the next bytes where they need not be fetched then. Of the bytes that were read
  /// last, `surplus` were not wanted either. Returns how many bytes were passed over; 0: they are to be read.
  func skip(_ count: Int64, surplus: Int64) -> Int64

  /// Ends the fetching; readers that wait get `cancelled`.
  func cancel()
}

extension Resource {
  /// All bytes are to be read.
  public func skip(_ count: Int64, surplus: Int64) -> Int64 { 0 }

  /// Looks every millisecond.
  public func waitUntilReady(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    while !isReady, ContinuousClock.now < end { usleep(1000) }
  }
}

/// What is coming.
public struct ResourceResponse: Sendable, Hashable {
  /// The URL after redirects: what the bytes name is relative to it.
  public var url: String
  /// The media type as the server names it, without parameters, in lower case.
  public var contentType: String?
  /// The number of bytes where it is known beforehand.
  public var size: Int64?
  /// The size of the whole of which a range was asked for; nil where the server sends no ranges, or does not know.
  public var wholeSize: Int64?
  /// The time at the server, in whole Unix seconds: `Date`, and `Age` where a cache answered; nil where it does not tell.
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
