import Formats
import HTTP
import Synchronization

/// The base URL that is tried first: the one that worked when another one failed.
final class BaseURLChoice: Sendable {
  private struct State {
    /// The base URL that worked; nil: the order of the manifest applies.
    var working: String?
    var note: String?
    var isNoted = false
  }

  private let state = Mutex(State())

  /// The addresses in the order in which to try them.
  func order(_ addresses: [BaseAddress]) -> [BaseAddress] {
    guard let working = state.withLock({ $0.working }),
      let index = addresses.firstIndex(where: { $0.base == working })
    else { return addresses }
    var ordered = addresses
    ordered.insert(ordered.remove(at: index), at: 0)
    return ordered
  }

  /// Records that a resource was read from an address because another one failed.
  func noteRead(from address: BaseAddress, because failure: ResourceError) {
    state.withLock { state in
      state.working = address.base
      guard !state.isNoted else { return }
      state.isNoted = true
      state.note =
        "segments are read from \(ShownURL.text(address.base)): \(failure.url): \(failure.reason)"
    }
  }

  /// A note, given once, that a base URL other than the first is read.
  func takeNote() -> String? { state.withLock { $0.note.take() } }
}
