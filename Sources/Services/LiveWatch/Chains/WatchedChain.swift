import Synchronization
import TimedMetadata
import Trace

/// The taps of one chain, in order. Each tap is a feed of the watch and stores its tags in the chain. Memory is
/// limited.
package final class WatchedChain: Sendable {
  /// The seconds of content that are kept and compared for each tap.
  private static let window = 900.0
  /// The minimum time between two comparisons, or between two recorded positions of a tap, in seconds.
  static let interval = 1.0

  private struct State {
    var taps: [Tap]
    /// Whether a tap has been read or reopened since the latest comparison.
    var hasChanged = false
    var comparison = Comparison()
    /// When the taps were last compared, on the steady clock.
    var comparedAt = -Double.infinity
  }

  struct Comparison {
    var report = ChainReport()
    /// When a tap was last opened again, in Unix seconds. Faults of earlier tags are not reported again.
    var since = -Double.infinity
  }

  package let name: String
  private let names: [String]
  private let state: Mutex<State>

  /// Makes a chain that has not been read. `taps` are the names of its taps, which must be different.
  package init(_ name: String, taps: [String]) {
    (self.name, names) = (name, taps)
    state = Mutex(State(taps: taps.map { Tap(stream: $0, isPart: true) }))
  }

  package var taps: [ChainTap] {
    names.enumerated().map { ChainTap(self, number: $0.offset, name: $0.element) }
  }

  /// Restarts the timeline of a tap that is opened again. `date` is in Unix seconds.
  func connect(_ number: Int, at date: Double) {
    state.withLock { state in
      guard !state.taps[number].isEmpty else { return }
      state.taps[number] = Tap(stream: names[number], isPart: true)
      state.comparison.since = date
      state.hasChanged = true
    }
  }

  func change(_ number: Int, _ body: (inout Tap) -> Void) {
    state.withLock { state in
      body(&state.taps[number])
      state.taps[number].keep(last: Self.window)
      state.hasChanged = true
    }
  }

  /// Compares the taps, at most once a second, and returns the latest comparison. `now` is the time on the steady
  /// clock.
  func comparison(now: Double) -> Comparison {
    state.withLock { state in
      guard state.hasChanged, now - state.comparedAt >= Self.interval else {
        return state.comparison
      }
      state.comparison.report = ChainTrace.report(state.taps, isFinal: false)
      (state.hasChanged, state.comparedAt) = (false, now)
      return state.comparison
    }
  }
}
