import Glibc

/// Copies a bounded part of the output of a command. The rest is read and dropped, so that a command with
/// much output is not blocked. No call waits.
struct CommandOutput {
  /// The most bytes that are shown of a command.
  static let limit = 64 << 10
  /// The bytes of one read: a full pipe.
  private static let chunk = 64 << 10
  /// The most chunks of one turn: a command that prints without end is slowed down.
  private static let chunksInTurn = 4
  /// A pipe that is ready for writing has room for this many bytes (pipe(7)).
  private static let pipeBuffer = 4096
  /// The rest is written at the end in at most this many turns, with this time between them: a second.
  static let (lastTurns, turn) = (50, Duration.milliseconds(20))

  /// The non-blocking descriptor that is read.
  private let source: Int32
  /// The descriptor that is written.
  private let target: Int32
  private var buffer = [UInt8](repeating: 0, count: chunk)
  /// Bytes that have not been written yet.
  private var pending: ArraySlice<UInt8> = []
  /// The number of bytes that were kept so far.
  private var taken = 0
  private var endsLine = true
  /// Whether output was dropped.
  private(set) var isCut = false

  /// Makes a copier from a non-blocking descriptor to another descriptor.
  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
  }

  /// Reads the available output, and writes as much as possible without waiting. False: nothing more will come.
  @discardableResult
  mutating func copy() -> Bool {
    var isOpen = true
    for _ in 0..<Self.chunksInTurn {
      let count = Glibc.read(source, &buffer, Self.chunk)
      if count == 0 { isOpen = false }
      guard count > 0 else { break }
      take(count)
    }
    writeWithoutWaiting()
    return isOpen
  }

  /// Takes the rest of the output of a command that has ended, and ends what is shown with a line.
  mutating func end() {
    copy()
    guard isCut, !endsLine else { return }
    pending.append(UInt8(ascii: "\n"))
    endsLine = true
  }

  /// Keeps this many bytes of the buffer, up to the limit.
  private mutating func take(_ count: Int) {
    let kept = min(count, Self.limit - taken)
    if kept < count { isCut = true }
    guard kept > 0 else { return }
    pending += buffer[..<kept]
    taken += kept
    endsLine = buffer[kept - 1] == UInt8(ascii: "\n")
  }

  /// Writes what the target takes now. False: something is left.
  @discardableResult
  mutating func writeWithoutWaiting() -> Bool {
    while !pending.isEmpty {
      var end = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
      guard poll(&end, 1, 0) > 0, end.revents & Int16(POLLOUT) != 0 else { return false }
      let count = pending.prefix(Self.pipeBuffer).withUnsafeBytes {
        Glibc.write(target, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return false }
      guard count > 0 else {
        // The target is closed.
        pending = []
        return true
      }
      pending.removeFirst(count)
    }
    return true
  }
}
