import HTTP
import System
import TimedMetadata

/// Reads a resource as bytes, on a thread that waits for them.
public final class ResourceByteSource: ByteSource {
  /// The input as the user named it.
  public let name: String
  /// The number of bytes, after it is known.
  public private(set) var size: Int64?
  private let resource: any Resource
  private let isCancelled: () -> Bool
  private var hasAnswered = false
  /// Bytes that have come and were not read.
  private var waiting: ArraySlice<UInt8> = []

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
    if waiting.isEmpty, !buffer.isEmpty {
      waiting = try wait { (resource) throws(ResourceError) in try await resource.next() }[...]
    }
    let count = min(buffer.count, waiting.count)
    buffer.copyBytes(from: waiting.prefix(count))
    waiting.removeFirst(count)
    return count
  }

  /// Skips bytes that then need not be fetched.
  public func skip(_ count: Int64, surplus: Int64) -> Int64 {
    hasAnswered && waiting.isEmpty ? resource.skip(count, surplus: surplus) : 0
  }

  /// Waits for the response.
  public func response() throws(TimedMetadataError) -> ResourceResponse {
    let response = try wait { (resource) throws(ResourceError) in try await resource.response() }
    size = response.size
    hasAnswered = true
    return response
  }

  private func wait<Value: Sendable>(
    _ operation: @escaping @Sendable (any Resource) async throws(ResourceError) -> Value
  ) throws(TimedMetadataError) -> Value {
    let resource = resource
    let result = Blocking.run(isCancelled: isCancelled) {
      do throws(ResourceError) {
        return Result<Value, ResourceError>.success(try await operation(resource))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error) where error.code == .cancelled:
      resource.cancel()
      throw .interrupted(input: name)
    case .failure(let error): throw TimedMetadataError(error)
    }
  }
}
