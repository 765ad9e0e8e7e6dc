import Formats
import NielsenAppApi
import Records
import Testing

@testable import TerminalPlayer

@Suite struct PlayerLogTests {
  private static func entry(_ content: LogEntry.Content, _ second: Int64? = nil) -> LogEntry {
    LogEntry(input: "a.ts", milliseconds: 1_700_000_000_250, second: second, content: content)
  }

  private static func playhead(_ position: Int64) -> LogEntry {
    entry(.call("playheadPosition", argument: .integer(position)), position)
  }

  private static func ping(
    _ product: Ping.Product,
    _ type: Ping.Kind,
    _ parameters: [(String, String)]
  ) -> LogEntry {
    let ping = Ping(
      product: product,
      type: type,
      createTime: 1,
      sendTime: 1,
      endpoint: "/cgi-bin/d",
      parameters: parameters.map { PingParameter(name: $0.0, value: $0.1) },
      url: "https://collector.invalid/cgi-bin/d"
    )
    return entry(.ping(PingRow(input: "a.ts", index: 0, time: 5, ping: ping)), 5)
  }

  @Test("a run of playheads is one line; something between, or a jump, begins another")
  func playheads() {
    var log = PlayerLog()
    for position in [0, 1, 2] as [Int64] { log.append(Self.playhead(position)) }
    log.append(Self.entry(.call("stop"), 2))
    for position in [3, 4, 9] as [Int64] { log.append(Self.playhead(position)) }
    #expect(
      log.lines.map(\.text) == [
        "playheadPosition 0…2", "stop", "playheadPosition 3…4", "playheadPosition 9",
      ]
    )
    #expect(log.lines.first?.second == 2)
    #expect(log.entries.count == 7)
    var extreme = PlayerLog()
    extreme.append(Self.playhead(.max))
    extreme.append(Self.playhead(.min))
    #expect(extreme.lines.count == 2)
  }

  @Test("what failed in sending follows its ping, with the time of the ping")
  func failures() {
    var log = PlayerLog()
    log.append(Self.entry(.call("init")))
    log.append(Self.ping(.session, .session, []))
    log.append(Self.playhead(9))
    func failure(_ url: String, _ code: Int) -> (url: String, error: LogEntry.Content) {
      (url, .error(code: code, name: "", "away"))
    }
    let url = "https://collector.invalid/cgi-bin/d"
    let lines = { (failures) in
      log.entries(with: failures).map { entry -> String in
        switch entry.content {
        case .error(let code, _, _): "\(code) at \(entry.second ?? -1)"
        case .ping: "ping"
        case .call(let name, _, _): name
        default: ""
        }
      }
    }
    #expect(lines([]) == ["init", "ping", "playheadPosition"])
    #expect(
      lines([failure(url, 1001), failure(url, 9)])
        == ["init", "ping", "1001 at 5", "9 at 5", "playheadPosition"]
    )
    // A ping of an earlier run, and one that --product leaves out.
    #expect(
      lines([failure("earlier", 10), failure(url, 9), failure("left out", 8)])
        == ["init", "10 at -1", "ping", "9 at 5", "8 at 5", "playheadPosition"]
    )
  }

  @Test(
    "a ping is described by product, type, segment and what was watched",
    arguments: [
      (
        Self.ping(
          .dtvr,
          .duration,
          [("cr", "2_00_99_D2_11111_1"), ("c27", "cln,300"), ("ca", "FD_x"), ("davty", "1")]
        ), "dtvr duration, segment 2, 300 s, FD_x"
      ),
      (
        Self.ping(.dcr, .timer, [("cr", "4_00_99_D1_10000"), ("c27", "cln,60"), ("davty", "2")]),
        "dcr timer, segment 1, 60 s, the last"
      ), (Self.ping(.dtvr, .aqh, [("cr", "2_00_99_Q40_20231114_1")]), "dtvr aqh"),
      (Self.ping(.session, .session, []), "session session"),
    ]
  )
  func pings(entry: LogEntry, text: String) {
    #expect(LogLine(entry).text == text)
  }

  @Test("foreign text in a line is escaped")
  func hostile() {
    let entry = Self.entry(.call("play", argument: JSONValue(texts: ["a": "\u{1b}[2J"])))
    #expect(LogLine(entry).text == #"play a=\u{1b}[2J"#)
  }

  @Test("entries are JSON Lines: calls, events, errors and notes beside the rows of pings")
  func json() {
    var log = PlayerLog()
    log.append(Self.entry(.call("sendID3", argument: .string("x")), 3))
    log.append(Self.entry(.call("userOptOut", argument: .string("y"), result: .bool(true))))
    log.append(Self.entry(.event(code: 2001, "started")))
    log.append(Self.entry(.error(code: 3, name: "FailedProcessID3", "bad")))
    log.append(Self.entry(.note("seek")))
    log.append(Self.ping(.session, .session, []))
    var bytes: [UInt8] = []
    log.append(to: &bytes)
    let place = #""wallClock":"2023-11-14T22:13:20.250Z""#
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"input":"a.ts","kind":"call","time":3.0,\(place),"call":"sendID3","argument":"x","result":null}
        {"input":"a.ts","kind":"call","time":null,\(place),"call":"userOptOut","argument":"y","result":true}
        {"input":"a.ts","kind":"event","time":null,\(place),"code":2001,"message":"started"}
        {"input":"a.ts","kind":"error","time":null,\(place),"code":3,"name":"FailedProcessID3","message":"bad"}
        {"input":"a.ts","kind":"note","time":null,\(place),"message":"seek"}
        {"input":"a.ts","index":0,"product":"session","type":"session","time":5.0,"createTime":1,"sendTime":1,\
        "endpoint":"/cgi-bin/d","url":"https://collector.invalid/cgi-bin/d","parameters":[]}

        """
    )
  }

  @Test("of very many entries the oldest go, and are counted")
  func bounded() {
    var log = PlayerLog()
    let count = PlayerLog.capacity * 2 + 10
    for index in 0..<count { log.append(Self.entry(.note("\(index)"))) }
    #expect(log.entries.count == PlayerLog.capacity)
    #expect(log.droppedCount == count - PlayerLog.capacity)
    #expect(log.lines.count == PlayerLog.lineCapacity)
    #expect(log.lines.last?.text == "\(count - 1)")
    #expect(log.lines.first?.text == "\(count - PlayerLog.lineCapacity)")
  }
}
