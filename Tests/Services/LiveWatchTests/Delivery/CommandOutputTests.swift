import Glibc
import Testing

@testable import LiveWatch

@Suite struct CommandOutputTests {
  /// Two pipes, one for reading and one for writing. All ends are non-blocking.
  private let source: [Int32]
  private let target: [Int32]

  init() throws {
    source = try Self.newPipe()
    target = try Self.newPipe()
  }

  private static func newPipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    let result = pipe(&ends)
    try #require(result == 0)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return ends
  }

  private func closeAll() { for end in source + target { close(end) } }

  /// Writes as many bytes as fit, and returns their number.
  private func print(_ count: Int) -> Int {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    return max(0, write(source[1], bytes, count))
  }

  /// The number of shown bytes, and the last shown byte.
  private func shown() -> (count: Int, last: UInt8?) {
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    var all: [UInt8] = []
    while true {
      let count = read(target[0], &bytes, bytes.count)
      guard count > 0 else { return (all.count, all.last) }
      all += bytes[..<count]
    }
  }

  @Test(
    "output is shown up to the limit, and ends with a line break if it is cut",
    arguments: [(0, 0), (1, 1), (60_000, 60_000), (200_000, CommandOutput.limit + 1)]
  )
  func limit(printed: Int, expected: Int) {
    defer { closeAll() }
    var output = CommandOutput(from: source[0], to: target[1])
    var left = printed
    var count = 0
    var last: UInt8?
    while left > 0 {
      left -= print(min(left, 50_000))
      output.copy()
      let seen = shown()
      count += seen.count
      last = seen.last ?? last
    }
    output.end(within: .zero)
    let seen = shown()
    count += seen.count
    last = seen.last ?? last
    #expect(count == expected)
    #expect(output.isCut == (printed > CommandOutput.limit))
    #expect(printed == 0 || last == UInt8(ascii: output.isCut ? "\n" : "x"))
  }

  @Test("a command is not blocked if its output is not read")
  func stuck() {
    defer { closeAll() }
    while write(target[1], "x", 1) == 1 {}
    var output = CommandOutput(from: source[0], to: target[1])
    var all = 0
    for _ in 0..<10 {
      all += print(50_000)
      output.copy()
    }
    #expect(all == 500_000)
    output.end(within: .zero)
    #expect(output.isCut)
  }
}
