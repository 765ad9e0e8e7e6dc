import Glibc
import NielsenAppApi
import PingDelivery

/// Measures the time to store a ping, and the rate at which waiting pings are sent to a collector on loopback over one
/// connection.
///
///     QueueRate FOLDER [PINGS]
@main
struct QueueRate {
  private static let appID = "bench"
  private static let commits = 1000

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, let count = Int(arguments.count > 2 ? arguments[2] : "100000")
    else {
      print("QueueRate: usage: QueueRate FOLDER [PINGS]")
      exit(64)
    }
    let folder = arguments[1] + "/queue"
    print("| what | seconds | each, µs | per second |\n|---|---:|---:|---:|")

    try report("write and fdatasync of 4 KiB", commits, syncs(in: arguments[1]))

    var settings = PingDelivery.Settings()
    settings.configuration.queue.limit = 0
    let collector = try CountingCollector()
    let delivery = PingDelivery(
      to: try Collector("http://127.0.0.1:\(collector.port)"),
      store: folder,
      appID: appID,
      settings: settings
    )
    let single = ContinuousClock().measure {
      for number in 0..<commits { delivery.add(number..<number + 1) }
    }
    report("commit of one ping", commits, single)

    let bulk = ContinuousClock().measure {
      for start in stride(from: commits, to: count, by: commits) {
        delivery.add(start..<min(start + commits, count))
      }
    }
    report("commits of 1000 pings, per ping", count - commits, bulk)

    let drain = await ContinuousClock().measure { await delivery.drain() }
    report("sending of waiting pings", count, drain)
    let summary = delivery.summary
    await delivery.stop()
    let (requests, connections) = collector.counts
    print(
      "\n\(requests) requests in order over \(connections) connection, "
        + "\(summary.waiting) pings left, "
        + (collector.isComplete(count) ? "none lost." : "PINGS LOST, COPIED OR OUT OF ORDER.")
    )
    if !collector.isComplete(count) { exit(1) }
  }

  private static func report(_ what: String, _ count: Int, _ duration: Duration) {
    let seconds = duration / .seconds(1)
    let each = seconds / Double(max(1, count))
    print(
      "| \(what) | \(rounded(seconds, 3)) | \(rounded(each * 1e6, 1)) | \(Int(1 / each)) |"
    )
  }

  private static func rounded(_ number: Double, _ digits: Int) -> Double {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    return (number * factor).rounded() / factor
  }

  /// The time in which the disk writes and synchronizes 1000 blocks of 4 KiB.
  private static func syncs(in folder: String) throws -> Duration {
    let path = folder + "/sync"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw Failure(what: "cannot make \(path)") }
    defer {
      close(file)
      unlink(path)
    }
    let block = [UInt8](repeating: 1, count: 4096)
    return try ContinuousClock().measure {
      for _ in 0..<commits {
        guard write(file, block, block.count) == block.count, fdatasync(file) == 0 else {
          throw Failure(what: "cannot write \(path)")
        }
      }
    }
  }
}

struct Failure: Error { var what: String }

extension PingDelivery {
  /// Adds pings with these numbers in one commit. Their URLs are as long as those of the engine.
  fileprivate func add(_ numbers: Range<Int>) {
    let rest = String(repeating: "&c99=parameter,0123456789", count: 50)
    let pings = numbers.map { number in
      Ping(
        product: .dtvr,
        type: .duration,
        createTime: 1_700_000_000,
        sendTime: 1_700_000_000,
        endpoint: "/cgi-bin/d",
        parameters: [],
        url: "https://collector.invalid/cgi-bin/d?n=\(number)\(rest)"
      )
    }
    journal.commit(PingJournalEntry(instance: "bench", pings: pings))
  }
}
