import Glibc
import NielsenAppApi
import PingDelivery
import Synchronization

/// Puts pings into a queue, sends them, or both, until it is done or killed. It reports a ping on standard output after
/// the queue has guaranteed to keep it.
///
///     PingDeliveryChild DIRECTORY COLLECTOR|-|play FIRST COUNT
///
/// With a collector of `-`, nothing is sent. With a collector, the program ends when no pings wait. With `play`, an
/// engine plays the seconds from FIRST on, with a tag every ten seconds, and each second is reported after it was
/// played.
@main
struct Child {
  static let appID = "child"

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let first = Int64(arguments[3]), let count = Int64(arguments[4])
    else { exit(64) }
    let isSending = arguments[2] != "-" && arguments[2] != "play"
    var settings = PingDelivery.Settings()
    settings.configuration.queue.limit = 0
    let delivery = PingDelivery(
      to: try Collector(isSending ? arguments[2] : "http://127.0.0.1:9"),
      store: arguments[1],
      appID: appID,
      settings: settings
    ) { problem in
      report("problem: \(problem)")
    }
    guard arguments[2] != "play" else { return play(first, count, into: delivery.journal) }
    guard isSending else { return add(first, count, to: delivery.journal) }
    delivery.start()
    add(first, count, to: delivery.journal)
    await delivery.drain()
    let summary = delivery.summary
    await delivery.stop()
    report("waiting \(summary.waiting)")
  }

  static func add(_ first: Int64, _ count: Int64, to journal: any PingJournal) {
    for number in first..<first + count {
      let ping = Ping(
        product: .dtvr,
        type: .view,
        createTime: number,
        sendTime: number,
        endpoint: "/d",
        parameters: [],
        url: "https://collector.invalid/d?n=\(number)"
      )
      journal.commit(PingJournalEntry(instance: "child", pings: [ping]))
      report("\(number)")
    }
  }

  static func play(_ first: Int64, _ count: Int64, into journal: any PingJournal) {
    let start: Int64 = 1_699_984_800
    var environment = EngineEnvironment.offline(seed: 0)
    environment.journal = journal
    let clock = Clock(start)
    environment.clock = { clock.seconds.load(ordering: .relaxed) * 1000 }
    let engine = NielsenAppApi(appInfo: ["appid": appID], delegate: nil, environment: environment)
    engine?.play(["channelName": "X"])
    engine?.loadMetadata(["type": "content", "adModel": "1"])
    for second in first..<first + count {
      clock.seconds.store(start + second, ordering: .relaxed)
      engine?.playheadPosition(second)
      if second % 10 == 0 { engine?.sendID3(payload(second)) }
      report("\(second)")
    }
  }

  private final class Clock: Sendable {
    let seconds: Atomic<Int64>
    init(_ seconds: Int64) { self.seconds = Atomic(seconds) }
  }

  /// A payload that names the final distributor. Its offset is 36,000 plus `second`, which is below 50,000.
  private static func payload(_ second: Int64) -> String {
    let watermark = String(repeating: "A", count: 167) + "="
    return "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/" + watermark
      + "/00000/\(36_000 + second)/00"
  }

  /// Writes a line in a single write, so that it is printed completely or not at all.
  static func report(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
