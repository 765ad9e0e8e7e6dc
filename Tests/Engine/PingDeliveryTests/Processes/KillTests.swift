import Foundation
import LoopbackCollector
import NielsenAppApi
import Synchronization
import TestSupport
import Testing

@testable import PingDelivery

/// Kills processes at random moments.
@Suite("processes killed with kill -9", .ownThread)
struct KillTests {
  private static let rounds = 25

  /// Sends the waiting pings from a process without its own pings.
  private func sendRest(_ folder: Folder, _ collector: LoopbackCollector) throws {
    let lines = try ChildProcess(folder.path, collector.url, "0", "0").lines()
    #expect(lines == ["waiting 0"])
  }

  @Test("each kill while pings are made and sent loses no ping and causes at most one duplicate")
  func whileMaking() async throws {
    let folder = try Folder()
    let collector = try await LoopbackCollector()
    var random = SystemRandomNumberGenerator()
    var account = Account()
    for round in 0..<Self.rounds {
      let child = try ChildProcess(folder.path, collector.url, "\(round * 1000)", "500")
      var lines: [String] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        lines += [child.line()].compactMap { $0 }
      }
      child.kill()
      account.kills += 1
      lines += child.lines()
      account.promised.formUnion(lines.compactMap { Int($0) })
    }
    try sendRest(folder, collector)
    account.check(collector.uris.compactMap(SamplePing.number))
    try await collector.stop()
  }

  @Test("a kill between the arrival of a ping and the collector's answer causes one duplicate")
  func whileSending() async throws {
    let folder = try Folder()
    var account = Account()
    let maker = try ChildProcess(folder.path, "-", "0", "200")
    account.promised.formUnion(maker.lines().compactMap { Int($0) })
    #expect(account.promised.count == 200)
    // The sender is killed at every seventh request, before the request is answered.
    let sender = Mutex<ChildProcess?>(nil)
    let kills = Mutex(0)
    let collector = try await LoopbackCollector { index, _ in
      guard index % 7 == 6 else { return .init() }
      sender.withLock { sender in
        guard let child = sender else { return }
        sender = nil
        child.kill()
        kills.withLock { $0 += 1 }
      }
      return .silence
    }
    var isDone = false
    while !isDone {
      // The lock ensures that no request arrives before the sender is known.
      let child = try sender.withLock { sender in
        let child = try ChildProcess(folder.path, collector.url, "0", "0")
        sender = child
        return child
      }
      isDone = child.lines() == ["waiting 0"]
    }
    account.kills = kills.withLock { $0 }
    let received = collector.uris.compactMap(SamplePing.number)
    account.check(received)
    #expect(received.count - 200 == account.kills)
    #expect(account.kills > 20)
    try await collector.stop()
  }

  @Test("killing several processes that make pings loses no reported ping")
  func severalMakers() async throws {
    let folder = try Folder()
    var random = SystemRandomNumberGenerator()
    var promised: Set<Int> = []
    var kills = 0
    for round in 0..<5 {
      let children = try (0..<3).map {
        try ChildProcess(folder.path, "-", "\((round * 3 + $0) * 1000)", "500")
      }
      for child in children {
        var lines: [String] = []
        for _ in 0..<Int.random(in: 0...20, using: &random) {
          lines += [child.line()].compactMap { $0 }
        }
        child.kill()
        kills += 1
        promised.formUnion((lines + child.lines()).compactMap { Int($0) })
      }
    }
    let collector = try await LoopbackCollector()
    try sendRest(folder, collector)
    let received = collector.uris.compactMap(SamplePing.number)
    #expect(promised.subtracting(received).isEmpty)
    #expect(received.count == Set(received).count)
    #expect(received.count - promised.count <= kills)
    for maker in 0..<15 {
      let own = received.filter { $0 / 1000 == maker }
      #expect(own == own.sorted())
    }
    try await collector.stop()
  }

  @Test(
    "a kill while a stream is measured leaves at most ten seconds unreported",
    arguments: [25, 97, 158]
  )
  func whileMeasuring(_ seconds: Int) async throws {
    let folder = try Folder()
    let child = try ChildProcess(folder.path, "play", "0", "280")
    var last = 0
    while last < seconds, let line = child.line() { last = Int(line) ?? last }
    child.kill()
    last = child.lines().compactMap { Int($0) }.last ?? last
    let queue = PingQueue(folder.path, appID: "child", clock: HastyClock())
    let transport = ScriptedTransport()
    let delivery = PingDelivery(
      queue: queue,
      transport: transport,
      random: RandomSource(seed: 0)
    )
    await delivery.drain(failures: 1)
    let recovered = transport.urls.filter { $0.contains("retryreason,recovered") }
    let durations = recovered.filter { $0.contains("&at=timer&") || $0.contains("&at=sfview&") }
    #expect(durations.count == 1)
    let parts = durations.first?.split(separator: "&") ?? []
    let watched = parts.first { $0.hasPrefix("c27=cln,") }.flatMap { Int($0.dropFirst(8)) } ?? -1
    // The process may have run for one more second that it could not report.
    #expect((last - 10...last + 1).contains(watched), "\(watched) of \(last) s")
    #expect(parts.contains("davty=2"))
  }
}
