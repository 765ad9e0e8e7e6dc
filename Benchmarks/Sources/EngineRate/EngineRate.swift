import Glibc
import NielsenAppApi
import NielsenTag
import Synchronization

/// Plays content through the engine, and prints the number of calls of `playheadPosition` and `sendID3` per second of
/// elapsed time and per second of processor time. Other programs may use the core too.
@main enum EngineRate {
  /// The number of tags to play: more than two weeks of a stream with a tag every ten seconds.
  private static let tagCount = 140_000
  private static let start: Int64 = 1_700_000_000

  static func main() throws {
    // Measured first, because other measurements would raise the peak memory.
    try measureDay(payloads(8640))
    let payloads = try payloads(tagCount)
    print("\n| calls | calls per second | per processor second | pings |\n|---|---:|---:|---:|")
    try measure("a tag for every tenth playhead, as streams have it", payloads, interval: 10)
    try measure("a tag for every playhead", payloads, interval: 1)
  }

  /// The payloads of DATA tags, made before the measurement because making them is not the engine's work.
  private static func payloads(_ count: Int) throws -> [String] {
    var payloads: [String] = []
    for tag in SyntheticTags(seed: 1, start: UInt32(start)) where tag.kind == .data {
      payloads.append(String(decoding: try tag.content.payload(), as: UTF8.self))
      if payloads.count == count { break }
    }
    return payloads
  }

  /// Plays a day of a live stream, which must take less than a second and must not raise the peak memory.
  private static func measureDay(_ payloads: [String]) throws {
    print("| 24 hours of live stream with a tag each 10 s | seconds | peak MiB before | after |")
    print("|---|---:|---:|---:|")
    let before = peakMemory()
    let outcome = try play(payloads, interval: 10, isLive: true)
    print(
      "| \(outcome.pings) pings | \(decimals(outcome.seconds)) | \(decimals(before)) | "
        + "\(decimals(peakMemory())) |"
    )
  }

  private static func decimals(_ number: Double) -> String {
    String(Double(Int(number * 1000)) / 1000)
  }

  /// The peak resident memory of this process, in MiB.
  private static func peakMemory() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }

  private static func measure(_ name: String, _ payloads: [String], interval: Int64) throws {
    let outcome = try play(payloads, interval: interval, isLive: false)
    let played = Int64(payloads.count) * interval
    let calls = Double(played + played / interval)
    print(
      "| \(name) | \(Int(calls / outcome.seconds)) | \(Int(calls / outcome.processorSeconds)) | "
        + "\(outcome.pings) |"
    )
  }

  /// Plays a tag every `interval` seconds. Returns the elapsed time, the processor time and the number of pings.
  private static func play(
    _ payloads: [String],
    interval: Int64,
    isLive: Bool
  ) throws -> (seconds: Double, processorSeconds: Double, pings: Int) {
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
    let before = processorSeconds()
    let elapsed = ContinuousClock().measure {
      for second in 0..<played {
        now.store((start + second) * 1000, ordering: .relaxed)
        engine.playheadPosition(isLive ? start + second : second)
        if second % interval == 0 { engine.sendID3(payloads[Int(second / interval)]) }
      }
    }
    let processor = processorSeconds() - before
    engine.end()
    let time = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    return (time, processor, pings.load(ordering: .relaxed))
  }

  /// The processor time of this process so far, in seconds.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private struct EngineRefused: Error {}
}
