import NielsenAppApi
import NielsenTag
import Synchronization

/// Plays content through the engine and prints how many calls of `playheadPosition` and `sendID3` one
/// core handles in a second.
@main enum EngineRate {
  /// Tags played: more than two weeks of a stream.
  private static let tagCount = 140_000
  private static let start: Int64 = 1_700_000_000

  static func main() throws {
    // The tags are made beforehand: making them is no work of the engine.
    var payloads: [String] = []
    for tag in SyntheticTags(seed: 1, start: UInt32(start)) where tag.kind == .data {
      payloads.append(String(decoding: try tag.content.payload(), as: UTF8.self))
      if payloads.count == tagCount { break }
    }
    print("| calls | calls a second | pings |\n|---|---:|---:|")
    try measure("a tag for every tenth playhead, as streams have it", payloads, interval: 10)
    try measure("a tag for every playhead", payloads, interval: 1)
  }

  private static func measure(_ name: String, _ payloads: [String], interval: Int64) throws {
    let now = Atomic<Int64>(start * 1000)
    let pings = Atomic<Int>(0)
    var environment = EngineEnvironment.standard
    environment.clock = { now.load(ordering: .relaxed) }
    environment.onPing = { _ in pings.add(1, ordering: .relaxed) }
    let appInfo = [
      "appid": "P00000000-0000-0000-0000-000000000000", "appname": "bench", "appversion": "1",
    ]
    guard let engine = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
    else { throw EngineRefused() }
    engine.play(["channelName": "bench"])
    engine.loadMetadata(["type": "content", "adModel": "1"])

    let played = Int64(payloads.count) * interval
    let elapsed = ContinuousClock().measure {
      for second in 0..<played {
        now.store((start + second) * 1000, ordering: .relaxed)
        engine.playheadPosition(second)
        if second % interval == 0 { engine.sendID3(payloads[Int(second / interval)]) }
      }
    }
    engine.end()
    let time = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let calls = Double(played + played / interval)
    print("| \(name) | \(Int(calls / time)) | \(pings.load(ordering: .relaxed)) |")
  }

  private struct EngineRefused: Error {}
}
