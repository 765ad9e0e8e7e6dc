import Foundation
import TestServer
import TestSupport
import Testing

/// `id3tap watch --trace` as a user runs it, with taps that a server lists segment by segment.
@Suite(.ownThread) struct WatchTraceTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Serves the presentations in a folder as live presentations, at six times their speed.
  private func serve(_ folder: ServedFolder) throws -> TestServer {
    let start = ContinuousClock.now
    return try TestServer { request in
      guard request.path.hasSuffix("/index.m3u8") else { return folder.answer(request) }
      let lines = folder.lines(of: request.path)
      let segments = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("#EXTINF") }
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      let last = min(14 + seconds, segments.count)
      let first = max(0, last - 40)
      let head = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:\(first)"]
      let listed = segments[first..<last].flatMap { [$0.0, $0.1] }
      return .text((head + listed).joined(separator: "\n") + "\n")
    }
  }

  @Test(
    "tags lost at a hop raise and clear one alarm, despite an unreadable tap and a second chain"
  )
  func loss() throws {
    try shell.prepare("id3tap make --quiet --minutes 30 --variants 1 --chain out --fault cdn:lost")
    let server = try serve(ServedFolder(shell.folder.appendingPathComponent("out")))
    let (packager, cdn) = (server.url("/packager/master.m3u8"), server.url("/cdn/master.m3u8"))
    try shell.prepare(
      """
      printf '%s\\n' '[News]' 'packager = \(packager)' 'gone = \(server.url("/none.m3u8"))' \
        'cdn = \(cdn)' '[Clean]' 'one = \(packager)?1' 'two = \(packager)?2' > chains.txt
      """
    )
    let watch = try RunningCommand(
      shell,
      [
        "watch", "--trace", "chains.txt", "--events", "alarms", "--format", "jsonl", "--metrics",
        "127.0.0.1:0",
      ]
    )
    let line = try watch.errors.first(containing: "/metrics")
    let port = try #require(line.firstMatch(of: #/127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) })
    let alarm = try watch.output.first("the alarm") { $0.contains(#""event":"alarm""#) }
    for part in [
      #""input":"News: cdn""#, #""alarm":"hop-lost""#,
      #""message":"packager → cdn: "#, " lost; packager: ",
      "; repair: whoever runs the step from packager to cdn", #""chain":"News","hop":"gone → cdn""#,
    ] { #expect(alarm.contains(part), "\(part) is not in \(alarm)") }
    let metrics = try LoopbackClient(port: port).ask("/metrics")?.text ?? ""
    #expect(
      metrics.contains(#"id3tap_watch_alarm_active{feed="News: cdn",chain="News",hop="gone → cdn""#)
    )
    let page = try LoopbackClient(port: port).ask("/")?.text ?? ""
    #expect(page.contains("Tags lost at a hop"))
    try watch.output.first("the end") {
      $0.contains(#""event":"recovered""#) && $0.contains("hop-lost")
    }
    #expect(watch.stop() == 130)
    let others = try watch.output.all.filter { !$0.contains("hop-lost") }
    #expect(others.count == 1)
    #expect(others.first?.contains(#""event":"stream-lost""#) == true)
    #expect(others.first?.contains(#""input":"News: gone""#) == true)
  }
}
