import NielsenAppApi

@testable import PingDelivery

/// Pings with a number that is visible to the collector.
enum SamplePing {
  static func make(_ number: Int, _ product: Ping.Product = .dtvr) -> Ping {
    Ping(
      product: product,
      type: .view,
      createTime: Int64(number),
      sendTime: Int64(number),
      endpoint: "/d",
      parameters: [],
      url: "https://collector.invalid/d?n=\(number)"
    )
  }

  /// A session ping that was made by an engine, so its URL counts attempts.
  static func session() -> Ping? {
    final class Box: @unchecked Sendable { var ping: Ping? }
    let box = Box()
    var environment = EngineEnvironment.offline(seed: 1)
    environment.clock = { 1_699_984_800_000 }
    environment.onPing = { box.ping = box.ping ?? $0 }
    _ = NielsenAppApi(appInfo: ["appid": "a"], delegate: nil, environment: environment)
    return box.ping
  }

  /// The numbers in the URLs of ``make(_:_:)``.
  static func number(_ uri: String) -> Int? { uri.split(separator: "=").last.flatMap { Int($0) } }
}

extension PingQueue {
  /// Adds pings to the queue.
  func add(_ pings: [Ping]) { commit(PingJournalEntry(instance: "test", pings: pings)) }
}
