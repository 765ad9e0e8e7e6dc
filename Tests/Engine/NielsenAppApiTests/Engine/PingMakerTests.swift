import Logging
import Testing

@testable import NielsenAppApi

@Suite("making pings")
struct PingMakerTests {
  private static let subject = PingMaker.Subject(
    asset: nil,
    mediaURL: "",
    viewingSessionID: "",
    ott: .none,
    showsIDs: true
  )

  private var configuration = EngineConfiguration()
  private var maker = PingMaker()

  init() throws {
    let appInfo = try AppInfo(CallArgument(Bench.appInfo), processName: "bench")
    configuration.products.error = true
    let problems = maker.prepare(&configuration, appInfo, sessionID: "s")
    #expect(problems.isEmpty)
    #expect(!maker.makes(.session))
    maker.fill([.appId: "P", .sessionId: "s", .sdkVersion: "ox"])
  }

  private mutating func make(_ name: PingName, at now: Int64, sent: Int64) -> PingMaker.Made? {
    maker.make(
      name,
      type: .session,
      PingValues(),
      about: Self.subject,
      configuration,
      times: (now, sent)
    )
  }

  @Test("a ping has the times of its call and of its sending, and a unique number")
  mutating func times() {
    var numbers: [String?] = []
    for _ in 0..<2 {
      guard case .ping(let ping, false) = make(.session, at: 5000, sent: 7000) else {
        Issue.record("no ping is made")
        return
      }
      #expect(ping.createTime == 5 && ping.sendTime == 7)
      numbers.append(ping["rnd"])
    }
    #expect(numbers == ["0000000005000", "0000000005001"])
  }

  @Test(
    "a ping that is turned off is not made, and a missing required parameter is named"
  )
  mutating func missing() {
    #expect(!maker.makes(.emm))
    let off = make(.emm, at: 0, sent: 0)
    #expect(off == nil)
    guard case .missing("message") = make(.error, at: 0, sent: 0) else {
      Issue.record("no parameter is missed")
      return
    }
  }

  @Test("a ping whose URL exceeds the limit is marked as long")
  mutating func long() {
    configuration.limits.urlLength = 10
    guard case .ping(_, true) = make(.session, at: 0, sent: 0) else {
      Issue.record("the URL is not too long")
      return
    }
  }

  @Test(
    "output omits lines below the log level and repeated lines, and is returned only once"
  )
  func output() {
    // A log handler that only keeps its level; nothing is written.
    let log = Logger(label: "output") { StreamLogHandler.standardError(label: $0) }
    var output = EngineOutput(log: log)
    output.log.logLevel = .warning
    output.note(.debug, "a")
    for _ in 0..<2 { output.noteOnce(.warning, "b") }
    output.add(EngineProblem(.exception, "c"), now: 9000)
    output.add(.shutdown, "is closed", of: EngineConfiguration.SDK(), now: 10_000)
    let taken = output.take().map { item in
      switch item {
      case .log(let level, _): "\(level)"
      case .error(let error): "error \(error.time)"
      case .event(let event): "event \(event.time)"
      default: "other"
      }
    }
    #expect(output.take().isEmpty)
    #expect(taken == ["warning", "error", "error 9", "event 10"])
  }
}
