import Synchronization
import Testing

@testable import NielsenAppApi

/// A journal that records the entries of engines.
private final class Journal: PingJournal {
  let checkpointInterval: Int64 = 10_000
  private let log = Mutex<[PingJournalEntry]>([])
  private let holds = Mutex<[Bool]>([])

  /// Whether sending was held or continued, in order.
  var heldStates: [Bool] { holds.withLock { $0 } }

  var entries: [PingJournalEntry] { log.withLock { $0 } }
  var pings: [Ping] { entries.flatMap(\.pings) }

  /// The pings of the checkpoints in order, the latest last.
  var checkpoints: [[Ping]] {
    entries.compactMap { if case .replaced(let pings) = $0.checkpoint { pings } else { nil } }
  }

  func commit(_ entry: PingJournalEntry) { log.withLock { $0.append(entry) } }
  func hold(_ instance: String, _ isHeld: Bool) { holds.withLock { $0.append(isHeld) } }
  func clear() { log.withLock { $0 = [] } }
}

@Suite("the engine and its journal")
struct EngineJournalTests {
  private let journal = Journal()

  private func bench() -> Bench { Bench { [journal] in $0.journal = journal } }

  @Test("pings are held back after a failed configuration until a valid one arrives")
  func failedConfiguration() {
    let fetcher = ConfigurationSourceTests.Fetcher()
    let bench = Bench { [journal] in
      $0.journal = journal
      $0.configurationSource = fetcher.source
    }
    fetcher.answer(0, .failure(ConfigurationRequestError("no")))
    #expect(bench.errors == [4])
    #expect(journal.heldStates == [true])
    bench.api.appDisableApi = true
    bench.api.appDisableApi = false
    // The configuration is being requested again.
    #expect(journal.heldStates.last == true)
    fetcher.answer(1, .success("{"))
    #expect(bench.errors == [4, 5])
    #expect(journal.heldStates.last == true)
    bench.api.appDisableApi = true
    bench.api.appDisableApi = false
    fetcher.answer(2, .success("{\"format\": 1}"))
    #expect(journal.heldStates.last == false)
  }

  @Test("the journal receives every ping in the order of delivery")
  func pings() {
    let bench = bench()
    bench.begin()
    bench.play(0...400, tag: Bench.everyTen)
    bench.api.end()
    #expect(journal.pings == bench.pings)
    #expect(Set(journal.entries.map(\.instance)) == [bench.pings[0]["sessionId"] ?? ""])
  }

  @Test("the same pings are made without a journal")
  func without() {
    let benches = [bench(), Bench()]
    for bench in benches {
      bench.begin()
      bench.play(0...400, tag: Bench.everyTen)
      bench.api.end()
    }
    #expect(benches[0].pings == benches[1].pings)
  }

  @Test("a checkpoint has the pings that closing the session would make")
  func content() throws {
    let bench = bench()
    bench.begin()
    bench.play(0...64, tag: Bench.everyTen)
    let checkpoint = try #require(journal.checkpoints.last)
    #expect(checkpoint.map(\.type) == [.raw, .duration])
    #expect(checkpoint[1]["davty"] == "2")
    // The latest ping, which renewed the checkpoint, was made at 60 s.
    #expect(checkpoint[1]["c27"] == "cln,60")
    #expect(checkpoint[1]["cr"]?.hasPrefix("2_00_99_D1_") ?? false)
    #expect(checkpoint[1].createTime == Bench.start + 60)
  }

  @Test("a new checkpoint is made every ten seconds and after each ping")
  func interval() {
    let bench = bench()
    bench.begin()
    bench.play(0...29, tag: Bench.everyTen)
    // The first checkpoint is at 0 s, after play, lookup and impression; later ones follow every ten seconds.
    let times = journal.checkpoints.compactMap { $0.last?.createTime }.map { $0 - Bench.start }
    #expect(times.suffix(2) == [10, 20])
    journal.clear()
    bench.play(29...31, tag: Bench.everyTen)
    #expect(journal.entries.contains { $0.pings.contains { $0.type == .view } && $0.hasCheckpoint })
  }

  @Test("a pause makes one checkpoint at its start")
  func pause() {
    let bench = bench()
    bench.begin()
    bench.play(0...24, tag: Bench.everyTen)
    journal.clear()
    bench.api.stop()
    #expect(journal.checkpoints.count == 1)
    #expect(journal.checkpoints.last?.last?["c27"] == "cln,24")
    journal.clear()
    bench.elapsed += 300
    bench.api.advance()
    #expect(journal.entries.isEmpty)
  }

