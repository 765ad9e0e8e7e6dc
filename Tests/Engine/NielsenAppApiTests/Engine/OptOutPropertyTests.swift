import NielsenTag
import Synchronization
import Testing

@testable import NielsenAppApi

/// Any calls at any time: playback while opted out is sent with the mark and without ids.
@Suite("opted-out time in any sequence of calls")
struct OptOutPropertyTests {
  /// A journal that keeps the pings that an engine would lose in a crash.
  private final class Checkpoints: PingJournal {
    private let kept = Mutex<[Ping]>([])
    let checkpointInterval: Int64 = 10_000

    var pings: [Ping] { kept.withLock { $0 } }

    func commit(_ entry: PingJournalEntry) {
      guard case .replaced(let pings) = entry.checkpoint else { return }
      kept.withLock { $0 += pings }
    }
  }

  /// A user who opts out and in repeatedly, with a record of the playback.
  private struct Wavering {
    let bench: Bench
    private let checkpoints: Checkpoints
    private var draw: EnginePropertyTests.Draw
    /// The current time in milliseconds since 1970.
    private var time = Bench.start * 1000
    private var position = 0
    private var sequence: UInt16 = 0
    private var isOut = false
    private var outSince: Int64 = 0
    /// The time ranges in which the user was opted out, in milliseconds.
    private(set) var outTimes: [Range<Int64>] = []
    /// The tags sent while opted out.
    private(set) var outTags: Set<String> = []
    /// The number of seconds played by playheads while opted in.
    private(set) var inSeconds: Int64 = 0
    private let sendsPlayheads: Bool

    init(seed: UInt64) {
      let checkpoints = Checkpoints()
      self.checkpoints = checkpoints
      bench = Bench {
        $0.configuration.eventData.enabled = seed % 3 == 0
        $0.journal = checkpoints
      }
      draw = EnginePropertyTests.Draw(seed)
      sendsPlayheads = seed % 4 != 3
    }

    /// All pings, including those that a crash would have left in the journal.
    var pings: [Ping] { bench.pings + checkpoints.pings }

    private mutating func wait(_ milliseconds: Int) {
      time += Int64(milliseconds)
      bench.setClock(time)
    }

    private mutating func note() {
      let isOut = bench.api.optOutStatus
      guard isOut != self.isOut else { return }
      self.isOut = isOut
      if isOut { outSince = time } else { outTimes.append(outSince..<time) }
    }

    private mutating func step() {
      wait(1000)
      position += 1
      if sendsPlayheads {
        bench.api.playheadPosition(Int64(position))
        if !isOut { inSeconds += 1 }
      }
      guard draw.chance(20) else { return }
      sequence += 1
      let tag = SamplePayload(
        programContent: draw.chance(30) ? SamplePayload.program : SamplePayload.nullID,
        finalDistributor: SamplePayload.distributor,
        programOffset: position,
        distributorOffset: position,
        sequence: sequence
      ).text
      if isOut { outTags.insert(tag) }
      bench.api.sendID3(tag)
    }

    private mutating func choose() {
      let isOut = draw.chance(50)
      if draw.chance(70) {
        bench.api.userOptOut(isOut ? OptOutTests.out : OptOutTests.back)
      } else {
        let info = [
          "ottStatus": "1", "ottType": "casting", "kGCKMetadataNlsKeyDeviceID": "receiver",
          "kGCKMetadataNlsKeyOptout": isOut ? "true" : "false",
        ]
        bench.api.handle(.updateOTT(CallArgument(info), isRelay: true))
      }
      note()
    }

    mutating func act() {
      switch draw.number(0...19) {
      case 0...2: choose()
      case 3: bench.api.stop()
      case 4: bench.api.play(["channelName": draw.one(of: ["X", "X", "Y"])])
      case 5: bench.api.loadMetadata(["type": "midroll", "assetid": "ad"])
      case 6: bench.api.loadMetadata(["type": "static", "section": "s"])
      case 7: bench.api.end()
      case 8: wait(draw.one(of: [1, 400, 999, 1000, 20_000, 400_000, 1_900_000]))
      case 9: bench.api.advance()
      case 10...12:
        let film = ["type": "content", "assetid": draw.one(of: ["a", "a", "b"]), "adModel": "1"]
        bench.begin(film)
      default: for _ in 0..<draw.number(1...120) { step() }
      }
    }

    mutating func close() {
      bench.api.close()
      if isOut { outTimes.append(outSince..<Int64.max) }
    }
  }

  private static func number(_ ping: Ping, _ name: String) -> Int64 {
    Int64(ping[name]?.split(separator: ",").last ?? "") ?? -1
  }

  @Test(
    "seed #174: seconds and tags of opted-out time are sent with the opt-out mark, without ids",
    arguments: 0..<60 as Range<UInt64>
  )
  func marked(_ seed: UInt64) {
    var user = Wavering(seed: seed)
    let ids = [user.bench.api.deviceId, user.bench.api.vendorId, user.bench.api.firstPartyId]
    for _ in 0..<120 { user.act() }
    user.close()
    for ping in user.pings where ping.product != .tsv {
      guard ping["uoo"] == "" else {
        #expect(ping["uoo"] == "true")
        // A burst of pings at the end of a second takes numbers of the next second.
        let broken = Invariants.broken(by: ping).filter { $0 != "rnd-is-creation" }
        #expect(broken.isEmpty, "\(broken) in \(ping.url)")
        #expect(ids.allSatisfy { !ping.url.contains($0) }, "an id in \(ping.url)")
        continue
      }
      let tags = (ping["tp"] ?? "").split(separator: "~").map(String.init)
      #expect(user.outTags.isDisjoint(with: tags), "opted-out tags in \(ping.url)")
      guard ping.type == .timer else { continue }
      let (start, end) = (Self.number(ping, "c64") * 1000, Self.number(ping, "c61") * 1000)
      // The times of pings are whole seconds.
      let isClear = user.outTimes.allSatisfy {
        $0.upperBound / 1000 * 1000 <= start || end <= $0.lowerBound
      }
      #expect(isClear || end <= start, "opted-out seconds in \(ping.url)")
      #expect(start >= end || Self.number(ping, "c27") <= (end - start) / 1000 + 1)
    }
    let seconds = [Ping.Product.dtvr, .dcr].map { product in
      user.bench.pings.filter {
        $0.product == product && $0["uoo"] == "" && [.timer, .duration].contains($0.type)
          && $0["ca"]?.hasPrefix("PC_") != true
      }.reduce(0) { $0 + Self.number($1, "c27") }
    }
    // On the tag clock, an engine counts only up to its latest tag.
    let isOnTagClock = seed % 4 == 3
    #expect(isOnTagClock || seconds.allSatisfy { $0 <= user.inSeconds })
  }

  @Test("the sequences contain opted-out time of every kind")
  func isMeaningful() {
    var marked: Set<String> = []
    for seed in 0..<60 as Range<UInt64> {
      var user = Wavering(seed: seed)
      for _ in 0..<120 { user.act() }
      user.close()
      for ping in user.pings where ping["uoo"] == "true" {
        marked.insert("\(ping.product) \(ping.type)")
      }
    }
    let kinds: Set = ["dcr timer", "static timer", "dtvr duration", "id3 raw"]
    #expect(marked.isSuperset(of: kinds))
  }
}
