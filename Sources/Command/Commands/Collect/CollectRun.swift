import Collector
import Formats
import Foundation
import HTTP
import HTTPServer
import Records
import System

struct CollectRun {
  let settings: CollectorSettings
  let diagnostics: Diagnostics

  /// Collects pings until the command is interrupted. Returns when all received pings are stored.
  /// - Throws: `CollectorError`.
  func callAsFunction() async throws {
    Interruption.watch()
    let collector = try PingCollector(settings)
    let address = try await collector.start()
    announce("\(collector.scheme)://\(address)", address)
    let service = ServiceManager(environment: ProcessInfo.processInfo.environment)
    service?.isReady()
    let beating = Task { await service?.keepAlive { true } }
    await Interruption.wait()
    beating.cancel()
    try await collector.stop()
    let counts = collector.counts
    let stored = collector.storedPings
    let removed = counts.removed > 0 ? ", \(counts.removed) of the oldest removed" : ""
    let refused = counts.refused > 0 ? ", \(counts.refused) requests refused" : ""
    diagnostics.notice(
      "\(settings.database): \(Decimals.counted(stored, "ping")) stored\(removed)\(refused)"
    )
  }

  /// Announces the collector's address: in a message on standard error, and in a record on standard output if that is
  /// not a terminal.
  private func announce(_ url: String, _ address: ListeningAddress) {
    if !isLoopback(address.host) {
      diagnostics.notice(
        "\(address): anyone who can reach this address can send pings and see all stored pings: give "
          + "--listen 127.0.0.1:\(address.port) to accept only connections from this machine"
      )
    }
    diagnostics.notice(
      "\(url): collects pings into \(settings.database), live page at \(url)/: stop with Ctrl-C"
    )
    let output = OutputDestination.standardOutput()
    guard !output.isTerminal else { return }
    let line = JSONValue.object([
      .init("event", .string("listening")),
      .init("url", .string(url)),
      .init("host", .string(address.host)),
      .init("port", JSONValue(address.port)),
      .init("db", .string(settings.database)),
    ])
    do throws(OutputError) {
      try output.append { bytes in
        line.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
      try output.flush()
    } catch {
      // The collector works without the record, so the failure is only logged.
      diagnostics.log.info("\(error.description)")
    }
  }

  private func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
