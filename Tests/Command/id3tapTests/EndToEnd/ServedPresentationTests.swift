import Foundation
import TestServer
import TestSupport
import Testing

/// HLS over HTTP from correct and faulty servers, as a user reads it.
@Suite(.ownThread) struct ServedPresentationTests {
  private static let media = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../SampleStreams/media.mp4").standardizedFileURL.path

  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a presentation of 30 s in the folder `out`. If `hasMedia` is true, each variant has three segments.
  private func make(
    _ options: String = "--variants 1",
    hasMedia: Bool = true
  ) throws -> ServedFolder {
    let media = hasMedia ? "--media '\(Self.media)'" : ""
    try shell.prepare(
      "id3tap make \(media) --minutes 0.5 --segment-seconds 2 --hls out \(options)"
    )
    return try ServedFolder(shell.folder.appendingPathComponent("out"))
  }

  /// The rows without the name of the input.
  private func rows(_ arguments: String) throws -> (rows: [String], outcome: Shell.Outcome) {
    let outcome = try shell.run("id3tap extract --nielsen \(arguments)")
    let rows = outcome.lines.map { line in
      String(line.replacing(#/^{"input":"[^"]*",/#, with: ""))
    }
    return (rows, outcome)
  }

  // MARK: - Good servers

  @Test(
    "HLS over HTTP gives the same rows as HLS from files",
    arguments: [
      "", "--with encrypt --with rotate-keys=2", "--with byte-ranges", "--with discontinuity",
      "--cmaf --with byte-ranges --with encrypt", "--cmaf --with audio-only-tags",
    ]
  )
  func whole(options: String) throws {
    let folder = try make(options)
    let server = try TestServer { folder.answer($0) }
    let files = try rows("out/master.m3u8")
    let web = try rows(server.url("/master.m3u8"))
    #expect(web.rows == files.rows)
    #expect(web.outcome.status == 0)
    #expect(!web.rows.isEmpty)
  }

  @Test("redirects of playlists, keys and segments are followed")
  func redirected() throws {
    let folder = try make("--with encrypt")
    let server = try TestServer { request in
      guard request.path.hasPrefix("/moved") else { return .redirect(to: "/moved\(request.path)") }
      let path = String(request.path.dropFirst("/moved".count))
      return folder.files[path].map { .bytes($0) } ?? .status(404)
    }
    let web = try rows(server.url("/master.m3u8"))
    #expect(try web.rows == rows("out/master.m3u8").rows)
    #expect(server.requests.contains { $0.path.hasPrefix("/moved") && $0.path.hasSuffix(".bin") })
  }

  @Test(
    "a live playlist is followed to its end, and each tag appears once",
    arguments: ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES", ""]
  )
  func live(control: String) throws {
    let folder = try make(hasMedia: false)
    let all = folder.lines(of: "/video-1/index.m3u8")
    let segments = zip(all, all.dropFirst()).filter { $0.0.hasPrefix("#EXTINF") }
    try #require(segments.count > 5)
    let server = try TestServer { request in
      guard request.path == "/video-1/live.m3u8" else { return folder.answer(request) }
      // The playlist has three segments, and moves by one segment with each request.
      let last = min(request.index + 3, segments.count)
      var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(last - 3)"]
      if !control.isEmpty { lines.append(control) }
      lines += segments[(last - 3)..<last].flatMap { [$0.0, $0.1] }
      if last == segments.count { lines.append("#EXT-X-ENDLIST") }
      return .text(lines.joined(separator: "\n") + "\n")
    }
    let web = try rows("\(server.url("/video-1/live.m3u8")) --from start")
    let expected = try rows("out/video-1/index.m3u8")
    #expect(web.rows.count == expected.rows.count)
    #expect(web.outcome.status == 0)
    #expect(server.count(of: "/video-1/live.m3u8") > 1)
  }

  @Test("--ads gives pings for the ad breaks that a playlist marks")
  func ads() throws {
    let folder = try make()
    var lines = folder.lines(of: "/video-1/index.m3u8")
    let first = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
    lines.insert("#EXT-X-CUE-IN", at: first + 8)
    lines.insert("#EXT-X-CUE-OUT:4", at: first + 4)
    let playlist = lines.joined(separator: "\n") + "\n"
    let server = try TestServer { request in
      request.path == "/video-1/ads.m3u8" ? .text(playlist) : folder.answer(request)
    }
    let url = server.url("/video-1/ads.m3u8")
    let app = #"--app-info '{"appid": "P1", "appname": "a", "sfcode": "dcr"}'"#
    let with = try shell.run("id3tap pings --ads \(app) \(url)")
    let without = try shell.run("id3tap pings \(app) \(url)")
    #expect(with.status == 0 && without.status == 0)
    #expect(with.output != without.output)
    #expect(with.lines.count > without.lines.count)
  }

  // MARK: - Bad servers

  @Test(
    "a request that fails once is retried and succeeds",
    arguments: ["503", "reset", "short", "silent"]
  )
  func passing(kind: String) throws {
    let folder = try make()
    let bad = "/video-1/00002.ts"
    let server = try TestServer { request in
      guard request.path == bad, request.index == 0 else { return folder.answer(request) }
      return switch kind {
      case "503": .status(503)
      case "silent": folder.answer(request).with { $0.isSilent = true }
      case "reset": folder.answer(request).with { $0.stop = (1000, .reset) }
      default: folder.answer(request).with { $0.stop = (1000, .close) }
      }
    }
    let web = try rows(
      "\(server.url("/video-1/index.m3u8")) \(shell.config(#"{"timeout": 1}"#))"
    )
    #expect(try web.rows == rows("out/video-1/index.m3u8").rows)
    #expect(web.outcome.status == 0)
    #expect(server.count(of: bad) == 2)
  }

  @Test("a missing segment is reported with its name and reason, and other segments are read")
  func missing() throws {
    let folder = try make()
    let server = try TestServer { request in
      request.path == "/video-1/00002.ts" ? .status(404) : folder.answer(request)
    }
    let web = try shell.run("id3tap extract \(server.url("/video-1/index.m3u8"))")
    #expect(web.status == 0)
    #expect(!web.lines.isEmpty)
    #expect(web.errors.contains("00002.ts: 127.0.0.1:\(server.port) answered 404 (not found)"))
    #expect(web.errors.contains("1 of 3 segments could not be read completely"))
  }

  @Test("the first five of many missing segments are reported, and all are counted")
  func manyMissing() throws {
    let folder = try make(hasMedia: false)
    let server = try TestServer { request in
      request.path.hasSuffix(".ts") && !request.path.hasSuffix("5.ts")
        ? .status(404) : folder.answer(request)
    }
    let web = try shell.run("id3tap extract \(server.url("/video-1/index.m3u8"))")
    let lines = web.errors.split(separator: "\n")
    #expect(web.status == 0)
    #expect(lines.count { $0.contains("answered 404") } == 5)
    #expect(lines.count { $0.contains("more losses of this kind: list them with --verbose") } == 1)
    #expect(lines.contains { $0.contains("14 of 15 segments could not be read completely") })
  }

  @Test("a gap that the playlist declares is reported")
  func gap() throws {
    let folder = try make(hasMedia: false)
    var lines = folder.lines(of: "/video-1/index.m3u8")
    let second = try #require(lines.firstIndex { $0.hasSuffix("00001.ts") })
    lines.insert("#EXT-X-GAP", at: second)
    let playlist = lines.joined(separator: "\n") + "\n"
    let server = try TestServer { request in
      request.path == "/video-1/gap.m3u8" ? .text(playlist) : folder.answer(request)
    }
    let web = try shell.run("id3tap extract \(server.url("/video-1/gap.m3u8"))")
    #expect(web.status == 0)
    #expect(web.errors.contains("00001.ts: is a gap (EXT-X-GAP): its tags are missing"))
    #expect(web.errors.contains("1 of 15 segments are gaps (EXT-X-GAP)"))
    #expect(server.count(of: "/video-1/00001.ts") == 0)
  }

  @Test("a missing key is reported with its URL and the segment that needs it")
  func missingKey() throws {
    let folder = try make("--variants 1 --with encrypt")
    let server = try TestServer { request in
      request.path.hasSuffix(".bin") ? .status(403) : folder.answer(request)
    }
    let web = try shell.run("id3tap extract \(server.url("/video-1/index.m3u8"))")
    #expect(web.status == 2)
    #expect(web.errors.contains("00000.ts"))
    #expect(web.errors.contains("its key, \(server.url("/video-1/key-0.bin")), cannot be read"))
  }

  @Test("a segment that arrives too slowly is reported, and the other segments are read")
  func dripping() throws {
    let folder = try make()
    let server = try TestServer { request in
      folder.answer(request).with {
        guard request.path == "/video-1/00002.ts" else { return }
        $0.pieceSize = 1
        $0.pieceDelay = .milliseconds(5)
      }
    }
    let config = try shell.config(#"{"resource-timeout": 8}"#)
    let web = try shell.run(
      "id3tap extract \(config) \(server.url("/video-1/index.m3u8"))"
    )
    #expect(web.status == 0)
    #expect(!web.lines.isEmpty)
    #expect(
      web.errors.contains(/00002\.ts: 127\.0\.0\.1:\d+ sends \d+ bytes a second: gave up after/)
    )
    #expect(web.errors.contains("resource-timeout in --config"))
  }

  @Test("a wait for Retry-After is reported, and the segment is read after the wait")
  func retryAfter() throws {
    let folder = try make()
    let server = try TestServer { request in
      guard request.path == "/video-1/00001.ts", request.index == 0 else {
        return folder.answer(request)
      }
      return .status(429, headers: [("Retry-After", "3")])
    }
    let web = try rows(server.url("/video-1/index.m3u8"))
    #expect(try web.rows == rows("out/video-1/index.m3u8").rows)
    #expect(
      web.outcome.errors.contains(
        "answered 429 (too many requests): retrying in 3 s, as the server requests (try 2 of 4)"
      )
    )
  }

  @Test("a playlist that decompresses to 300 MB is refused within 256 MiB of memory")
  func bomb() throws {
    try shell.prepare("set -o pipefail; head -c 300M /dev/zero | gzip -9 > bomb")
    let bytes = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("bomb")))
    let server = try TestServer { request in
      TestResponse(
        headers: [("Content-Type", "application/vnd.apple.mpegurl"), ("Content-Encoding", "gzip")],
        body: bytes
      )
    }
    // The limit for the memory of the process, in KiB.
    let web = try shell.run("ulimit -d 262144; id3tap extract \(server.url("/a.m3u8"))")
    #expect(web.status == 2)
    #expect(web.errors.contains("expands too much"))
  }

  // MARK: - Proxy and pipe

  @Test("the proxy in the environment is used unless no_proxy exempts the host")
  func proxy() throws {
    let folder = try make()
    let proxy = try TestServer { _ in .status(403) }
    let server = try TestServer { folder.answer($0) }
    let set = "http_proxy=\(proxy.url(""))"
    let web = try shell.run("\(set) id3tap extract http://example.com/a.m3u8")
    #expect(web.status == 2)
    #expect(web.errors.contains("the proxy refused to connect to example.com"))
    #expect(proxy.requests.map(\.target) == ["example.com:80"])
    let url = server.url("/master.m3u8")
    let exempt = try shell.run("\(set) no_proxy=127.0.0.1 id3tap extract \(url)")
    #expect(exempt.status == 0)
    #expect(proxy.requests.count == 1)
  }

  @Test("a playlist on standard input is refused with a remedy")
  func pipe() throws {
    _ = try make()
    let piped = try shell.run("id3tap extract - < out/master.m3u8")
    #expect(piped.status == 2)
    #expect(piped.errors.contains("give the path or the URL of the playlist instead"))
    #expect(piped.errors.split(separator: "\n").count == 1)
  }

  // MARK: - Parts

  @Test("--from and --limit-seconds select tags by time, and a start after the end is reported")
  func parts() throws {
    _ = try make("--variants 1 --with byte-ranges")
    let playlist = "out/video-1/index.m3u8"
    func times(_ options: String) throws -> [Double] {
      try shell.run("id3tap extract \(options) \(playlist)").lines.compactMap { line in
        line.firstMatch(of: #/"time":([0-9.]+)/#).flatMap { Double($0.1) }
      }
    }
    let all = try times("")
    try #require(all.count > 2)
    let from = all[1]
    #expect(try times("--from \(from)") == Array(all.dropFirst()))
    #expect(try times("--from \(from + 0.01)") == Array(all.dropFirst(2)))
    #expect(try times("--from \(from) --limit-seconds 0.5") == [from])
    #expect(try times("--limit-seconds \(from - 0.01)") == [all[0]])
    let behind = try shell.run("id3tap extract --from 1000 \(playlist)")
    #expect(behind.output.isEmpty)
    #expect(behind.errors.contains("before --from: give an earlier --from"))
  }
}
