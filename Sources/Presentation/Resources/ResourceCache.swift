import System

/// Keeps what many segments share, keys and initialization sections, so that it is fetched once.
final class ResourceCache: Sendable {
  /// Resources kept; the one that was used longest ago goes first.
  static let capacity = 32

  /// The first wait before one that failed is fetched again, in seconds; each further wait is twice as long.
  static let firstWait = 1.0
  /// The longest wait, in seconds.
  static let longestWait = 30.0

  private struct Entry {
    var resource: SmallResource
    /// When it was asked for, in seconds.
    var time: Double
    /// Fetches in a row that failed before it.
    var failures = 0

    /// When it may be asked for again once it has failed.
    var retryTime: Double {
      time
        + min(ResourceCache.firstWait * Double(1 << min(failures, 10)), ResourceCache.longestWait)
    }
  }

  private let loader: any ResourceLoader
  private let clock: any LiveClock
  private let monitor = Monitor<[Entry]>([])

  init(_ loader: any ResourceLoader, clock: any LiveClock = SystemLiveClock()) {
    self.loader = loader
    self.clock = clock
  }

  /// The resource, which is being fetched from now on. One that failed is fetched again, but not at once:
  /// all segments of a playlist may need it, and each would ask the server. `source` knows further addresses
  /// of it.
  func resource(_ request: ResourceRequest, from source: AlternativeLoader? = nil) -> SmallResource
  {
    monitor.withLock { entries in
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

/// A resource that is read as a whole, by whoever needs it first.
final class SmallResource: Sendable {
  private enum State {
    case unread
    case reading
    case read(Result<[UInt8], ResourceError>)
  }

  let request: ResourceRequest
  private let resource: any Resource
  private let alternatives: AlternativeLoader?
  private let state = Monitor(State.unread)

  /// Begins to fetch.
  init(_ request: ResourceRequest, from loader: any ResourceLoader) {
    self.request = request
    resource = loader.open(request)
    alternatives = loader as? AlternativeLoader
  }

  /// The address that it was read from, where it has several; nil while no bytes came.
  var readAddress: BaseAddress? { alternatives?.readAddress }

  /// Whether reading it failed.
  var hasFailed: Bool {
    state.withLock { if case .read(.failure) = $0 { true } else { false } }
  }

  /// Waits for all of it.
  func bytes() throws(ResourceError) -> [UInt8] {
    let known = state.wait { state -> Result<[UInt8], ResourceError>?? in
      switch state {
      case .unread:
        state = .reading
        return .some(nil)
      case .reading: return nil
      case .read(let result): return .some(result)
      }
    }
    if let known { return try known.get() }
    let result = Result { () throws(ResourceError) in try resource.readAll() }
    state.withLock { $0 = .read(result) }
    return try result.get()
  }

  /// Gives up fetching.
  func cancel() { resource.cancel() }
}

extension Resource {
  /// Waits for all bytes. The loader bounds their number.
  func readAll() throws(ResourceError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let result = buffer.withUnsafeMutableBytes { buffer in
        Result { () throws(ResourceError) in try read(into: buffer) }
      }
      let count = try result.get()
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
