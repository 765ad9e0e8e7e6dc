import Foundation
import TestServer
import Testing

/// Live feeds as a user watches them. The channels are made beforehand and listed segment by segment, so
/// that nothing has to be waited for.
@Suite struct WatchTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// A live playlist of six segments, each of two seconds: one more with every request, and the last six
  /// again and again when there is no further one.
  private func channel(_ options: String = "") throws -> ServedFolder {
    let made = try shell.run(
      "id3tap make --minutes 3 --segment-seconds 2 --variants 1 --hls out \(options)"
    )
    try #require(made.status == 0, "\(made.errors)")
    return try ServedFolder(shell.folder.appendingPathComponent("out"))
  }

  private func server(_ folder: ServedFolder, stopsAt limit: Int = .max) throws -> TestServer {
    let all = folder.lines(of: "/video-1/index.m3u8")
    let segments = zip(all, all.dropFirst()).filter { $0.0.hasPrefix("#EXTINF") }
    return try TestServer { request in
      switch request.path {
      case "/video-1/live.m3u8":
        let last = min(request.index + 6, segments.count, limit)
        // Reloaded four times a second at most.
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(last - 6)"]
        lines += segments[(last - 6)..<last].flatMap { ["#EXTINF:0.2,", $0.1] }
        return .text(lines.joined(separator: "\n") + "\n")
      case "/silent.m3u8": return .status(200).with { $0.isSilent = true }
      default: return folder.answer(request)
      }
    }
  }

  private func events(_ outcome: Shell.Outcome, _ kind: String) -> [Substring] {
    outcome.lines.filter { $0.hasPrefix("{\"event\":\"\(kind)\"") }
  }

  @Test("tags of a playlist come as events, and Ctrl-C ends with 130 and whole lines")
  func tags() throws {
    let server = try server(channel())
    let outcome = try shell.run(
      """
      set -m
      id3tap watch \(server.url("/video-1/live.m3u8")) > events 2> errors & watch=$!
      until [ "$(grep -c '"kind":"data"' events)" -ge 2 ] || ((SECONDS > 60)); do sleep 0.05; done
      kill -INT $watch; wait $watch; echo "status $?"; cat events errors
      """
    )
    #expect(outcome.lines.first == "status 130")
    #expect(events(outcome, "tag").count >= 2)
    #expect(
      outcome.lines.dropFirst().allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}") }
    )
  }

  @Test("--stop-on ends with 1 and says why; a feed that hangs beside a good one delays nothing")
  func stopOn() throws {
    let server = try server(channel(), stopsAt: 12)
    let outcome = try shell.run(
      """
      id3tap watch \(server.url("/silent.m3u8")) \(server.url("/video-1/live.m3u8")) \
        --alarm-after 2 --stop-on missing-tags --db w.sqlite
      """
    )
    #expect(outcome.status == 1)
    let alarms = events(outcome, "alarm").filter { $0.contains("\"alarm\":\"missing-tags\"") }
    #expect(alarms.count == 1)
    #expect(alarms.first?.contains("/video-1/live.m3u8") == true)
    #expect(outcome.errors.contains("alarm missing-tags"))
    #expect(!events(outcome, "tag").isEmpty)
    let database = try shell.run("id3tap report w.sqlite --format markdown; echo $?")
    #expect(database.lines.last == "0")
  }

  @Test("a server that ends is told, and that it is back")
  func restart() throws {
    let port = Int.random(in: 30_000..<40_000)
    let run = try shell.run(
      """
      set -m
      start() { id3tap make --quiet --segment-seconds 1 --hls live --live --serve 127.0.0.1:\(port) & make=$!; }
      start
      id3tap watch http://127.0.0.1:\(port)/master.m3u8 --timeout 1 > events & watch=$!
      until grep -q '"event":"tag"' events || ((SECONDS > 40)); do sleep 0.1; done
      kill $make; wait $make
      until grep -q '"event":"stream-lost"' events || ((SECONDS > 80)); do sleep 0.1; done
      rm -r live; start
      until grep -q '"event":"stream-back"' events || ((SECONDS > 110)); do sleep 0.1; done
      kill $watch $make; wait $watch; echo "status $?"
      grep -v '"event":"tag"' events | cut -d '"' -f 4
      """
    )
    #expect(run.lines.first == "status 130")
    #expect(run.lines.filter { $0.hasPrefix("stream-") } == ["stream-lost", "stream-back"])
  }

  @Test("datagrams are followed, and their end is told")
  func datagrams() throws {
    let port = Int.random(in: 20_000..<30_000) & ~1
    let outcome = try shell.run(
      """
      set -m
      id3tap make --minutes 1 -o a.ts
      id3tap watch udp://127.0.0.1:\(port) --alarm-after 1 > events & watch=$!
      until grep -q ":$(printf %04X \(port)) " /proc/net/udp || ((SECONDS > 60)); do :; done
      dd if=a.ts bs=1316 iflag=fullblock status=none > /dev/udp/127.0.0.1/\(port)
      until grep -q '"alarm":"missing-tags"' events || ((SECONDS > 60)); do sleep 0.05; done
      kill -TERM $watch; wait $watch; echo "status $?"; cat events
      """
    )
    #expect(outcome.lines.first == "status 130")
    #expect(events(outcome, "tag").count >= 5)
    #expect(events(outcome, "alarm").contains { $0.contains("\"program\":1") })
  }

  @Test("metrics, health and the status page are served; a command and a webhook hear of alarms")
  func serving() throws {
    let hook = try TestServer { _ in .status(200) }
    let server = try server(channel(), stopsAt: 12)
    let port = Int.random(in: 40_000..<50_000)
    let outcome = try shell.run(
      """
      set -m
      id3tap watch \(server.url("/video-1/live.m3u8")) --alarm-after 1 --metrics 127.0.0.1:\(port) \
        --webhook \(hook.url("/hook")) --alarm-command 'cat >> heard' > events 2> said & watch=$!
      until grep -q '"alarm":"missing-tags"' heard 2> none || ((SECONDS > 60)); do sleep 0.05; done
      curl -s -D headers http://127.0.0.1:\(port)/ > page
      curl -s http://127.0.0.1:\(port)/metrics > metrics
      curl -s -w '%{http_code}\\n' http://127.0.0.1:\(port)/healthz
      curl -s -o none -w '%{http_code}\\n' -H 'Host: else.example' http://127.0.0.1:\(port)/metrics
      curl -s -o none -w '%{http_code}\\n' http://127.0.0.1:\(port)/none
      curl -s -o none -w '%{http_code}\\n' -X POST http://127.0.0.1:\(port)/
      kill $watch; wait $watch; echo "status $?"
      """
    )
    #expect(outcome.lines.first?.hasPrefix("{\"status\":\"ok\",\"feeds\":1") == true)
    #expect(outcome.lines.dropFirst() == ["200", "403", "404", "405", "status 130"])
    let page = try shell.run("cat page headers")
    #expect(page.output.contains("missing-tags"))
    #expect(page.output.lowercased().contains("content-security-policy: default-src 'none'"))
    let metrics = try shell.run("cat metrics").output
    #expect(metrics.contains("id3tap_watch_alarm_active{"))
    #expect(metrics.contains("kind=\"data\"}"))
    #expect(hook.requests.contains { $0.method == "POST" })
  }

  @Test("Chromium shows the status page, and its policy refuses nothing of it")
  func browser() throws {
    guard try shell.run("command -v chromium").status == 0 else {
      print("skipped: chromium is missing ('make tools' installs it)")
      return
    }
    let server = try server(channel())
    let port = Int.random(in: 40_000..<50_000)
    let outcome = try shell.run(
      """
      set -m; export HOME="$PWD"
      id3tap watch '\(server.url("/video-1/live.m3u8?<i>"))' --metrics 127.0.0.1:\(port) > events & watch=$!
      until grep -q '"kind":"data"' events || ((SECONDS > 60)); do sleep 0.05; done
      timeout 60 chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr \
        --user-data-dir="$PWD/profile" --dump-dom http://127.0.0.1:\(port)/ 2> log.txt
      kill $watch; wait $watch
      """
    )
    #expect(outcome.output.contains("<h1>id3tap watch</h1>"))
    #expect(outcome.output.contains("<path class=\"data\""))
    #expect(outcome.output.contains("?&lt;i&gt;"))
    let log = try shell.run("cat log.txt").output
    #expect(!log.contains("Content Security Policy"), "\(log)")
  }

  @Test("a database survives a kill, and the next watch goes on with it")
  func killed() throws {
    let server = try server(channel())
    let run = try shell.run(
      """
      set -m
      watch() { id3tap watch \(server.url("/video-1/live.m3u8")) --db w.sqlite > events & watch=$!; }
      rows() { sqlite3 w.sqlite 'SELECT count(*) FROM tags' 2> none || echo 0; }
      command -v sqlite3 > none || { echo skipped; exit; }
      watch
      until [ "$(rows)" -ge 2 ] || ((SECONDS > 60)); do sleep 0.1; done
      kill -9 $watch; wait $watch
      sqlite3 w.sqlite 'PRAGMA integrity_check'; before=$(rows)
      watch
      until [ "$(rows)" -gt "$before" ] || ((SECONDS > 90)); do sleep 0.1; done
      kill $watch; wait $watch; echo "status $?"
      sqlite3 w.sqlite 'SELECT state FROM runs ORDER BY run_id; SELECT state, owner FROM inputs'
      """
    )
    if run.lines == ["skipped"] {
      print("skipped: sqlite3 is missing")
      return
    }
    #expect(run.lines == ["ok", "status 130", "running", "interrupted", "watched|"])
  }

  @Test(
    "a watch that cannot begin does not count as one that is at work",
    arguments: ["FEED", "udp://127.0.0.1:30001 --metrics 127.0.0.1:PORT"]
  )
  func refused(arguments: String) throws {
    let taken = try TestServer { _ in .status(200) }
    let feed = taken.url("/live.m3u8")
    let other = arguments.replacing("FEED", with: feed).replacing("PORT", with: "\(taken.port)")
    let outcome = try shell.run(
      """
      set -m
      command -v sqlite3 > none || { echo skipped; exit; }
      runs() { sqlite3 w.sqlite 'SELECT state FROM runs ORDER BY run_id' 2> none; }
      id3tap watch \(feed) --db w.sqlite > events & watch=$!
      until [ "$(runs)" = running ] || ((SECONDS > 60)); do sleep 0.1; done
      id3tap watch \(other) --db w.sqlite > others; echo "status $?"
      kill $watch; wait $watch; runs
      """
    )
    if outcome.lines == ["skipped"] {
      print("skipped: sqlite3 is missing")
      return
    }
    #expect(outcome.lines == ["status 2", "interrupted", "interrupted"])
  }

  @Test(
    "wrong options end with 64 and say what is right",
    arguments: [
      ("", "Missing expected argument '<url> ...'"),
      ("http://a --alarm-after 0", "--alarm-after 0.0: give seconds above 0"),
      ("http://a --metrics here", "'here' is no address"),
      ("http://a --webhook ftp://a", "--webhook: give a URL like"),
      ("http://a --alarm-command ''", "--alarm-command: give a command."),
      ("http://a --stop-on never", "'never' is no alarm"),
      ("http://a --format csv", "choose one of 'table', 'jsonl'"),
      ("http://a --db ''", "--db: name a file."),
      ("http://a -o ''", "-o: name a file."),
      ("http://a --limit-seconds 0", "--limit-seconds 0.0: give seconds above 0, at most ten"),
      ("http://a --limit-seconds 1e30", "--limit-seconds 1e+30: give seconds above 0, at most ten"),
      ("http://a --pid 8192", "PIDs are numbers from 0 to 8191."),
      ("http://a --program 65536", "programs have numbers from 0 to 65535."),
      ("http://a --rule wrong=off", "--rule: "),
    ]
  )
  func wrongOptions(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap watch \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words))
  }

  @Test(
    "what cannot be watched ends with 2",
    arguments: [
      ("a.ts", "is no URL: watch follows live feeds"), ("@none.txt", "no such file"),
      ("- ", "is no URL"), ("http:// srt://", "http://: names no host: check the URL"),
      ("udp://127.0.0.1", "udp://127.0.0.1: names no port: write it as udp://HOST:PORT"),
      ("udp://127.0.0.1:99999", "names an impossible port: ports have numbers from 1 to 65535"),
      ("http://127.0.0.1:1/ --db /none/w.sqlite", "/none/w.sqlite"),
      ("http://127.0.0.1:1/ -o /none/w.jsonl", "/none/w.jsonl"),
    ]
  )
  func unwatchable(arguments: String, words: String) throws {
    let outcome = try shell.run("id3tap watch \(arguments)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words))
  }

  @Test("a bad line of a list is told, the other feeds are followed, and the end is 2")
  func badLine() throws {
    let server = try server(channel())
    let outcome = try shell.run(
      """
      printf 'nonsense://x\\n  %s  \\n' \(server.url("/video-1/live.m3u8")) > channels.txt
      echo udp://127.0.0.1 >> channels.txt
      id3tap watch @channels.txt --limit-seconds 3
      """
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nonsense://x: nonsense: is not read"))
    #expect(outcome.errors.contains("udp://127.0.0.1: names no port: "))
    #expect(!events(outcome, "tag").isEmpty)
    #expect(events(outcome, "stream-lost").isEmpty)
  }

  @Test("a variant that no playlist lists is told once, with those that there are")
  func noVariant() throws {
    let server = try server(channel())
    let outcome = try shell.run(
      "id3tap watch \(server.url("/master.m3u8")) --variant nope --limit-seconds 4 --quiet"
    )
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1)
    let words = "lists no variant or rendition of that name: choose among "
    #expect(lines.first?.contains(words) == true, "\(outcome.errors)")
  }

  @Test("-o appends the events to a file, and nothing is on standard output")
  func output() throws {
    let server = try server(channel())
    let outcome = try shell.run(
      """
      echo before > events
      id3tap watch \(server.url("/video-1/live.m3u8")) --limit-seconds 3 -o events; echo "status $?"
      cut -c 1-14 events | sort -u
      """
    )
    #expect(outcome.lines.first == "status 0")
    #expect(outcome.lines.contains("before"))
    #expect(outcome.lines.contains("{\"event\":\"tag\""))
  }

  @Test("a reader that goes away ends the watch quietly")
  func readerGone() throws {
    let server = try server(channel())
    let outcome = try shell.run(
      """
      set -o pipefail
      id3tap watch \(server.url("/video-1/live.m3u8")) --alarm-after 3600 | head -1 | cut -c 1-14; echo $?
      """
    )
    #expect(outcome.lines == ["{\"event\":\"tag\"", "0"])
    #expect(outcome.errors == "")
  }
}
