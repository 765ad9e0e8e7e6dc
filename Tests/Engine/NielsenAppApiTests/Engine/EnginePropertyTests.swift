import NielsenTag
import Testing

@testable import NielsenAppApi

@Suite("any sequence of calls")
struct EnginePropertyTests {
  struct Draw {
    var generator: SplitMix64
    init(_ seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
    mutating func one<Element>(of elements: [Element]) -> Element {
      elements[number(0...(elements.count - 1))]
    }

    mutating func hostileText() -> String {
      switch number(0...7) {
      case 0: return ""
      case 1:
        return String(
          decoding: (0..<number(1...300)).map { _ in UInt8(number(0...255)) },
          as: UTF8.self
        )
      case 2: return "%20&=#?~,\"\\\u{0}\n\u{1F600}é"
      case 3: return String(repeating: "x", count: number(1...5000))
      case 4: return "www.nielsen.com/" + String(repeating: "A", count: number(0...300))
      case 5: return "{\"type\":\"content\",\"adModel\":1,\"x\":[1,{}],\"assetid\":null}"
      case 6: return "{\"channelName\":\"" + String(repeating: "[", count: 2000)
      default:
        var bytes = Array(payload().utf8)
        bytes[number(0...(bytes.count - 1))] = UInt8(number(0...255))
        return String(decoding: bytes, as: UTF8.self)
      }
    }

    mutating func payload() -> String {
      SamplePayload(
        programContent: one(of: [
          SamplePayload.nullID, SamplePayload.nullID, SamplePayload.program,
          SamplePayload.otherProgram,
        ]),
        finalDistributor: one(of: [
          SamplePayload.nullID, SamplePayload.distributor, SamplePayload.distributor,
          SamplePayload.otherDistributor,
        ]),
        programOffset: number(0...99_999),
        distributorOffset: number(0...99_999),
        breakout: one(of: ["00", "00", "00", "07", "99"]),
        lastTagTime: one(of: [0, UInt32.max, 1_699_984_800]),
        sequence: UInt16(number(0...65_535))
      ).text
    }

    mutating func argument() -> Any {
      let text = hostileText()
      switch number(0...8) {
      case 0: return text
      case 1: return ["type": "content", "assetid": text, "adModel": text]
      case 2: return ["type": "content", "adModel": "1", "clientid": text]
      case 3: return ["type": one(of: ["preroll", "ad", "static", "radio"]), "section": "s"]
      case 4: return ["channelName": text]
      case 5: return ["channelName": one(of: ["X", "Y"])]
      case 6: return [text: number(0...9), "type": Double.nan, "n": Int.max] as [String: Any]
      case 7: return [number(0...9), number(0...9)]
      default: return ["type": "content", "adModel": "1"]
      }
    }
  }

  static func run(_ seed: UInt64, calls: Int) -> Bench {
    var draw = Draw(seed)
    let bench = Bench { $0.configuration.products.error = seed % 2 == 0 }
    var second = 0
    bench.begin()
    for _ in 0..<calls {
      switch draw.number(0...99) {
      case 0...59:
        // Most of the time, a stream plays with its tags.
        second += draw.chance(90) ? 1 : draw.number(-30...200)
        bench.elapsed += draw.chance(98) ? 1 : Int64(draw.number(0...2000))
        bench.api.playheadPosition(Int64(second))
        if second % 10 == 0, second >= 0, second < 60_000 {
          bench.api.sendID3(
            draw.chance(80) ? SamplePayload.distributorTag(second) : SamplePayload.bothTag(second)
          )
        }
      case 60...69: bench.api.sendID3(draw.payload())
      case 70...74: bench.api.sendID3(draw.hostileText())
      case 75...79: bench.api.playheadPosition(draw.one(of: [-1, 0, 1, .min, .max, 1_700_000_000]))
      case 80...84: bench.api.loadMetadata(draw.argument())
      case 85...88: bench.api.play(draw.argument())
      case 89...92: bench.api.stop()
      case 93: bench.api.end()
      case 94: bench.elapsed += 86_400 * Int64(draw.number(0...200))
      case 95: bench.api.advance()
      default:
        bench.api.play(["channelName": "X"])
        bench.api.loadMetadata(Bench.content)
      }
    }
    bench.api.end()
    return bench
  }

  @Test(
    "for random calls, every ping keeps its invariants, and the engine never traps",
    arguments: 0..<24 as Range<UInt64>
  )
  func invariants(_ seed: UInt64) {
    let bench = Self.run(seed, calls: 1500)
    #expect(bench.pings.count > 10)
    var lastRandom: Int64 = 0
    for ping in bench.pings {
      // Hostile metadata may make a URL too long, which the engine only logs.
      let broken = Invariants.broken(by: ping).filter { $0 != "url-length" }
      #expect(broken.isEmpty, "\(broken) in \(ping.url)")
      #expect(ping.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      let random = Int64(ping["rnd"] ?? "") ?? 0
      #expect(random > lastRandom)
      lastRandom = random
    }
  }

  @Test("identical calls make identical pings")
  func deterministic() { #expect(Self.run(3, calls: 800).all == Self.run(3, calls: 800).all) }

  @Test("the worked example keeps the invariants")
  func workedExample() {
    for ping in WorkedExampleTests.run(tag: { SamplePayload.bothTag($0) }).pings {
      #expect(Invariants.broken(by: ping).isEmpty)
    }
  }

  @Test("the engine never traps, whatever the clock value", arguments: [Int64.min, -1, 0, .max])
  func clocks(_ time: Int64) {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.setClock(time)
    bench.play(31...400, tag: Bench.everyTen)
    bench.api.advance()
    bench.api.end()
    #expect(bench.pings.count > 1)
  }
}
