import LoopbackCollector
import TestSupport
import Testing

@testable import PingDelivery

@Suite("several processes on one queue", .ownThread)
struct SeveralProcessesTests {
  @Test("four processes make pings and two of them send, and each ping is sent once")
  func sending() async throws {
    let folder = try Folder()
    let collector = try await LoopbackCollector()
    let children = try (0..<4).map {
      try ChildProcess(folder.path, $0 < 2 ? collector.url : "-", "\($0 * 1000)", "100")
    }
    for child in children {
      let lines = child.lines()
      #expect(lines.compactMap { Int($0) }.count == 100)
      #expect(lines.filter { $0.hasPrefix("problem") } == [])
    }
    let rest = try ChildProcess(folder.path, collector.url, "0", "0").lines()
    #expect(rest == ["waiting 0"])
    let received = collector.uris.compactMap(SamplePing.number)
    #expect(received.count == 400)
    #expect(Set(received).count == 400)
    for maker in 0..<4 {
      let own = received.filter { $0 / 1000 == maker }
      #expect(own == own.sorted())
    }
    try await collector.stop()
  }
}
