import Testing
import TimedMetadata

@testable import LiveWatch

@Suite struct StatusTableTests {
  /// A snapshot of some feeds. Some are lost, and some have an alarm in the second of two programs.
  private func snapshot(
    count: Int,
    lost: Set<Int> = [],
    alarmed: Set<Int> = []
  ) throws -> WatchSnapshot {
    let settings = try WatchSettings.ownAlarmsOnly()
    let feeds = (0..<count).map { number in
      let start = FeedState.Moment(now: 0, date: 0)
      var state = FeedState(
        index: number,
        name: "udp://f\(number):1",
        settings: settings,
        at: start
      )
      state.connecting(at: start)
      if alarmed.contains(number) {
        state.receive(.tag(Tags.data(1, program: 1)), at: start)
        state.receive(.tag(Tags.data(1, program: 2)), at: start)
        let later = FeedState.Moment(now: 40, date: 40)
        state.receive(.tag(Tags.data(4, program: 1)), at: later)
        _ = state.tick(bytes: 1, at: later)
        // The alarm waits for the other program.
        _ = state.tick(bytes: 2, at: FeedState.Moment(now: 46, date: 46))
      }
      if lost.contains(number) {
        state.failed("nothing came", at: start)
        _ = state.tick(bytes: nil, at: FeedState.Moment(now: 10, date: 10))
      }
      return FeedSnapshot(state, now: 40)
    }
    return WatchSnapshot(date: 0, uptime: 40, sinceCheck: 0, feeds: feeds)
  }

  /// The first words of the lines about feeds, and the line about hidden lines.
  private func shown(_ snapshot: WatchSnapshot, rows: Int) -> (names: [String], rest: String?) {
    let lines = StatusTable(snapshot, style: .init(), columns: 120, rows: rows).lines()
    let names = lines.dropFirst(2).filter { !$0.hasPrefix("…") }.compactMap { line in
      line.split(separator: "  ").first.map { $0.trimmingPrefix(" ") }.map { String($0) }
    }
    return (names, lines.last.flatMap { $0.hasPrefix("…") ? $0 : nil })
  }

  @Test(
    "a table lists lost feeds first, and its last line has the number of hidden lines",
    arguments: [
      (4, [3], 8, ["udp://f3:1", "udp://f0:1", "udp://f1:1", "udp://f2:1"], nil),
      (4, [], 5, ["udp://f0:1", "udp://f1:1"], "… 2 more lines: enlarge the window"),
      (
        32, [20, 31], 7, ["udp://f20:1", "udp://f31:1", "udp://f0:1", "udp://f1:1"],
        "… 28 more lines: enlarge the window"
      ),
      (
        5, [1, 3], 4, ["udp://f1:1"],
        "… 4 more lines, 1 feed in trouble among them: enlarge the window"
      ),
      (
        9, [2, 4, 6, 8], 4, ["udp://f2:1"],
        "… 8 more lines, 3 feeds in trouble among them: enlarge the window"
      ),
      (2, [0, 1], 3, [], "… 2 more lines, 2 feeds in trouble among them: enlarge the window"),
    ] as [(Int, Set<Int>, Int, [String], String?)]
  )
  func lost(count: Int, lost: Set<Int>, rows: Int, names: [String], rest: String?) throws {
    let shown = shown(try snapshot(count: count, lost: lost), rows: rows)
    #expect(shown.names == names)
    #expect(shown.rest == rest)
  }

  @Test("the first line of the table has the same counts of feeds as the start page")
  func counts() throws {
    let snapshot = try snapshot(count: 4, lost: [3], alarmed: [2])
    let line = StatusTable(snapshot, style: .init(), columns: 120, rows: 9).lines()[0]
    let words = "1 lost, 1 with alarms, 2 waiting, 0 of 4 feeds ok"
    #expect(line.hasPrefix("id3tap watch  \(words.replacing(", ", with: "  "))  "))
    let page = StatusPage(snapshot).html.markup.replacing(/<\/?span[^>]*>/, with: "")
    #expect(page.contains("<h1>id3tap watch: \(words)</h1>"))
  }

  @Test("a feed with an alarm comes first, with all its tracks")
  func alarmed() throws {
    let snapshot = try snapshot(count: 4, alarmed: [2])
    #expect(snapshot.alarmCount == 1)
    let six = shown(snapshot, rows: 8)
    #expect(
      six.names == [
        "udp://f2:1", "program 1", "program 2", "udp://f0:1", "udp://f1:1", "udp://f3:1",
      ]
    )
    let five = shown(snapshot, rows: 7)
    #expect(five.names == ["udp://f2:1", "program 1", "program 2", "udp://f0:1"])
    #expect(five.rest == "… 2 more lines: enlarge the window")
    // The track with the alarm is hidden.
    let two = shown(snapshot, rows: 5)
    #expect(two.names == ["udp://f2:1", "program 1"])
    #expect(two.rest?.hasPrefix("… 4 more lines, 1 feed in trouble among them") == true)
  }

  @Test("keys move a window over the lines of a table, and the last line shows the position")
  func scrolling() throws {
    let snapshot = try snapshot(count: 20, lost: [15])
    let table = StatusTable(snapshot, style: .init(), columns: 100, rows: 9)
    var window: TableWindow? = TableWindow()
    func lines() -> [String] { table.lines(in: &window) }
    func names() -> [Substring] { lines()[2..<8].compactMap { $0.split(separator: " ").first } }
    #expect(names().prefix(2) == ["udp://f15:1", "udp://f0:1"])
    #expect(lines().last?.hasPrefix("lines 1-6 of 20  ↑ ↓ PgUp PgDn") == true)
    window?.move(.lineDown)
    #expect(names().first == "udp://f0:1")
    #expect(lines().last?.hasPrefix("lines 2-7 of 20, 1 feed in trouble not shown") == true)
    window?.move(.pageDown)
    #expect(names().first == "udp://f5:1")
    window?.move(.bottom)
    #expect(names().last == "udp://f19:1")
    for move in [TableWindow.Move.lineDown, .pageDown] { window?.move(move) }
    #expect(lines().last?.hasPrefix("lines 15-20 of 20") == true)
    window?.move(.pageUp)
    window?.move(.top)
    window?.move(.lineUp)
    #expect(names().first == "udp://f15:1")
    // In a larger terminal, a window that was scrolled down is at the end of the lines.
    window?.move(.bottom)
    let all = StatusTable(snapshot, style: .init(), columns: 100, rows: 30).lines(in: &window)
    #expect(all.count == 22 && window?.first == 0)
  }
}
