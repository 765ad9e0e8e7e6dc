import System

/// Keeps what many segments share, keys and initialization sections, so that it is fetched once.
final class ResourceCache: Sendable {
  /// Resources kept; the one that was used longest ago goes first.
  static let capacity = 32

  private let loader: any ResourceLoader
  private let monitor = Monitor<[SmallResource]>([])

  init(_ loader: any ResourceLoader) { self.loader = loader }

  /// The resource, which is being fetched from now on. One that failed is tried again.
  func resource(_ request: ResourceRequest) -> SmallResource {
    monitor.withLock { resources in
      if let index = resources.firstIndex(where: { $0.request == request }) {
        let known = resources.remove(at: index)
        if !known.hasFailed {
          resources.append(known)
          return known
        }
      }
      if resources.count >= Self.capacity { resources.removeFirst() }
      let fresh = SmallResource(request, from: loader)
      resources.append(fresh)
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
  private let state = Monitor(State.unread)

  /// Begins to fetch.
  init(_ request: ResourceRequest, from loader: any ResourceLoader) {
    self.request = request
    resource = loader.open(request)
  }

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
