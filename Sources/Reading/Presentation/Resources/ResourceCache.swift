import HTTP
import Synchronization
import System

/// Keeps keys and initialization sections, because many segments share them.
final class ResourceCache: Sendable {
  /// The maximum number of resources that are kept. The least recently used resource is removed first.
  static let capacity = 32

  /// Seconds before a failed resource is fetched again for the first time. Each further wait is twice as long.
  static let firstWait = 1.0
  /// The longest wait before a failed resource is fetched again, in seconds.
  static let longestWait = 30.0

  private struct Entry {
    var resource: SmallResource
    /// When the resource was requested, in seconds of the clock.
    var time: Double
    /// The number of consecutive failed requests before this one.
    var failures = 0

    /// The time of the clock from which the resource may be requested again after a failure.
    var retryTime: Double {
      time
        + min(ResourceCache.firstWait * Double(1 << min(failures, 10)), ResourceCache.longestWait)
    }
  }

  private let clock: any TaskClock
  private let entries = Mutex<[Entry]>([])

  init(clock: any TaskClock = SystemClock()) { self.clock = clock }

  /// Returns a resource, and starts to fetch it if it is not kept. A resource that failed is fetched again only after a
  /// wait, because all segments of a playlist may need it and would each send a request.
  func resource(_ request: ResourceRequest, from source: ResourceSource) -> SmallResource {
    entries.withLock { entries in
      let now = clock.now
      var failures = 0
      if let index = entries.firstIndex(where: { $0.resource.request == request }) {
        let known = entries.remove(at: index)
        if !known.resource.hasFailed || now < known.retryTime {
          entries.append(known)
          return known.resource
        }
        failures = known.failures + 1
      }
      if entries.count >= Self.capacity { entries.removeFirst() }
      let fresh = SmallResource(request, from: source)
      entries.append(Entry(resource: fresh, time: now, failures: failures))
      return fresh
    }
  }
}

/// A small resource. The first task that needs it reads it completely.
final class SmallResource: Sendable {
  private enum State {
    case unread
    case reading
    case read(Result<[UInt8], ResourceError>, from: BaseAddress?)
  }

  let request: ResourceRequest
  private let body: ResourceBody
  private let state = Shared(State.unread)

  init(_ request: ResourceRequest, from source: ResourceSource) {
    self.request = request
    body = source.open(request)
  }

  /// The address from which the resource was read, if it has several addresses; nil until it has been read.
  var readAddress: BaseAddress? {
    state.withLock { if case .read(_, let address) = $0 { address } else { nil } }
  }

  var hasFailed: Bool {
    state.withLock { if case .read(.failure, _) = $0 { true } else { false } }
  }

  func bytes() async throws(ResourceError) -> [UInt8] {
    let known = await state.wait { state -> Result<[UInt8], ResourceError>?? in
      switch state {
      case .unread:
        state = .reading
        return .some(nil)
      case .reading: return nil
      case .read(let result, _): return .some(result)
      }
    }
    guard let known else { throw .interrupted(request.url) }
    if let known { return try known.get() }
    var body = body
    let result: Result<[UInt8], ResourceError>
    do throws(ResourceError) {
      result = .success(try await body.readAll())
    } catch {
      result = .failure(error)
    }
    let address = body.readAddress
    state.withLock { $0 = .read(result, from: address) }
    return try result.get()
  }

  func cancel() { body.cancel() }
}
