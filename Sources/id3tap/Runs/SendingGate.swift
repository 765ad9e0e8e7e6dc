import Dispatch
import PingDelivery
import Synchronization

/// Lets pings be sent or makes them wait, as a scenario says: they wait while the app is offline or the
/// engine is switched off.
final class SendingGate: Sendable {
  private let delivery: PingDelivery
  private let isOpen = Mutex(true)

  init(_ delivery: PingDelivery) { self.delivery = delivery }

  /// Returns when no ping is being sent any more, or when the sender has been started.
  func set(isOpen: Bool) {
    let hasChanged = self.isOpen.withLock { state in
      defer { state = isOpen }
      return state != isOpen
    }
    guard hasChanged else { return }
    guard !isOpen else { return delivery.start() }
    let done = DispatchSemaphore(value: 0)
    Task { [delivery] in
      await delivery.pause()
      done.signal()
    }
    done.wait()
  }
}
