import NielsenTag
import Testing

@testable import NielsenAppApi

/// Random viewers whose watched seconds are known. The pings must add up to these seconds.
@Suite("any viewer of content, ads and pages")
struct DCRPropertyTests {
  /// A viewer who continues content where it stopped.
  struct Viewer {
    let bench: Bench
    private var generator: SplitMix64
    private var position: Int64 = 10
    private var content = 0
    private var ads = 0
    private var isWatching = false
    private let isLive: Bool
    /// The seconds of content and of ads that were watched.
    private(set) var contentSeconds: Int64 = 0
    private(set) var adSeconds: Int64 = 0

    init(seed: UInt64) {
      generator = SplitMix64(seed: seed)
      bench = Bench { $0.configuration.eventData.enabled = seed % 3 == 0 }
      isLive = seed % 4 == 0
      if isLive { position = 1_700_000_000 }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }

    private var metadata: [String: String] {
      ["type": "content", "assetid": "film\(content)", "length": "600", "adModel": "2"]
    }

    mutating func act() {
      switch number(0...19) {
      case 0...8: watch(number(1...400))
      case 9...11: watchAd(number(1...320))
      case 12: seek()
      case 13: pause()
      case 14: bench.api.end(); isWatching = false
      case 15: content += 1; isWatching = false
      case 16: bench.api.updateOTT(["ottStatus": "\(number(0...1))", "ottType": "casting"])
      case 17: choose()
      case 18: readPage()
      default: switchOff()
      }
    }

    private mutating func begin() {
      guard !isWatching else { return }
      if number(0...1) == 0 { bench.api.play(["channelName": "X"]) }
      bench.api.loadMetadata(metadata)
      // Content that restarts has not played any second yet.
      bench.api.playheadPosition(position)
      isWatching = true
    }

    private mutating func watch(_ count: Int) {
      begin()
      var left = count
      while left > 0 {
        switch number(0...19) {
        case 0 where left > 1:
          bench.elapsed += 2
          position += 2
          contentSeconds += 2
          left -= 2
        case 1:
          // Playback is paused.
          bench.elapsed += Int64(number(0...30))
        case 2:
          bench.api.playheadPosition(position - Int64(number(1...2)))
        default:
          bench.elapsed += 1
          position += 1
          contentSeconds += 1
          left -= 1
        }
        bench.api.playheadPosition(position)
      }
    }

    private mutating func watchAd(_ count: Int) {
      ads += 1
      if number(0...1) == 0 { bench.api.stop() }
      let isNamed = number(0...3) > 0
      let type = ["preroll", "midroll", "postroll", "ad"][number(0...3)]
      bench.api.loadMetadata(isNamed ? ["type": type, "assetid": "ad\(ads)"] : ["type": type])
      bench.api.playheadPosition(0)
      for second in 1...count {
        bench.elapsed += 1
        bench.api.playheadPosition(Int64(second))
        if second == count / 2, number(0...3) == 0 {
          bench.api.stop()
          bench.elapsed += Int64(number(0...100))
        }
      }
      adSeconds += Int64(count)
      bench.api.stop()
      guard isWatching else { return }
      bench.api.loadMetadata(metadata)
      bench.api.playheadPosition(position)
    }

    private mutating func seek() {
      begin()
      position = (isLive ? 1_700_000_000 : 10) + Int64(number(0...3000))
      // The step is too large to count as playing.
      bench.api.playheadPosition(position + 5000)
      bench.api.playheadPosition(position)
    }

    private mutating func pause() {
      guard isWatching else { return }
      bench.api.stop()
      bench.elapsed += Int64(number(0...3000))
      bench.api.advance()
      // The session may have timed out.
      isWatching = false
      begin()
    }

    private mutating func choose() {
      let isOut = number(0...1) == 1
      bench.api.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)")
      if isOut { isWatching = false }
    }

    private mutating func readPage() {
      bench.api.loadMetadata(["type": "static", "section": "s\(number(0...2))"])
      isWatching = false
      bench.elapsed += Int64(number(0...700))
      bench.api.advance()
      if number(0...1) == 0 { bench.api.staticEnd() }
    }

    private mutating func switchOff() {
      bench.api.appDisableApi = true
      bench.api.playheadPosition(position + 1)
      bench.api.appDisableApi = false
      isWatching = false
    }
  }

  private static func seconds(_ ping: Ping, _ name: String) -> Int64 {
    Int64(ping[name]?.split(separator: ",").last ?? "") ?? -1
  }

  @Test(
    "the seconds in pings add up to the watched seconds, and every ping keeps its invariants",
    arguments: 0..<40 as Range<UInt64>
  )
  func addUp(_ seed: UInt64) {
    var viewer = Viewer(seed: seed)
    for _ in 0..<60 { viewer.act() }
    let bench = viewer.bench
    bench.api.close()
    #expect(bench.errors.isEmpty)
    for ping in bench.pings {
      #expect(Invariants.broken(by: ping).isEmpty, "\(Invariants.broken(by: ping)) in \(ping.url)")
    }
    let timers = bench.pings.filter { $0.product == .dcr && $0.type == .timer }
    let (ads, content) = (
      timers.filter { $0["c3"] == "st,a" }, timers.filter { $0["c3"] == "st,c" }
    )
    #expect(content.reduce(0) { $0 + Self.seconds($1, "c27") } == viewer.contentSeconds)
    #expect(ads.reduce(0) { $0 + Self.seconds($1, "c27") } == viewer.adSeconds)
    #expect(content.reduce(0) { $0 + Self.seconds($1, "c51") } <= viewer.adSeconds)
    for ad in ads {
      let (created, started) = (Self.seconds(ad, "c61"), Self.seconds(ad, "c64"))
      #expect(created - started == Self.seconds(ad, "c27"))
      #expect(created - started == Self.seconds(ad, "c51"))
    }
    var lastRandom: Int64 = 0
    for ping in bench.pings {
      let random = Int64(ping["rnd"] ?? "") ?? 0
      #expect(random > lastRandom)
      lastRandom = random
    }
  }

  @Test("the last timer of content is reported once per session")
  func lastTimers() {
    var viewer = Viewer(seed: 77)
    for _ in 0..<200 { viewer.act() }
    viewer.bench.api.close()
    let last = viewer.bench.pings.filter { $0.product == .dcr && $0["davty"] == "2" }
    #expect(Set(last.map { $0["c59"] }).count == last.count)
    #expect(last.count > 3)
  }
}
