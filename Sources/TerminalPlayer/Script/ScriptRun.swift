import Playback

/// Plays as a script says.
package struct ScriptRun {
  /// Lets time pass for a script.
  package struct Waiting {
    /// Returns when the clock shows a time, in Unix milliseconds, or somewhat earlier.
    let wait: (Int64) -> Void

    /// Sets a clock that does not advance otherwise.
    package static func setting(_ clock: VirtualClock) -> Waiting {
      Waiting { clock.set(milliseconds: max(clock.milliseconds, $0)) }
    }

    /// Waits as long as a running clock takes; `sleep` gets milliseconds of real time and may return
    /// earlier.
    package static func sleeping(
      by clock: RunningClock,
      _ sleep: @escaping (Int32) -> Void
    ) -> Waiting {
      // A stream that becomes ready is not signalled: poll for it.
      Waiting { sleep(min(clock.realMilliseconds(until: $0), 20)) }
    }
  }

  private let controller: PlayerController
  private let clock: any PlayerClock
  private let waiting: Waiting
  private let isInterrupted: () -> Bool

  /// Makes a run; `isInterrupted` ends it early.
  package init(
    _ controller: PlayerController,
    clock: any PlayerClock,
    waiting: Waiting,
    isInterrupted: @escaping () -> Bool
  ) {
    self.controller = controller
    self.clock = clock
    self.waiting = waiting
    self.isInterrupted = isInterrupted
  }

  /// Takes all steps, then leaves the player, as `q` does.
  package func callAsFunction(_ script: PlayerScript) {
    let session = controller.session
    for step in script.steps where !controller.wantsQuit && !isInterrupted() {
      switch step {
      case .key(let key): controller.press(key)
      case .seek(let second): session.seek(to: second)
      case .wait(let milliseconds): pass(until: clock.milliseconds + milliseconds) { false }
      case .waitForEnd: pass(until: .max) { session.phase != .playing }
      }
    }
    session.quit()
  }

  private func pass(until end: Int64, isOver: () -> Bool) {
    let session = controller.session
    session.advance()
    while clock.milliseconds < end, !isOver(), !isInterrupted() {
      waiting.wait(min(end, session.nextMoment))
      session.advance()
    }
  }
}