  @Test(
    "a regular close deletes the checkpoint in the journal entry with the last pings",
    arguments: [true, false]
  )
  func close(_ isEnd: Bool) throws {
    let bench = bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    journal.clear()
    if isEnd { bench.api.end() } else { bench.drop() }
    let entry = try #require(journal.entries.first)
    #expect(journal.entries.count == 1)
    #expect(entry.pings.contains { $0.type == .duration && $0["davty"] == "2" })
    #expect(entry.hasCheckpoint && journal.checkpoints == [[]])
  }

  @Test(
    "a ping with seconds of a checkpoint renews the checkpoint, so no second is counted twice"
  )
  func noDoubleCount() throws {
    let bench = bench()
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    let entry = try #require(
      journal.entries.first { $0.pings.contains { $0["cr"]?.contains("_D1_") ?? false } }
    )
    guard case .replaced(let checkpoint) = entry.checkpoint else {
      Issue.record("the checkpoint was left as it was")
      return
    }
    #expect(!checkpoint.contains { $0["cr"]?.contains("_D1_") ?? false })
  }

  @Test("all pings of an instance, including its checkpoint, have different rnd values")
  func rnd() throws {
    let bench = bench()
    bench.begin()
    bench.play(0...200, tag: Bench.everyTen)
    let all = journal.pings + (journal.checkpoints.last ?? [])
    #expect(Set(all.compactMap { $0["rnd"] }).count == all.count)
  }

  @Test("a checkpoint has the segments of content and ads and the time on a page")
  func digital() throws {
    let bench = bench()
    bench.begin(["type": "content", "assetid": "c"])
    bench.play(0...45)
    let content = try #require(journal.checkpoints.last?.last)
    #expect(content.product == .dcr && content["c27"] == "cln,40" && content["crs"] == "1")
    #expect(content["davty"] == "2")
    bench.api.loadMetadata(["type": "midroll", "assetid": "a"])
    bench.play(0...15)
    let ad = try #require(journal.checkpoints.last)
    #expect(ad.map { $0["ai"] ?? "" } == ["a", "c"])
    #expect(ad.map { $0["c51"] ?? "" } == ["adl,10", "adl,10"])
    bench.api.loadMetadata(["type": "static", "section": "s"])
    bench.elapsed += 20
    bench.api.advance()
    let page = try #require(journal.checkpoints.last?.first)
    #expect(page.product == .static && page["c27"] == "cln,20" && page["davty"] == "2")
    bench.api.end()
    #expect(journal.checkpoints.last?.isEmpty ?? false)
  }

  @Test("making checkpoints does not change the stored identities")
  func noEffect() {
    let store = MemoryStore()
    let bench = Bench { [journal] in
      $0.journal = journal
      $0.store = store
    }
    let identity = store.update(appID: Bench.appID) { $0 }
    bench.begin()
    bench.play(0...200, tag: Bench.everyTen)
    #expect(store.update(appID: Bench.appID) { $0 } == identity)
    #expect(bench.errors.isEmpty)
  }

  @Test("a template can mark a recovered ping with `crs`")
  func crashed() throws {
    var configuration = EngineConfiguration()
    let notation = "1 crs={crashed} c62=sendTime,{sendTime} rnd={rnd}"
    configuration.pings["dtvr"] = try PingTemplate(endpoint: "d", notation: notation)
    let bench = Bench { [journal, configuration] in
      $0.journal = journal
      $0.configuration = configuration
    }
    bench.begin()
    bench.play(0...60, tag: Bench.everyTen)
    #expect(bench.dtvr.allSatisfy { $0["crs"] == "" })
    #expect(journal.checkpoints.last?.last?["crs"] == "1")
  }

  @Test("errors of the sender reach the delegate")
  func delivery() {
    let bench = bench()
    bench.api.deliveryFailed(.init(.log(.failedSendPing), "the collector answered 503"))
    bench.api.deliveryFailed(.init(.api(.networkConnectionFailure), "offline"))
    #expect(bench.errors == [10, 1001])
    #expect(bench.api.lastErrorDict?["Error Description"] as? String == "offline")
  }
}

extension PingJournalEntry {
  fileprivate var hasCheckpoint: Bool { if case .replaced = checkpoint { true } else { false } }
}
