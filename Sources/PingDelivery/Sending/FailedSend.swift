import NielsenAppApi

/// An attempt to send a ping that failed.
public struct FailedSend: Sendable, Equatable {
  /// The URL of the ping as the engine made it, without what later attempts change in it.
  public let url: String
  /// The number of the iOS SDK API Reference: 8, 9, 10 or 1001.
  public let code: DeliveryProblem.Code
  /// The event, without the time until the next attempt.
  public let text: String
}

/// The first failure of each number of each ping: how often an attempt fails depends on the time that
/// passes, and that it fails does not.
struct FailedSends {
  /// Failures that are kept: of a collector that refuses all pings of a long stream, the first.
  private static let limit = 10_000

  private(set) var all: [FailedSend] = []
  /// The numbers of the latest ping: pings are sent one after the other.
  private var latest: (url: String, codes: Set<DeliveryProblem.Code>) = ("", [])

  mutating func add(_ code: DeliveryProblem.Code, _ text: String, of ping: QueuedPing) {
    let url = ping.request.url
    if latest.url != url { latest = (url, []) }
    guard latest.codes.insert(code).inserted, all.count < Self.limit else { return }
    all.append(FailedSend(url: url, code: code, text: text))
  }
}
