import Terminal

/// Plays on a terminal until the viewer leaves it, or the process is asked to end.
package struct TerminalRun {
  private let controller: PlayerController
  private let clock: RunningClock
  private let isColored: Bool
  private let isInterrupted: () -> Bool
  private let look: () -> Void

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - controller: What keys do.
  ///   - clock: The time of the player.
  ///   - isColored: Whether there are colours.
  ///   - isInterrupted: Asked after each signal that asks for an end.
  ///   - look: Called regularly on this thread, for other work.
  package init(
    _ controller: PlayerController,
    clock: RunningClock,
    isColored: Bool,
    isInterrupted: @escaping () -> Bool,
    look: @escaping () -> Void
  ) {
    self.controller = controller
    self.clock = clock
    self.isColored = isColored
    self.isInterrupted = isInterrupted
    self.look = look
  }

  /// Wakes the run, from any thread: there is something new to play or to show.
  package static func wake() { TerminalSignals.post(.changed) }

  /// Plays, then gives the terminal back as it was.
  /// - Returns: Zero, or the system's error number when the terminal could not be taken.
  package func callAsFunction() -> Int32 {
    TerminalSignals.watch()
    defer { TerminalSignals.unwatch() }
    let failure = TerminalGuard.take(.all)
    guard failure == 0 else { return failure }
    defer { TerminalGuard.giveBack() }
    let terminal = TakenTerminal(keys: .all, isColored: isColored)
    while !controller.wantsQuit, !isInterrupted(), !terminal.isGone {
      draw(on: terminal)
      // Until a key, a signal, something new of a stream, or the next second.
      let time = min(clock.realMilliseconds(until: controller.session.nextMoment), 1000)
      for key in terminal.wait(atMost: time) { controller.press(key) }
      let isStillTaken = terminal.handleSignals(
        willStop: controller.session.goToBackground,
        didContinue: controller.session.comeToForeground
      )
      if !isStillTaken { controller.press(.character("q")) }
      controller.session.advance()
      look()
    }
    controller.session.quit()
    return 0
  }

  private func draw(on terminal: TakenTerminal) {
    if controller.needsRedraw {
      controller.needsRedraw = false
      terminal.forget()
    }
    let size = ScreenSize.current
    let (lines, page) = PlayerScreen(picture: controller.picture, size: size).layout
    controller.pageSize = page
    terminal.show(lines, size: size)
  }
}
