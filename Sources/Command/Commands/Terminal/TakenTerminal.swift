import Glibc

/// The terminal while a program has it, for the one thread that draws on it and reads its keys.
/// ``TerminalGuard`` takes it, ``TerminalSignals`` wakes the thread.
package final class TakenTerminal {
  private let keys: TerminalGuard.Keys
  private var decoder = KeyDecoder()
  /// The size of the frame that the terminal shows; nil when the next is drawn from scratch.
  private var shownSize: ScreenSize?
  private var isGone = false

  /// Without keys, screens are drawn no faster than this, in milliseconds.
  private static let frameTime: Int32 = 50

  /// `keys`: how the keys were taken, and are taken again after a stop.
  package init(keys: TerminalGuard.Keys) { self.keys = keys }

  // MARK: - The screen

  /// Shows texts that fit the screen, which may have colours: all of them, in one write.
  package func show(_ texts: [String], size: ScreenSize) {
    write(ScreenFrame.text(texts, size: size, isAnew: size != shownSize))
    shownSize = size
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
    return decoder.keys(from: bytes[..<count])
  }

  // MARK: - Signals

  /// Does what signals have asked for since the last time: stops the process after Ctrl-Z, and draws from
  /// scratch when it is continued and when the size has changed.
  package func handleSignals() {
    let events = TerminalSignals.events()
    if events.contains(.suspend) {
      TerminalGuard.giveBack()
      TerminalSignals.suspend()
      TerminalGuard.take(keys)
      shownSize = nil
    } else if events.contains(.resumed) {
      // Stopped by SIGSTOP, which cannot be seen: the shell has set the terminal to its own liking.
      TerminalGuard.giveBack()
      TerminalGuard.take(keys)
      shownSize = nil
    }
    if events.contains(.resized) { shownSize = nil }
  }
}
