import Foundation
import Glibc
import System
import TestServer
import TestSupport
import Testing
import TimedMetadata

/// Live feeds as a user watches them, in real time. `LiveWatchTests` checks the times of alarms with a manual clock.
@Suite(.ownThread) struct WatchTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// A live playlist of six segments that moves by one segment with each request, up to the last segment.
  private final class Channel: Sendable {
    private struct State {
      /// The number of the segment after the last listed segment.
      var next = 6
      var isGone = false
    }

    let server: TestServer
    var url: String { server.url("/video-1/live.m3u8") }
    private let state: Monitor<State>

    /// Lists the segments in a folder up to the number `limit`, each with `query` appended to its URI.
    init(_ folder: ServedFolder, stopsAt limit: Int, query: String = "") throws {
      let all = folder.lines(of: "/video-1/index.m3u8")
      let segments = zip(all, all.dropFirst()).filter { $0.0.hasPrefix("#EXTINF") }
      let state = Monitor(State())
      self.state = state
      server = try TestServer { request in
        let (last, isGone) = state.withLock { state in
          guard request.path == "/video-1/live.m3u8", !state.isGone else {
            return (0, state.isGone)
          }
          defer { state.next = min(state.next + 1, segments.count, limit) }
          return (state.next, false)
        }
        switch request.path {
        case _ where isGone: return .status(404)
        case "/video-1/live.m3u8":
          // With segments of 0.2 s, the reader reloads the playlist up to four times a second.
          var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(last - 6)"]
          lines += segments[(last - 6)..<last].flatMap { ["#EXTINF:0.2,", $0.1 + query] }
          return .text(lines.joined(separator: "\n") + "\n")
        default: return folder.answer(request)
        }
      }
    }

    /// Makes all further requests fail, or succeed again.
    func setGone(_ isGone: Bool) { state.withLock { $0.isGone = isGone } }
  }

  /// A channel that all tests share, so that it is made only once.
  private static let made = Result<ServedFolder, any Error> {
    let shell = try Shell()
    try shell.prepare("id3tap make --minutes 10 --segment-seconds 2 --variants 1 --hls out")
    return try ServedFolder(shell.folder.appendingPathComponent("out"))
  }

  private func channel(stopsAt limit: Int = .max) throws -> Channel {
    try Channel(Self.made.get(), stopsAt: limit)
  }

  private func events(_ lines: [String], _ kind: String) -> [String] {
    lines.filter { Self.isEvent($0, kind) }
  }

  private static func isEvent(_ line: String, _ kind: String) -> Bool {
    line.hasPrefix("{\"event\":\"\(kind)\"")
  }

  private static func isDataTag(_ line: String) -> Bool { line.contains("\"kind\":\"data\"") }

  @Test("a watch reports the tags, loss and return of a feed, and exits with 130 after Ctrl-C")
  func followed() throws {
    let channel = try channel()
    let watch = try RunningCommand(shell, ["watch", channel.url])
    try watch.output.first(2, "two tags", where: Self.isDataTag)
    channel.setGone(true)
    try watch.output.first("the loss") { Self.isEvent($0, "stream-lost") }
    channel.setGone(false)
    try watch.output.first("the return") { Self.isEvent($0, "stream-back") }
    #expect(watch.stop(SIGINT) == 130)
    let lines = try watch.output.all
    #expect(lines.allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}") })
    let feed = lines.filter { Self.isEvent($0, "stream-lost") || Self.isEvent($0, "stream-back") }
    #expect(feed.count == 2)
  }

  @Test("twenty feeds can be watched with one task thread while another feed hangs")
  func oneThread() throws {
    let maker = try RunningCommand(
      shell,
      ["make", "--hls", "live", "--live", "--serve", "127.0.0.1:0", "--segment-seconds", "2"]
    )
    defer { maker.stop() }
    let line = try maker.errors.first(containing: "http://")
    let found = line.split(separator: " ").first { $0.hasPrefix("http://") }
    let url = try #require(found).trimmingCharacters(in: .punctuationCharacters)
    let silent = try TestServer { _ in .status(200).with { $0.isSilent = true } }
    let watch = try RunningCommand(
      shell,
      ["watch", silent.url("/a.m3u8")] + (1...20).map { "\(url)?feed=\($0)" },
      environment: ["LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1"]
    )
    for number in 1...20 {
      let name = "?feed=…\(number == 1 ? "" : "#\(number)")\""
      try watch.output.first("a tag of feed \(number)") {
        Self.isDataTag($0) && $0.contains(name)
      }
    }
    #expect(watch.stop(SIGINT) == 130)
  }

  @Test("outputs, database and evidence do not contain the values of URL parameters")
  func hiddenValues() throws {
    let channel = try Channel(Self.made.get(), stopsAt: .max, query: "?token=QSEGMENT")
    let watch = try RunningCommand(
      shell,
      ["watch", "\(channel.url)?token=QFEED", "--verbose", "--db", "w.sqlite", "--evidence", "e"]
    )
    try watch.output.first("a tag", where: Self.isDataTag)
    channel.setGone(true)
    try watch.output.first("the loss") { Self.isEvent($0, "stream-lost") }
    #expect(watch.stop(SIGINT) == 130)
    let texts = try watch.output.all + watch.errors.all
    #expect(texts.contains { $0.contains("/video-1/live.m3u8?token=…\"") })
    #expect(texts.contains { $0.contains(".ts?token=…\"") })
    #expect(!texts.contains { $0.contains("QFEED") || $0.contains("QSEGMENT") })
    let found = "cat w.sqlite* e/*/event.json | grep -a -c -e QFEED -e QSEGMENT"
    #expect(try shell.run(found).output == "0\n")
    for value in ["live.m3u8?token=QFEED", ".ts?token=QSEGMENT"] {
      #expect(channel.server.requests.contains { $0.target.hasSuffix(value) })
    }
  }

  @Test(
    "events that are piped to kcat become messages of a Kafka topic",
    .enabled(if: Tool.isThere("kcat"), "kcat is missing: 'make tools' installs it")
  )
  func kafka() throws {
    let channel = try channel()
    // The broker is a mock of kcat, in a process that waits for input until it is killed. The first line on its
    // standard error ends with the address of the broker.
    let outcome = try shell.run(
      """
      mkfifo held said; exec 8<>said 9<>held
      kcat -P -b none -t held -X test.mock.num.brokers=1 <&9 2>&8 8>&- 9>&- >messages & broker=$!
      read -r -t 120 line <&8 || exit 9; address=${line##* }
      id3tap watch --quiet \(channel.url) --format jsonl 8>&- 9>&- | grep -m 3 '"kind":"data"' \
      | tee events | kcat -P -b $address -t id3tap-events 8>&- 9>&-
      kcat -q -C -b $address -t id3tap-events -o beginning -e 8>&- 9>&- > received
      status=$?; kill -KILL $broker
      cat events; cmp <(sort events) <(sort received) && exit $status
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.count == 3, "\(outcome.output)")
    withExtendedLifetime(channel) {}
  }

  @Test(
    "a watch serves metrics, health and the status page, and reports alarms to a command and a webhook"
  )
  func serving() throws {
    let isPosted = Monitor(false)
    let hook = try TestServer { request in
      if request.method == "POST" { isPosted.withLock { $0 = true } }
      return .status(200)
    }
    let channel = try channel(stopsAt: 12)
    let watch = try RunningCommand(
      shell,
      [
        "watch", channel.url, "--alarm-after", "1",
        "--metrics", "127.0.0.1:0", "--webhook", hook.url("/hook"),
        "--alarm-command", "cat >> heard",
      ]
    )
    let line = try watch.errors.first(containing: "status page, /metrics and /healthz")
    let url = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") })
      .trimmingCharacters(in: .punctuationCharacters)
    try watch.output.first("missing tags") { line in
      Self.isEvent(line, "alarm") && line.contains("\"alarm\":\"missing-tags\"")
    }
    let port = try #require(Int(url.split(separator: ":").last ?? ""))
    let page = try #require(try LoopbackClient(port: port).ask("/"))
    #expect(page.text.contains("missing-tags"))
    let policy = page.headers["content-security-policy"] ?? ""
    #expect(policy.contains("default-src 'none'"))
    let metrics = try LoopbackClient(port: port).ask("/metrics")?.text ?? ""
    #expect(metrics.contains("id3tap_watch_alarm_active{"))
    #expect(metrics.contains("kind=\"data\"}"))
    let health = try LoopbackClient(port: port).ask("/healthz")
    #expect(health?.status == 200)
    #expect(health?.text.hasPrefix("{\"status\":\"ok\",\"feeds\":1") == true)
    #expect(try LoopbackClient(port: port).ask("/none")?.status == 404)
    for (request, status) in [
      ("GET /metrics HTTP/1.1\r\nHost: else.example\r\n\r\n", 403),
      ("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n", 405),
    ] {
      let client = try LoopbackClient(port: port)
      try client.send(request)
      #expect(try client.answer()?.status == status)
    }
    #expect(isPosted.wait(atMost: 300) { $0 ? true : nil } == true)
    #expect(watch.stop() == 130)
    #expect(try shell.run("cat heard").output.contains("missing-tags"))
  }

  @Test("an alarm that --stop-on names is reported and ends the watch with exit code 1")
  func stopOn() throws {
    let channel = try channel(stopsAt: 12)
    let outcome = try shell.run(
      "id3tap watch \(channel.url) --alarm-after 2 --stop-on missing-tags --db w.sqlite"
    )
    #expect(outcome.status == 1)
    let lines = outcome.lines.map(String.init)
    let alarms = events(lines, "alarm").filter { $0.contains("\"alarm\":\"missing-tags\"") }
    #expect(alarms.count == 1)
    #expect(outcome.errors.contains("alarm No Nielsen tags (missing-tags)"))
    #expect(!events(lines, "tag").isEmpty)
    #expect(try shell.run("id3tap report w.sqlite --format markdown").status == 0)
  }

  @Test("a UDP feed is watched, and missing tags after its end raise an alarm")
  func datagrams() throws {
    let port = try UDPPort()
    try shell.prepare("id3tap make --minutes 1 -o a.ts")
    let watch = try RunningCommand(
      shell,
      ["watch", "udp://127.0.0.1:\(port.number)", "--alarm-after", "1"]
    )
    try port.waitUntilBound()
    try shell.prepare(
      "dd if=a.ts bs=1316 iflag=fullblock status=none > /dev/udp/127.0.0.1/\(port.number)"
    )
    try watch.output.first("missing tags") { $0.contains("\"alarm\":\"missing-tags\"") }
    #expect(watch.stop() == 130)
    let lines = try watch.output.all
    #expect(events(lines, "tag").count >= 5)
    #expect(events(lines, "alarm").contains { $0.contains("\"program\":1") })
  }

  @Test(
    "Chromium shows the status page, and its security policy blocks nothing",
    .enabled(if: Tool.isThere(Tool.browser), "\(Tool.browser) is missing: 'make tools' installs it")
  )
  func browser() throws {
    let channel = try channel()
    let watch = try RunningCommand(
      shell,
      ["watch", channel.url + "?<i>=1", "--metrics", "127.0.0.1:0"]
    )
    let line = try watch.errors.first(containing: "status page, /metrics and /healthz")
    let url = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") })
      .trimmingCharacters(in: .punctuationCharacters)
    try watch.output.first("a tag", where: Self.isDataTag)
    let outcome = try shell.run(
      """
      export HOME="$PWD"
      \(Tool.browser) --no-sandbox --disable-gpu --enable-logging=stderr \
        --user-data-dir="$PWD/profile" --dump-dom \(url)/ 2> log.txt
      """
    )
    watch.stop()
    let log = try shell.run("cat log.txt").output
    #expect(outcome.output.contains("<h1>id3tap watch: "), "\(log)")
    #expect(outcome.output.contains("<path class=\"data\""))
    #expect(outcome.output.contains("?&lt;i&gt;"))
    #expect(!log.contains("Content Security Policy"), "\(log)")
  }

  @Test(
    "the database of a killed watch is intact, and the next watch continues it",
    .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is missing: 'make tools' installs it")
  )
  func killed() throws {
    let channel = try channel()
    let arguments = ["watch", channel.url, "--db", "w.sqlite"]
    let first = try RunningCommand(shell, arguments)
    // Tags are written to the database once a second, so those of the first seconds are stored.
    try first.output.first(6, "tags", where: Self.isDataTag)
    #expect(first.stop(SIGKILL) == 128 + SIGKILL)
    let count = "sqlite3 w.sqlite 'SELECT count(*) FROM tags'"
    let left = try shell.run("sqlite3 w.sqlite 'PRAGMA integrity_check'; \(count)")
    #expect(left.lines.first == "ok")
    let before = try #require(left.lines.last.flatMap { Int($0) })
    #expect(before >= 1)
    let second = try RunningCommand(shell, arguments)
    try second.output.first("a tag", where: Self.isDataTag)
    #expect(second.stop() == 130)
    let after = try #require(Int(try shell.run(count).lines.last ?? ""))
    #expect(after > before)
    let states = try shell.run(
      "sqlite3 w.sqlite 'SELECT state FROM runs ORDER BY run_id; SELECT state, owner FROM inputs'"
    )
    #expect(states.lines == ["running", "interrupted", "watched|"])
  }

  @Test(
    "the run of a watch that cannot start is stored as interrupted",
    .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is missing: 'make tools' installs it"),
    arguments: ["FEED", "udp://127.0.0.1:PORT --metrics 127.0.0.1:TAKEN"]
  )
  func refused(arguments: String) throws {
    let channel = try channel()
    let port = try UDPPort()
    let other = arguments.replacing("FEED", with: channel.url)
      .replacing("PORT", with: "\(port.number)").replacing("TAKEN", with: "\(channel.server.port)")
    let first = try RunningCommand(shell, ["watch", channel.url, "--db", "w.sqlite"])
    // The database is opened before feeds are read.
    try first.output.first("a tag", where: Self.isDataTag)
    #expect(try shell.run("id3tap watch \(other) --db w.sqlite").status == 2)
    #expect(first.stop() == 130)
    let states = try shell.run("sqlite3 w.sqlite 'SELECT state FROM runs ORDER BY run_id'")
    #expect(states.lines == ["interrupted", "interrupted"])
  }

  @Test("a bad line in a list is reported, the other feeds are watched, and the exit code is 2")
  func badLine() throws {
    let channel = try channel()
    try shell.prepare(
      """
      printf 'nonsense://x\\n  %s  \\n' \(channel.url) > channels.txt
      echo udp://127.0.0.1 >> channels.txt
      """
    )
    let watch = try RunningCommand(shell, ["watch", "@channels.txt"])
    try watch.output.first("a tag", where: Self.isDataTag)
    #expect(watch.stop() == 130)
    #expect(try events(watch.output.all, "stream-lost").isEmpty)
    let outcome = try shell.run("id3tap watch @channels.txt --limit-seconds 1")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nonsense://x: nonsense: is not read"))
    #expect(outcome.errors.contains("udp://127.0.0.1: names no port: "))
  }

  @Test("a variant that is not in the playlist is reported once, with the existing variants")
  func noVariant() throws {
    try shell.prepare("id3tap make --minutes 1 --segment-seconds 2 --variants 1 --hls out")
    let folder = try ServedFolder(shell.folder.appendingPathComponent("out"))
    let opened = Monitor(0)
    let server = try TestServer { request in
      if request.path == "/master.m3u8" { opened.withLock { $0 += 1 } }
      return folder.answer(request)
    }
    let watch = try RunningCommand(
      shell,
      ["watch", server.url("/master.m3u8"), "--quiet"]
        + shell.config(#"{"variant": "nope"}"#).split(separator: " ").map(String.init)
    )
    // The feed is opened several times.
    #expect(opened.wait(atMost: 300) { $0 > 2 ? true : nil } == true)
    #expect(watch.stop() == 130)
    let lines = try watch.errors.all
    #expect(lines.count == 1)
    let words = "lists no variant or rendition of that name: choose among "
    #expect(lines.first?.contains(words) == true, "\(lines)")
  }

  @Test("-o appends the events to a file, and --limit-seconds ends a watch with exit status 0")
  func output() throws {
    let channel = try channel()
    try shell.prepare("echo before > events")
    let watch = try RunningCommand(shell, ["watch", channel.url, "-o", "events"])
    try shell.prepare("tail -n +1 -f events | grep -m 1 '^{\"event\":\"tag\"' > tag")
    #expect(watch.stop() == 130)
    #expect(try watch.output.all == [])
    let limited = try shell.run("id3tap watch \(channel.url) --limit-seconds 1 -o events")
    #expect(limited.status == 0 && limited.output == "")
    let lines = try shell.run("cat events").lines
    #expect(lines.first == "before")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}") })
  }

  @Test("a watch whose reader closes the pipe exits with status 0 and prints no message")
  func readerGone() throws {
    let channel = try channel()
    let outcome = try shell.run(
      """
      set -o pipefail
      id3tap watch \(channel.url) --alarm-after 3600 | head -1 | cut -c 1-14; echo $?
      """
    )
    #expect(outcome.lines == ["{\"event\":\"tag\"", "0"])
    #expect(outcome.errors == "")
  }
}
