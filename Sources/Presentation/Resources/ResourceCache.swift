import HTTP
import Synchronization
import System

/// Keeps resources that many segments share, keys and initialization sections, so that each is
/// fetched once.
final class ResourceCache: Sendable {
  /// The most resources that are kept; the least recently used one is removed first.
  static let capacity = 32

  /// The wait before a failed resource is fetched again, in seconds; each further wait is twice as long.
  static let firstWait = 1.0
  /// The longest wait, in seconds.
  static let longestWait = 30.0

  private struct Entry {
    var resource: SmallResource
    /// The time of the request, in seconds.
    var time: Double
    /// The number of consecutive failed requests before it.
    var failures = 0

    /// The time from which it may be requested again after a failure.
    var retryTime: Double {
      time
        + min(ResourceCache.firstWait * Double(1 << min(failures, 10)), ResourceCache.longestWait)
    }
  }

  private let loader: any ResourceLoader
  private let clock: any LiveClock
  private let entries = Mutex<[Entry]>([])

  init(_ loader: any ResourceLoader, clock: any LiveClock = SystemLiveClock()) {
    self.loader = loader
    self.clock = clock
  }

  /// The resource, which is fetched from now on. A failed one is fetched again after a wait: all segments of a
  /// playlist may need it, and each would send a request. `source` has further addresses of it.
  func resource(_ request: ResourceRequest, from source: AlternativeLoader? = nil) -> SmallResource
  {
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
      let fresh = SmallResource(request, from: source ?? loader)
      entries.append(Entry(resource: fresh, time: now, failures: failures))
      return fresh
    }
  }
}

/// A small resource that is read as a whole by the first task that needs it.
final class SmallResource: Sendable {
  private enum State {
    case unread
    case reading
    case read(Result<[UInt8], ResourceError>)
  }

  let request: ResourceRequest
  private let resource: any Resource
  private let alternatives: AlternativeLoader?
  private let state = Shared(State.unread)

  /// Starts to fetch.
  init(_ request: ResourceRequest, from loader: any ResourceLoader) {
    self.request = request
    resource = loader.open(request)
    alternatives = loader as? AlternativeLoader
  }

  /// The address from which it was read, if it has several; nil if no bytes were received.
  var readAddress: BaseAddress? { alternatives?.readAddress }

  /// Whether reading it failed.
  var hasFailed: Bool {
    state.withLock { if case .read(.failure) = $0 { true } else { false } }
  }

  /// Waits for the whole resource.
  func bytes() async throws(ResourceError) -> [UInt8] {
    let known = await state.wait { state -> Result<[UInt8], ResourceError>?? in
      switch state {
      case .unread:
        state = .reading
        return .some(nil)
      case .reading: return nil
      case .read(let result): return .some(result)
      }
    }
    guard let known else { throw .interrupted(request.url) }
    if let known { return try known.get() }
    let result: Result<[UInt8], ResourceError>
    do throws(ResourceError) {
      result = .success(try await resource.readAll())
    } catch {
      result = .failure(error)
    }
    state.withLock { $0 = .read(result) }
    return try result.get()
  }

  /// Cancels the request.
  func cancel() { resource.cancel() }
}
