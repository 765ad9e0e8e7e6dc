import Glibc

/// What a command prints, on its way to where it is seen: a bounded part of it. The rest is read and dropped,
/// so that a command that says much waits for nobody. Nothing here waits either, but ``finish()`` for a moment.
struct CommandOutput {
  /// Bytes that are shown of a command.
  static let limit = 64 << 10
  /// Bytes that are read at once, as many as a pipe holds.
  private static let chunk = 64 << 10
  /// Chunks that are read in one turn: who prints without end is slowed down.
  private static let chunksInTurn = 4
  /// A pipe that can be written to has room for this many bytes (pipe(7)).
  private static let pipeBuffer = 4096
  /// What is left at the end is written in this many turns, each of this many microseconds.
  private static let (lastTurns, turn) = (50, UInt32(20_000))

  /// Where it is read, without waiting.
  private let source: Int32
  /// Where it is seen.
  private let target: Int32
  private var buffer = [UInt8](repeating: 0, count: chunk)
  /// What has not been written yet.
  private var pending: ArraySlice<UInt8> = []
  /// Bytes that were taken to be shown.
  private var taken = 0
  private var endsLine = true
  /// Whether something was dropped.
  private(set) var isCut = false

  /// Copies from one descriptor, which does not block, to another.
  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
  }

  /// Takes what is there, and writes what can be written at once.
  mutating func copy() {
    for _ in 0..<Self.chunksInTurn {
      let count = Glibc.read(source, &buffer, Self.chunk)
      guard count > 0 else { break }
      take(count)
    }
    writeWithoutWaiting()
  }

  /// Takes what a command left that has ended. Who does not read what is shown within a second does not get
  /// all of it.
  mutating func finish() {
    copy()
    if isCut, !endsLine {
      pending.append(UInt8(ascii: "\n"))
      endsLine = true
    }
    for _ in 0..<Self.lastTurns {
      writeWithoutWaiting()
      guard !pending.isEmpty else { return }
      usleep(Self.turn)
    }
  }

  /// Keeps this many bytes of the buffer, as far as there is room.
  private mutating func take(_ count: Int) {
    let kept = min(count, Self.limit - taken)
    if kept < count { isCut = true }
    guard kept > 0 else { return }
    pending += buffer[..<kept]
    taken += kept
    endsLine = buffer[kept - 1] == UInt8(ascii: "\n")
  }

  private mutating func writeWithoutWaiting() {
    while !pending.isEmpty {
      var end = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
      guard poll(&end, 1, 0) > 0, end.revents & Int16(POLLOUT) != 0 else { return }
      let count = pending.prefix(Self.pipeBuffer).withUnsafeBytes {
        Glibc.write(target, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        // Nobody is there to look.
        pending = []
        return
      }
      pending.removeFirst(count)
    }
  }
}
