import Glibc

/// The terminal while a program has it, for the one thread that draws on it and reads its keys.
/// ``TerminalGuard`` takes it, ``TerminalSignals`` wakes the thread.
package final class TakenTerminal {
  private let keys: TerminalGuard.Keys
  private var writer: ScreenWriter
  private var decoder = KeyDecoder()
  /// Whether the terminal is gone.
  package private(set) var isGone = false

  /// How long an ESC is waited for what follows it, in milliseconds.
  private static let escapeTimeoutMilliseconds: Int32 = 50
  /// Without keys, screens are drawn no faster than this, in milliseconds.
  private static let frameTime: Int32 = 50

  /// `keys`: how the keys were taken, and are taken again after a stop.
  package init(keys: TerminalGuard.Keys, isColored: Bool) {
    self.keys = keys
    writer = ScreenWriter(isColored: isColored)
  }

  // MARK: - The screen

  /// The next frame is drawn from scratch.
  package func forget() { writer.forget() }

  /// Shows lines: what has changed of them, in one write.
  package func show(_ lines: [ScreenLine], size: ScreenSize) {
    write(writer.frame(lines, size: size))
  }

  /// Shows texts that fit the screen, which may have colours: all of them, in one write.
  package func showWhole(_ texts: [String], size: ScreenSize) {
    write(writer.wholeFrame(texts, size: size))
  }

  private func write(_ frame: String) {
    // A signal, or another thread, has given the terminal back: the screen is the shell's.
    guard TerminalGuard.hasScreen else { return }
    let frame = Array(frame.utf8)
    var written = 0
    while written < frame.count {
      let count = frame.withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 100)
      default:
        isGone = true
        return
      }
    }
  }

  // MARK: - Keys

  /// Waits for a key, a signal, or ``TerminalSignals/post(_:)``.
  /// - Parameter milliseconds: The longest wait.
  /// - Returns: The keys that were pressed.
  package func wait(atMost milliseconds: Int32) -> [TerminalKey] {
    if keys == .inForeground { TerminalGuard.takeKeysAgain() }
    var watched = [
      // A descriptor below 0 is left out.
      pollfd(fd: canRead ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, milliseconds) > 0 else { return [] }
    if watched[0].revents != 0 { return readKeys() }
    // What is posted often is shown in one frame.
    poll(&watched, 1, Self.frameTime)
    return []
  }

  private var canRead: Bool {
    switch keys {
    case .all: true
    // Keys that go to the shell are not ours to read. Where the terminal is gone, it would be readable
    // for ever.
    case .inForeground: !isGone && TerminalGuard.isInForeground
    case .none: false
    }
  }

  private func readKeys() -> [TerminalKey] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else {
      isGone = true
      return []
    }
    var keys = decoder.keys(from: bytes[..<count])
    if decoder.isWaiting {
      var more = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&more, 1, Self.escapeTimeoutMilliseconds) == 0, let key = decoder.flush() {
        keys.append(key)
      }
    }
    return keys
  }

  // MARK: - Signals

  /// Does what signals have asked for since the last time: stops the process after Ctrl-Z, and draws from
  /// scratch when it is continued and when the size has changed.
  /// - Parameters:
  ///   - willStop: Called before the terminal is given to the shell.
  ///   - didContinue: Called when the process is continued.
  /// - Returns: False when the terminal could not be taken again.
  package func handleSignals(
    willStop: () -> Void = {},
    didContinue: () -> Void = {}
  ) -> Bool {
    let events = TerminalSignals.events()
    var failure: Int32 = 0
    if events.contains(.suspend) {
      willStop()
      TerminalGuard.giveBack()
      TerminalSignals.suspend()
      // The shell may have taken the terminal away permanently.
      failure = TerminalGuard.take(keys)
      didContinue()
      forget()
    } else if events.contains(.resumed) {
      // Stopped by SIGSTOP, which cannot be seen: the shell has set the terminal to its own liking.
      TerminalGuard.giveBack()
      failure = TerminalGuard.take(keys)
      forget()
    }
    if events.contains(.resized) { forget() }
    return failure == 0
  }
}
