import Synchronization

/// Which of several base URLs is tried first: that which worked when another one did not.
final class BaseURLChoice: Sendable {
  private struct State {
    /// The base URL that worked; nil: the order of the manifest counts.
    var working: String?
    var note: String?
    var isNoted = false
  }

  private let state = Mutex(State())

  /// Addresses in the order in which they are tried.
  func order(_ addresses: [BaseAddress]) -> [BaseAddress] {
    guard let working = state.withLock({ $0.working }),
      let index = addresses.firstIndex(where: { $0.base == working })
    else { return addresses }
    var ordered = addresses
    ordered.insert(ordered.remove(at: index), at: 0)
    return ordered
  }

  /// Takes note that a resource was read from an address because of the failure at another one.
  func noteRead(from address: BaseAddress, because failure: ResourceError) {
    state.withLock { state in
      state.working = address.base
      guard !state.isNoted else { return }
      state.isNoted = true
      state.note = "segments are read from \(address.base): \(failure.url): \(failure.reason)"
    }
  }

  /// What there is to say, once: another base URL is read than the first.
  func takeNote() -> String? { state.withLock { $0.note.take() } }
}
