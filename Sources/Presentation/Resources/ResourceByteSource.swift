import TimedMetadata

/// Reads a resource as bytes.
public final class ResourceByteSource: ByteSource {
  /// How often a waiting reader checks whether it should end.
  private static let pollInterval: Duration = .milliseconds(50)

  /// The input as the user named it.
  public let name: String
  /// The number of bytes, after it is known.
  public private(set) var size: Int64?
  private let resource: any Resource
  private let isCancelled: () -> Bool
  private var hasAnswered = false

  /// Reads `resource`. `isCancelled` is called while waiting for bytes; true ends fetching and reading, with
  /// `cancelled`.
  public init(_ resource: any Resource, name: String, isCancelled: @escaping () -> Bool) {
    self.resource = resource
    self.name = name
    self.isCancelled = isCancelled
  }

  /// Waits for bytes and copies up to `buffer.count` of them. Returns their number; 0 at the end.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(TimedMetadataError) -> Int {
    if !hasAnswered { _ = try response() }
    try waitUntilReady()
    do {
      return try resource.read(into: buffer)
    } catch {
      throw TimedMetadataError(error)
    }
  }

  /// Skips bytes that then need not be fetched.
  public func skip(_ count: Int64, surplus: Int64) -> Int64 {
    hasAnswered ? resource.skip(count, surplus: surplus) : 0
  }

  /// Waits for the response.
  public func response() throws(TimedMetadataError) -> ResourceResponse {
    try waitUntilReady()
    do {
      let response = try resource.response()
      size = response.size
      hasAnswered = true
      return response
    } catch {
      throw TimedMetadataError(error)
    }
  }

  private func waitUntilReady() throws(TimedMetadataError) {
    while !resource.isReady {
      if isCancelled() {
        resource.cancel()
        throw .interrupted(input: name)
      }
      resource.waitUntilReady(atMost: Self.pollInterval)
    }
  }
}
