import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import LiveWatch

@Suite("the folder for evidence")
struct EvidenceStoreTests {
  private let clock = ManualClock()
  private let folder: TemporaryFolder
  private let reported = ReportedLosses()

  private final class ReportedLosses: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/evidence" }

  private func store(bytes: Int64 = 1 << 20) throws -> EvidenceStore {
    let reported = reported
    return try EvidenceStore(path, bytes: bytes, memory: 1 << 20, clock: clock) {
      reported.add($0)
    }
  }

  /// A recorder that has read a stream of `bytes` bytes.
  private func recorder(_ store: EvidenceStore, bytes: Int = 1000) -> EvidenceRecorder {
    let recorder = store.recorder()
    recorder.begin(url: "udp://h:1")
    [UInt8](repeating: 0xFF, count: bytes).withUnsafeBytes { recorder.receive($0) }
    return recorder
  }

  private func alarm(feed: Int = 0, id: Int = 1, second: Double = 0) -> WatchEvent {
    var event = Events.alarm(id: id)
    event.feed = feed
    event.input = "udp://h:\(feed)"
    event.date += second
    return event
  }

  private func names(_ folder: String? = nil) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder ?? path)
    return (names ?? []).sorted()
  }

  @Test("an alarm names its folder, which has the data read before the alarm")
  func before() throws {
    let store = try store()
    let recorder = recorder(store)
    let kept = try #require(store.keep(alarm(), recorder))
    [UInt8](repeating: 0xFF, count: 500).withUnsafeBytes { recorder.receive($0) }
    #expect(kept.hasPrefix(path + "/20260101T000000.000Z-") && kept.hasSuffix("-missing-tags-1"))
    store.finish()
    #expect(names(kept) == ["event.json", "stream.ts"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept + "/stream.ts")).count == 1000)
    #expect(reported.all == [])
  }

  @Test("alarms of a feed within 20 s share a folder, and ends of alarms and notices get no folder")
  func shared() throws {
    let store = try store()
    let recorder = recorder(store)
    let first = store.keep(alarm(), recorder)
    #expect(store.keep(alarm(id: 2, second: 5), recorder) == first)
    #expect(store.keep(alarm(feed: 1), recorder) != first)
    clock.advance(by: EvidenceStore.sharedSeconds)
    #expect(store.keep(alarm(id: 3, second: 20), recorder) != first)
    #expect(store.keep(Events.alarm(kind: .recovered), recorder) == nil)
    #expect(store.keep(Events.alarm(severity: .info), recorder) == nil)
    #expect(store.keep(Events.tag(0, in: nil), recorder) == nil)
    #expect(store.keep(Events.lost(), recorder) != nil)
  }

  @Test(
    "the oldest evidence is deleted to keep the folder within its limit, and other files are kept"
  )
  func bounded() throws {
    try FileManager.default.createDirectory(
      atPath: path + "/mine",
      withIntermediateDirectories: true
    )
    for run in 0..<2 {
      // The second run counts the folders of the first run.
      let store = try store(bytes: 11_000)
      for number in 0..<10 {
        let event = alarm(feed: number, second: Double(run * 100 + number))
        _ = store.keep(event, recorder(store, bytes: 2000))
        store.finish()
        let files = try #require(FileManager.default.enumerator(atPath: path)).allObjects
        let sizes = try files.compactMap { $0 as? String }.map { file in
          let values = try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
          return values[.type] as? FileAttributeType == .typeRegular
            ? values[.size] as? Int ?? 0 : 0
        }
        #expect(sizes.reduce(0, +) <= 11_000)
      }
      #expect(names().contains("mine") && names().count == 5)
      #expect(names().dropLast().allSatisfy { $0 >= "2026" })
    }
    #expect(reported.all == [])
  }

  @Test("a write error is reported when it begins and when it ends")
  func failing() throws {
    let store = try store()
    try FileManager.default.removeItem(atPath: path)
    try Data().write(to: URL(fileURLWithPath: path))
    for feed in 0..<3 {
      _ = store.keep(alarm(feed: feed), recorder(store))
      store.finish()
    }
    #expect(reported.all.count == 1 && reported.all[0].contains("waits until it can be written"))
    #expect(store.counts.waiting == 3)
    try FileManager.default.removeItem(atPath: path)
    let kept = store.keep(alarm(feed: 4), recorder(store))
    store.finish()
    #expect(names(kept).contains("event.json"))
    #expect(reported.all.count == 2 && reported.all[1].hasSuffix(": can be written again"))
    let lost = store.counts.waiting
    #expect(store.counts.delivered == 4 - lost && lost > 0)
    store.reportLost()
    #expect(reported.all.last?.hasSuffix("\(lost) alarms was not written") == true)
  }

  @Test("a segment that is larger than the memory of a feed is reported once for all feeds")
  func omitted() throws {
    let store = try store()
    for feed in 0..<2 {
      let recorder = recorder(store)
      #expect(!recorder.hasOmitted)
      recorder.receive([UInt8](repeating: 0, count: 2 << 20), .segment, url: "http://a/whole.mp4")
      _ = store.keep(alarm(feed: feed), recorder)
      store.finish()
    }
    #expect(reported.all.count == 1 && reported.all[0].contains("udp://h:0"))
    #expect(reported.all.first?.contains("raise evidence-memory in --config") == true)
  }

  @Test("evidence that is larger than the folder's limit is reported and not kept")
  func large() throws {
    let store = try store(bytes: 100)
    _ = store.keep(alarm(), recorder(store))
    store.finish()
    #expect(names() == [] && reported.all.count == 1)
  }
}
