import Foundation
import Glibc
import Synchronization
import System
import TestSupport
import Testing
import TimedMetadata

/// Collectors that are killed under load. No answered ping may be lost.
@Suite(
  .ownThread,
  .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is missing: 'make tools' installs it")
)
struct CollectKillTests {
  private static let rounds = 4
  private static let clients = 8
  private let shell: Shell

  init() throws { shell = try Shell() }

  private final class Answered: Sendable {
    private struct State {
      var numbers: Set<Int> = []
      var clients = 0
    }

    private let state = Monitor(State())

    var all: Set<Int> { state.withLock(\.numbers) }
    func add(_ number: Int) { state.withLock { _ = $0.numbers.insert(number) } }
    func clientBegins() { state.withLock { $0.clients += 1 } }
    func clientEnds() { state.withLock { $0.clients -= 1 } }

    /// Waits for `count` answers, or until all clients have ended. Returns false after five minutes.
    func wait(for count: Int) -> Bool {
      state.wait(atMost: 300) { $0.numbers.count >= count || $0.clients == 0 ? true : nil } ?? false
    }
  }

  @Test("a collector that is killed repeatedly under load has stored every answered ping")
  func kill() throws {
    let answered = Answered()
    let next = Atomic(0)
    for round in 0..<Self.rounds {
      let collector = try RunningCollector(shell, ["--db", "a.sqlite"])
      let before = answered.all.count
      let port = collector.port
      let ended = DispatchGroup()
      for _ in 0..<Self.clients {
        ended.enter()
        answered.clientBegins()
        Thread.detachNewThread {
          defer {
            answered.clientEnds()
            ended.leave()
          }
          // Each client sends pings until the collector is killed.
          guard let client = try? LoopbackClient(port: port) else { return }
          while true {
            let number = next.add(1, ordering: .relaxed).newValue
            let target = "/cgi-bin/gn?prd=dcr&c13=asid,P1&sessionId=s\(number % 7)&n=\(number)"
            guard let answer = try? client.ask(target), answer.status == 200 else { return }
            answered.add(number)
          }
        }
      }
      #expect(answered.wait(for: before + 100 + 150 * round))
      Glibc.kill(collector.process.processIdentifier, SIGKILL)
      collector.process.waitUntilExit()
      ended.wait()
    }
    // Another collector can use the same database.
    let last = try RunningCollector(shell, ["--db", "a.sqlite"])
    #expect(try LoopbackClient(port: last.port).ask("/cgi-bin/gn?prd=dcr&n=0")?.status == 200)
    #expect(last.stop() == 130)
    let stored = try shell.run(
      #"sqlite3 a.sqlite "SELECT substr(url, instr(url, '&n=') + 3) FROM pings""#
    )
    let numbers = stored.lines.compactMap { Int($0) }
    #expect(answered.all.count > 1000)
    #expect(answered.all.subtracting(numbers).isEmpty)
    #expect(Set(numbers).count == numbers.count)
    let intact = try shell.run(
      """
      sqlite3 a.sqlite "PRAGMA integrity_check; SELECT sum(pings) = (SELECT count(*) FROM arrivals)
      FROM sessions"
      """
    )
    #expect(intact.output == "ok\n1\n")
  }
}
