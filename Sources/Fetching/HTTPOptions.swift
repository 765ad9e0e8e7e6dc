/// How resources are fetched.
public struct HTTPOptions: Sendable {
  /// Header fields to send. Those of `HeaderField.isSentEverywhere` go to every host, all others only to
  /// the host of the top-level URL: they may be secrets.
  public var headers: [HeaderField] = []
  /// The `User-Agent` to send.
  public var userAgent = "id3tap"
  /// Whether certificates that nobody vouches for are accepted.
  public var isInsecure = false
  /// Whether addresses that are not public may be reached from a public top-level URL.
  public var allowsPrivateAddresses = false
  /// The longest wait for a connection, including the resolution of the name and TLS.
  public var connectTimeout: Duration = .seconds(10)
  /// The longest wait for the next bytes. Time in which the consumer does not take bytes is not counted.
  public var idleTimeout: Duration = .seconds(10)
  /// The longest time for one resource over all attempts; media without a known end has none. Time in
  /// which the consumer does not take bytes is not counted, and waits between attempts are not: see
  /// `RetryPolicy.longestTotal`.
  public var totalTimeout: Duration = .seconds(60)
  /// Segments may be large: bytes that come at this rate, or faster, lengthen the time for one. 64 KiB a
  /// second, less than any video has.
  public var segmentRate: Int64 = 64 << 10
  /// How long a server may keep the consumer waiting until `report` is called.
  public var noticeDelay: Duration = .seconds(5)
  /// Bytes read ahead of the consumer of each resource.
  public var bufferSize = 2 << 20
  /// How often a resource may be redirected.
  public var maximumRedirects = 5
  /// When and how often to try again.
  public var retries = RetryPolicy()
  /// Says why a host, in lower case, is never asked for anything, whatever leads to it; nil when it may be.
  public var refusal: @Sendable (_ host: String) -> String? = { _ in nil }
  /// The environment variables, which may name proxies.
  public var environment: [String: String] = [:]

  /// Called, on a thread of the network, with what makes the consumer of a resource wait.
  public var report: @Sendable (FetchNotice) -> Void = { _ in }

  /// What suits most servers.
  public init() {}
}
