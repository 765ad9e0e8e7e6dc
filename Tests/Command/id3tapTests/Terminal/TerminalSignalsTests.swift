import Glibc
import Testing

@testable import Commands

@Suite struct TerminalSignalsTests {
  /// The sequences that switch to the alternate screen and back.
  private static let (enter, leave) = ("\u{1b}[?1049h", "\u{1b}[?1049l")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "the first signal runs the previous handler, and the second restores the terminal and ends the process"
  )
  func second() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .signal(SIGINT),
        observing: [\.standardOutputContent]
      ) {
        signal(SIGINT) { _ in _ = Glibc.write(STDOUT_FILENO, "handler", 7) }
        TerminalSignals.watch()
        TerminalGuard.take(.inForeground)
        raise(SIGINT)
        precondition(TerminalGuard.hasScreen)
        precondition(TerminalSignals.events().contains(.end))
        raise(SIGINT)
      }
    )
    let output = Self.text(result.standardOutputContent)
    let entered = try #require(output.firstRange(of: Self.enter))
    let handled = try #require(output.firstRange(of: "handler"))
    let left = try #require(output.firstRange(of: Self.leave))
    #expect(entered.upperBound <= handled.lowerBound)
    #expect(handled.upperBound <= left.lowerBound)
  }

  @Test("a signal that 'watch(except:)' excludes keeps its handler and can be repeated")
  func others() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(3),
        observing: [\.standardOutputContent]
      ) {
        signal(SIGHUP) { _ in _ = Glibc.write(STDOUT_FILENO, "again ", 6) }
        // The parent process of the tests may have blocked the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGHUP)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        TerminalSignals.watch(except: [SIGHUP])
        TerminalGuard.take(.inForeground)
        for _ in 1...3 { raise(SIGHUP) }
        precondition(TerminalGuard.hasScreen)
        TerminalSignals.unwatch()
        raise(SIGHUP)
        exit(3)
      }
    )
    let output = Self.text(result.standardOutputContent)
    #expect(output.contains("again again again again "))
    // The terminal is restored at the exit of the process.
    #expect(output.contains(Self.leave))
  }

  @Test("a frame is not drawn after the terminal was restored")
  func late() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(0),
        observing: [\.standardOutputContent]
      ) {
        TerminalGuard.take(.none)
        let terminal = TakenTerminal(keys: .none)
        terminal.show(["early"], size: .usual)
        TerminalGuard.giveBack()
        terminal.show(["late"], size: .usual)
        exit(0)
      }
    )
    let output = Self.text(result.standardOutputContent)
    #expect(output.contains("early"))
    #expect(!output.contains("late"))
  }
}
