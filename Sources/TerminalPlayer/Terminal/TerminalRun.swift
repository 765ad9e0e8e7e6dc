import Documents
import Glibc

/// Plays on a terminal until the viewer leaves it, or the process is asked to end.
package struct TerminalRun {
  private let controller: PlayerController
  private let clock: RunningClock
  private let style: TableStyle
  private let isInterrupted: () -> Bool
  private let look: () -> Void

  /// Screens are drawn no faster than this, in milliseconds.
  private static let frameTime: Int32 = 50

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - controller: Handles keys.
  ///   - clock: The time of the player.
  ///   - style: Whether there are colours.
  ///   - isInterrupted: Asked after each signal that asks for an end.
  ///   - look: Called regularly on this thread, for other work.
  package init(
    _ controller: PlayerController,
    clock: RunningClock,
    style: TableStyle,
    isInterrupted: @escaping () -> Bool,
    look: @escaping () -> Void
  ) {
    self.controller = controller
    self.clock = clock
    self.style = style
    self.isInterrupted = isInterrupted
    self.look = look
  }

  /// Wakes the run, from any thread: there is something new to play or to show.
  package static func wake() { TerminalSignals.post(.changed) }

  /// Whether the player can show a screen: standard input and output are a terminal.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Plays, then gives the terminal back as it was.
  /// - Returns: Zero, or the system's error number when the terminal could not be taken.
  package func callAsFunction() -> Int32 {
    TerminalSignals.watch()
    defer { TerminalSignals.unwatch() }
    let failure = TerminalGuard.take()
    guard failure == 0 else { return failure }
    defer { TerminalGuard.giveBack() }
    let screen = TerminalOutput(style: style)
    while !controller.wantsQuit, !isInterrupted(), !screen.isGone {
      draw(on: screen)
      wait(screen)
      handle(TerminalSignals.events(), screen)
      controller.session.advance()
      look()
    }
    controller.session.quit()
    return 0
  }

  private func draw(on screen: TerminalOutput) {
    if controller.needsRedraw {
      controller.needsRedraw = false
      screen.forget()
    }
    let size = screen.size
    let (lines, page) = PlayerScreen(picture: controller.picture, size: size).layout
    controller.pageSize = page
    screen.show(lines, size: size)
  }

  /// Waits for a key, a signal, something new of a stream, or the next second.
  private func wait(_ screen: TerminalOutput) {
    var watched = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let time = min(clock.realMilliseconds(until: controller.session.nextMoment), 1000)
    guard poll(&watched, 2, time) > 0 else { return }
    if watched[0].revents != 0 {
      for key in screen.keys() { controller.press(key) }
    } else {
      // A stream that is read fast sends many signals: several are shown in one frame.
      poll(&watched, 1, Self.frameTime)
    }
  }

  private func handle(_ events: [TerminalSignals.Event], _ screen: TerminalOutput) {
    if events.contains(.suspend) {
      controller.session.goToBackground()
      TerminalGuard.giveBack()
      TerminalSignals.suspend()
      // The shell may have taken the terminal away permanently.
      if TerminalGuard.take() != 0 { controller.press(.character("q")) }
      controller.session.comeToForeground()
      screen.forget()
    } else if events.contains(.resumed) {
      // Stopped by SIGSTOP, which cannot be seen: the shell has set the terminal to its own liking.
      TerminalGuard.giveBack()
      if TerminalGuard.take() != 0 { controller.press(.character("q")) }
      screen.forget()
    }
    if events.contains(.resized) { screen.forget() }
  }
}
