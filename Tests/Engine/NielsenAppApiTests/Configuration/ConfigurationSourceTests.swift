import Foundation
import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("sources of the configuration")
struct ConfigurationSourceTests {
  static let json = "{\"format\": 1, \"client\": {\"ci\": \"se-910685\"}, \"x\": 1}"

  /// A source that delivers a JSON text when the test tells it to.
  final class Fetcher: Sendable {
    private let waiting = Mutex<[@Sendable (Result<String, ConfigurationRequestError>) -> Void]>([])
    var count: Int { waiting.withLock { $0.count } }
    var source: ConfigurationSource {
      .request { deliver in self.waiting.withLock { $0.append(deliver) } }
    }
    func answer(_ number: Int, _ answer: Result<String, ConfigurationRequestError>) {
      let deliver = waiting.withLock { $0.indices.contains(number) ? $0[number] : nil }
      deliver?(answer)
    }
  }

  static func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  static func ci(_ bench: Bench) -> String? {
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    return bench.dtvr.first?["ci"]
  }

  @Test("a JSON text is merged into the embedded configuration")
  func text() {
    let bench = Bench { $0.configurationSource = .json(Self.json) }
    #expect(bench.events == [2001])
    #expect(Self.ci(bench) == "se-910685")
  }

  @Test("a configuration file is merged into the embedded configuration")
  func file() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "c.json").path
    try Self.json.write(toFile: path, atomically: true, encoding: .utf8)
    let bench = Bench { $0.configurationSource = .file(path) }
    #expect(bench.events == [2001])
    #expect(Self.ci(bench) == "se-910685")
  }

  @Test(
    "an unreadable configuration file raises errors 1003 and 4 and disables the engine",
    arguments: ["/nonexistent/file", "/", "/dev/zero"]
  )
  func noFile(_ path: String) {
    let bench = Bench { $0.configurationSource = .file(path) }
    #expect(bench.isMade)
    #expect(bench.all == [.error(1003), .error(4)])
    #expect(bench.api.optOutURL == "")
    bench.begin()
    #expect(bench.all.count == 2)
  }

  @Test("an invalid JSON text raises error 5 and is not replaced by the embedded configuration")
  func broken() {
    let bench = Bench { $0.configurationSource = .json("{}") }
    #expect(bench.all == [.error(5)])
    #expect(Self.ci(bench) == nil)
  }

  @Test("a configuration file is read again when the kill switch is turned off")
  func again() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "c.json").path
    let bench = Bench { $0.configurationSource = .file(path) }
    #expect(bench.errors == [1003, 4])
    try Self.json.write(toFile: path, atomically: true, encoding: .utf8)
    bench.api.appDisableApi = true
    bench.clear()
    bench.api.appDisableApi = false
    #expect(bench.events == [2001])
    #expect(bench.pings.map(\.type) == [.session])
    #expect(Self.ci(bench) == "se-910685")
  }

  // MARK: - Initial

  @Test("calls wait for the configuration and are handled with the times at which they were made")
  func waiting() {
    let fetcher = Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    #expect(fetcher.count == 1)
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.stop()
    #expect(bench.all.isEmpty)
    #expect(bench.api.optOutURL == "")
    #expect(bench.api.vendorId.count == 36)
    bench.elapsed = 50
    fetcher.answer(0, .success(Self.json))
    #expect(bench.events == [2001])
    #expect(bench.api.optOutURL == "https://optout.invalid/?appid=\(Bench.appID)")
    let types = bench.pings.map(\.type)
    #expect(types == [.session, .lookup, .impression, .view, .raw])
    #expect(bench.pings.map { $0.createTime - Bench.start } == [50, 0, 0, 30, 30])
    #expect(Set(bench.pings.map { $0.sendTime - Bench.start }) == [50])
    #expect(bench.dtvr.first?["ci"] == "se-910685")
    for ping in bench.pings { #expect(Invariants.broken(by: ping).isEmpty) }
    bench.api.sendID3("www.nielsen.com/bad")
    #expect(bench.errors == [3])
  }

  @Test(
    "before the configuration arrives, malformed calls raise errors, and an opt-out applies"
  )
  func atOnce() {
    let fetcher = Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    bench.api.play("{")
    bench.api.loadMetadata([:])
    bench.api.updateOTT([:])
    #expect(bench.errors == [1, 2, 2])
    #expect(bench.api.userOptOut("nielsenappsdk://1"))
    #expect(bench.api.optOutStatus)
    #expect(bench.api.vendorId == "")
    fetcher.answer(0, .success(Self.json))
    #expect(bench.pings.map { $0["uoo"] } == ["true"])
  }

  @Test("a failed configuration request raises error 4 and drops waiting calls")
  func failure() {
    let fetcher = Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    bench.begin()
    fetcher.answer(0, .failure(ConfigurationRequestError("no answer")))
    #expect(bench.all == [.error(4)])
    bench.api.appDisableApi = false
    #expect(fetcher.count == 2)
    // An answer to the first request comes too late.
    fetcher.answer(0, .success("{}"))
    #expect(bench.errors == [4])
    fetcher.answer(1, .success(Self.json))
    #expect(bench.events == [2001])
    #expect(bench.pings.map(\.type) == [.session])
  }

  @Test("a received configuration that is invalid raises error 5")
  func brokenAnswer() {
    let fetcher = Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    fetcher.answer(0, .success("{\"format\": 9}"))
    #expect(bench.all == [.error(5)])
  }

  @Test("if a configuration request fails, the last received configuration is used")
  func cached() {
    let store = MemoryStore()
    let fetchers = [Fetcher(), Fetcher()]
    let first = Bench {
      $0.store = store
      $0.configurationSource = fetchers[0].source
    }
    fetchers[0].answer(0, .success(Self.json))
    #expect(first.events == [2001])
    let second = Bench {
      $0.store = store
      $0.configurationSource = fetchers[1].source
    }
    fetchers[1].answer(0, .failure(ConfigurationRequestError("no answer")))
    #expect(second.errors.isEmpty)
    #expect(Self.ci(second) == "se-910685")
  }

  @Test(
    "configuration answers after the kill switch, a first answer or close are ignored"
  )
  func lateAnswers() {
    let fetcher = Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    bench.begin()
    bench.api.appDisableApi = true
    fetcher.answer(0, .success(Self.json))
    #expect(bench.all.isEmpty)
    bench.api.appDisableApi = false
    fetcher.answer(1, .success(Self.json))
    fetcher.answer(1, .success(Self.json))
    #expect(bench.events == [2001])
    bench.drop()
    fetcher.answer(1, .success(Self.json))
    #expect(bench.events == [2001])
  }

  @Test("the oldest playheads are dropped first when too many calls wait")
  func limit() {
    var queue = CallQueue()
    queue.append(.stop, time: 0)
    for second in 0..<CallQueue.limit { queue.append(.playheadPosition(Int64(second)), time: 1) }
    #expect(queue.count == CallQueue.limit)
    let items = queue.takeAll()
    #expect(items.first?.time == 0)
    if case .playheadPosition(let position) = items[1].call { #expect(position == 1) }
    for _ in 0...CallQueue.limit { queue.append(.end, time: 2) }
    #expect(queue.count == CallQueue.limit)
  }
}
