import ArgumentParser
import Dispatch
import PingDelivery
import Synchronization

/// The options for sending pings, and for storing them until they are received.
struct SendingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the pings to your own collector: http://HOST:PORT[/PATH].",
      discussion: """
        Without this option, no ping is sent. Hosts that collect real measurement data are refused.
        """,
      valueName: "url"
    ),
    transform: parseCollector
  )
  var collector: CollectorArgument?

  @Option(
    help: ArgumentHelp(
      "Keep identities and undelivered pings in this directory.",
      valueName: "dir"
    ),
    completion: .directory,
    transform: parseDirectory
  )
  var store: String?
}

struct CollectorArgument {
  var text: String
  var collector: Collector
}

private func parseCollector(_ text: String) throws -> CollectorArgument {
  do {
    return CollectorArgument(text: text, collector: try Collector(text))
  } catch {
    throw ValidationError("\(text): \(error)")
  }
}

private func parseDirectory(_ text: String) throws -> String {
  guard !text.isEmpty else { throw ValidationError("--store: name a directory.") }
  return text
}

/// Switches the network off and on for a scenario. The scenario's clock does not wait for attempts to send. When the
/// network is switched on again, the attempts that would have failed in the meantime are counted.
final class ScriptedNetwork: Sendable {
  private let delivery: PingDelivery
  private let lossTime = Mutex<Int64?>(nil)
  private let losses = Atomic(0)
  private let sending = Mutex(Sending())

  private struct Sending {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  var isOnline: Bool { lossTime.withLock { $0 == nil } }

  /// Whether the network was off at any time.
  var wasLost: Bool { losses.load(ordering: .relaxed) > 0 }

  init(_ delivery: PingDelivery) { self.delivery = delivery }

  /// Switches the network on, or tries to send all earlier pings and switches it off. `time` is in Unix seconds.
  func set(isOnline: Bool, at time: Int64) {
    let lost = lossTime.withLock { loss in
      defer { loss = isOnline ? nil : time }
      return loss
    }
    guard isOnline else {
      losses.add(1, ordering: .relaxed)
      return waitUntilSent()
    }
    if let lost { delivery.passOffline(from: lost, to: time) }
    delivery.start()
  }

  /// Stops waiting for pings that are being sent.
  func cancel() {
    sending.withLock { sending in
      sending.isCancelled = true
      sending.task?.cancel()
    }
  }

  /// Waits until all pings are sent or sending fails. Blocks the player's thread: an engine's calls cannot suspend.
  private func waitUntilSent() {
    let isSent = DispatchSemaphore(value: 0)
    let task = Task { [delivery] in
      await delivery.drain()
      isSent.signal()
    }
    sending.withLock { sending in
      sending.task = task
      if sending.isCancelled { task.cancel() }
    }
    isSent.wait()
  }
}
