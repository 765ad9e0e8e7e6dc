import Glibc

/// Draws on the terminal and reads its keys, on one thread. ``TerminalGuard`` takes and restores the terminal, and
/// ``TerminalSignals`` wakes the thread.
package final class TakenTerminal {
  private let keys: TerminalGuard.Keys
  private var decoder = KeyDecoder()
  /// The size of the latest frame. Nil if the screen must be erased before the next frame.
  private var shownSize: ScreenSize?
  private var isGone = false

  /// The time, in milliseconds, to wait for further signals and posts, which share one frame. A key ends the wait.
  private static let frameTime: Int32 = 50

  /// `keys` selects the keys that are read, and that are taken again when a stopped process continues.
  package init(keys: TerminalGuard.Keys) { self.keys = keys }

  // MARK: - The screen

  /// Shows texts, one per row, as one frame. They must fit the screen, and may have colours.
  package func show(_ texts: [String], size: ScreenSize) {
    write(ScreenFrame.text(texts, size: size, isAnew: size != shownSize))
    shownSize = size
  }

  private func write(_ frame: String) {
    // After a signal or another thread has restored the terminal, the screen belongs to the shell.
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
  /// - Parameter milliseconds: The maximum wait for the first of these.
  /// - Returns: The keys that were pressed.
  package func wait(atMost milliseconds: Int32) -> [TerminalKey] {
    if keys == .inForeground { TerminalGuard.takeKeysAgain() }
    var watched = [
      // poll(2) ignores a descriptor below 0.
      pollfd(fd: canRead ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, milliseconds) > 0 else { return [] }
    if watched[0].revents != 0 { return readKeys() }
    poll(&watched, 1, Self.frameTime)
    return []
  }

  private var canRead: Bool {
    switch keys {
    // In the background, keys belong to the shell. A closed terminal would always be readable.
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
    return decoder.keys(from: bytes[..<count])
  }

  // MARK: - Signals

  /// Handles the signals since the last call. Stops the process after Ctrl-Z. Erases the screen before the next frame
  /// if the process was continued or the size has changed.
  package func handleSignals() {
    let events = TerminalSignals.events()
    if events.contains(.suspend) {
      TerminalGuard.giveBack()
      TerminalSignals.suspend()
      TerminalGuard.take(keys)
      shownSize = nil
    } else if events.contains(.resumed) {
      // After SIGSTOP, which cannot be handled, the shell has changed the terminal's settings.
      TerminalGuard.giveBack()
      TerminalGuard.take(keys)
      shownSize = nil
    }
    if events.contains(.resized) { shownSize = nil }
  }
}
