import Foundation
import Glibc
import TestServer
import TestSupport
import Testing

/// Inputs from the network, as a user reads them.
@Suite(.ownThread) struct NetworkTests {
  private let shell: Shell
  private let stream: [UInt8]

  init() throws {
    shell = try Shell()
    try shell.prepare("id3tap make --minutes 1 -o a.ts")
    stream = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("a.ts")))
  }

  /// The SHA-256 hashes of the tags, which do not depend on the input's name.
  private func hashes(_ arguments: String) throws -> (hashes: [Substring], outcome: Shell.Outcome) {
    let outcome = try shell.run("id3tap extract \(arguments)")
    let hashes = outcome.lines.compactMap { $0.split(separator: "\"sha256\":\"").last?.prefix(64) }
    return (hashes, outcome)
  }

  @Test("a stream over HTTP has the same tags as its file, although the connection breaks once")
  func progressive() throws {
    let server = try TestServer { [stream] request in
      .file(stream, for: request).with {
        if request.index == 0 { $0.stop = (stream.count / 2, .reset) }
      }
    }
    let file = try hashes("a.ts")
    let web = try hashes(server.url("/x.ts"))
    #expect(file.hashes.count == 6)
    #expect(web.hashes == file.hashes)
    #expect(web.outcome.status == 0)
    #expect(server.requests.count > 1)
    #expect(server.requests.first?["user-agent"]?.hasPrefix("id3tap/") == true)
  }

  @Test("segment URLs of a redirected playlist are resolved against its final URL")
  func playlist() throws {
    let playlist = """
      #EXTM3U
      #EXT-X-TARGETDURATION:60
      #EXTINF:60,
      s.ts?x=1
      #EXT-X-ENDLIST

      """
    let server = try TestServer { [stream] request in
      switch request.path {
      case "/m.m3u8": .redirect(to: "/p/real.m3u8")
      case "/p/real.m3u8": .text(playlist).with { $0.isCompressed = true }
      case "/p/s.ts": request["x-token"] == "1" ? .file(stream, for: request) : .status(403)
      default: .status(404)
      }
    }
    let web = try hashes("\(server.url("/m.m3u8")) --header 'X-Token: 1'")
    #expect(try web.hashes == hashes("a.ts").hashes)
    #expect(web.outcome.status == 0)
  }

  @Test(
    "every command reads from a server with a private certificate if --ca-file names it",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [
      "extract URL/a.ts", "check URL/a.ts", "pings URL/a.ts", "explain URL/a.ts", "expect URL/a.ts",
      "batch --db b.sqlite URL/a.ts", "report URL/a.ts", "compare URL/a.ts p.jsonl",
      "rehearse URL/p.jsonl", "watch --limit-seconds 3 --verbose URL/a.ts",
    ]
  )
  func ownIssuer(command: String) throws {
    try shell.prepare("id3tap pings a.ts -o p.jsonl")
    let pings = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("p.jsonl")))
    let server = try TestServer(.https1) { [stream] request in
      .file(request.path == "/a.ts" ? stream : pings, for: request)
    }
    try Data(TestCertificate.certificate.utf8)
      .write(to: shell.folder.appendingPathComponent("ca.pem"))
    let line = "id3tap \(command.replacing("URL", with: server.url("")))"
    let unknown = try shell.run(line)
    #expect(server.requests.isEmpty)
    // `watch` ends before the feed counts as lost.
    if !command.hasPrefix("watch") {
      #expect(unknown.status == 2)
      #expect(
        unknown.errors.contains("add the issuer's certificate with --ca-file"),
        "\(unknown.errors)"
      )
    }
    let known = try shell.run("\(line) --ca-file ca.pem")
    #expect(!known.errors.contains("certificate"), "\(known.errors)")
    #expect(!server.requests.isEmpty)
  }

  @Test(
    "--ca-file applies to the collector and to the server for time-shift codes",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [true, false]
  )
  func ownIssuerOfServers(isKnown: Bool) throws {
    try Data(TestCertificate.certificate.utf8)
      .write(to: shell.folder.appendingPathComponent("ca.pem"))
    let server = try TestServer(.https1) { request in
      request.path == "/tsv" ? .text("03") : .status(200)
    }
    try Data(#"{"engine": {"format": 1, "tsv": {"url": "\#(server.url("/tsv"))"}}}"#.utf8)
      .write(to: shell.folder.appendingPathComponent("engine.json"))
    let outcome = try shell.run(
      "id3tap pings a.ts --config engine.json --collector \(server.url("/"))"
        + (isKnown ? " --ca-file ca.pem" : "")
    )
    #expect(outcome.status == (isKnown ? 0 : 2), "\(outcome.errors)")
    let paths = Set(server.requests.map(\.path))
    #expect(paths.contains("/tsv") == isKnown && (paths.count > 1) == isKnown)
  }

  @Test("a local playlist may refer to a loopback URL only with allow-outside and allow-private")
  func local() throws {
    let server = try TestServer { [stream] request in .file(stream, for: request) }
    let playlist =
      "#EXTM3U\n#EXT-X-TARGETDURATION:60\n#EXTINF:60,\n\(server.url("/s.ts"))\n#EXT-X-ENDLIST\n"
    try Data(playlist.utf8).write(to: shell.folder.appendingPathComponent("m.m3u8"))
    #expect(try hashes("m.m3u8").hashes.isEmpty)
    let outside = try shell.config(#"{"allow-outside": true}"#)
    #expect(try hashes("m.m3u8 \(outside)").hashes.isEmpty)
    #expect(server.requests.isEmpty)
    let both = try shell.config(#"{"allow-outside": true, "allow-private": true}"#)
    #expect(try hashes("m.m3u8 \(both)").hashes.count == 6)
  }

  @Test(
    "a playlist without a readable segment gives exit code 2 after one request per segment",
    arguments: [("extract", false), ("check", true)]
  )
  func allMissing(command: String, hasRow: Bool) throws {
    let segments = (0..<10).map { "#EXTINF:6,\ns\($0).ts\n" }.joined()
    let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(segments)#EXT-X-ENDLIST\n"
    let server = try TestServer { request in
      request.path == "/m.m3u8" ? .text(playlist) : .status(404)
    }
    let outcome = try shell.run("id3tap \(command) --format jsonl \(server.url("/m.m3u8"))")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("/m.m3u8: no segment could be read, "))
    #expect(outcome.errors.contains("answered 404 (not found): check the URL"))
    #expect(outcome.output.contains("\"verdict\":\"unreadable\"") == hasRow)
    #expect(server.requests.count == 11)
  }

  @Test(
    "an HTTP error is reported in one line without the password of the URL",
    arguments: [404, 403, 500]
  )
  func refused(status: Int) throws {
    let server = try TestServer { _ in .status(status) }
    let url = server.url("/x.ts").replacing("http://", with: "http://u:secret@")
    let outcome = try shell.run("id3tap extract \(url)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("\(status)"))
    #expect(!outcome.errors.contains("secret"))
  }

  @Test("an interruption ends the wait for a server and leaves only complete rows")
  func interrupted() throws {
    let server = try TestServer { [stream] request in
      .bytes(stream).with { $0.stop = (stream.count - 188 * 100, .stall) }
    }
    let tap = try RunningCommand(shell, ["extract", server.url("/live.ts")])
    try tap.output.first(containing: "sha256")
    #expect(tap.stop(SIGINT) == 130)
    #expect(try tap.output.all.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("--limit-seconds ends reading at the limit without waiting for the next tag")
  func limit() throws {
    // The server sends 53 s of content and then keeps the connection open.
    let server = try TestServer { [stream] _ in
      .bytes(stream).with { $0.stop = (stream.count - 188 * 100, .stall) }
    }
    let outcome = try shell.run("id3tap extract \(server.url("/x.ts")) --limit-seconds 45")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 5)
  }

  @Test(
    "an input that exceeds total-timeout ends, and its rows up to the limit are written",
    arguments: [("extract", 5), ("check", 1)]
  )
  func tooLong(command: String, rows: Int) throws {
    let server = try TestServer { [stream] _ in
      .bytes(stream).with { $0.stop = (stream.count - 188 * 100, .stall) }
    }
    let url = server.url("/x.ts")
    let config = try shell.config(#"{"total-timeout": 3}"#)
    let outcome = try shell.run("id3tap \(command) \(url) a.ts \(config) --format jsonl")
    #expect(outcome.status == 2)
    let (late, whole) = (outcome.lines.filter { $0.contains(url) }, outcome.lines)
    #expect(late.count >= rows)
    #expect(whole.count > late.count)
    #expect(outcome.errors.contains("id3tap: \(url): took longer than 3"))
    // The message gives the seconds of content that were read.
    #expect(outcome.errors.contains(" s of its content were read ("))
    #expect(outcome.errors.contains(" bytes): raise total-timeout in --config, or read less with"))
  }

  @Test("a stream from a pipe that stalls is judged by the part that was read")
  func stalledPipe() throws {
    let sample = Corpus.packageRoot.appendingPathComponent("SampleStreams/cadence-gap.ts").path
    let outcome = try shell.run(
      "mkfifo p; exec 3<>p; cat '\(sample)' >&3 & "
        + "id3tap check p \(shell.config(#"{"total-timeout": 3}"#)) --all-rules --format jsonl"
    )
    #expect(outcome.status == 2)
    let line = try #require(outcome.lines.first)
    #expect(line.contains(#""rule":"cadence-gap","state":"fail""#))
    #expect(line.contains(#""rule":"ts-continuity","state":"pass""#))
    #expect(!line.contains(#""duration":null"#))
  }

  @Test("invalid values of total-timeout are refused", arguments: ["0", "-1", "nan", "1e9"])
  func badTotalTimeout(seconds: String) throws {
    let outcome = try shell.run(
      "id3tap extract a.ts \(shell.config(#"{"total-timeout": "\#(seconds)"}"#))"
    )
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("options: total-timeout"))
  }

  @Test(
    "a tag of a UDP feed is reported when its last packet arrives",
    .enabled(if: Tool.isThere("jq"), "jq is missing: 'make tools' installs it"),
    arguments: ["", "--fault pes-length"]
  )
  func promptFeed(options: String) throws {
    let port = try UDPPort()
    try shell.prepare("id3tap make --minutes 1 \(options) -o a.ts")
    let tap = try RunningCommand(shell, ["extract", "udp://127.0.0.1:\(port.number)"])
    try port.waitUntilBound()
    try shell.prepare(
      """
      end=$(($(id3tap extract a.ts | head -1 | jq .offset) + 2 * 188))
      head -c $end a.ts | dd bs=1316 iflag=fullblock status=none > /dev/udp/127.0.0.1/\(port.number)
      """
    )
    try tap.output.first(containing: "sha256")
    #expect(tap.stop(SIGINT) == 130)
    #expect(try tap.output.all.count { $0.contains("sha256") } == 1)
  }

  @Test(
    "a feed without a port, or without data before the timeout, is reported",
    arguments: ["udp", "rtp"]
  )
  func feed(scheme: String) throws {
    let portless = try shell.run("id3tap extract '\(scheme)://127.0.0.1'")
    #expect(portless.status == 2 && portless.errors.contains("names no port"))
    let impossible = try shell.run("id3tap extract '\(scheme)://127.0.0.1:0'")
    #expect(impossible.status == 2 && impossible.errors.contains("names an impossible port"))
    let port = try UDPPort().number
    let config = try shell.config(#"{"timeout": 0.1}"#)
    let late = try shell.run("id3tap extract '\(scheme)://127.0.0.1:\(port)' \(config)")
    #expect(late.status == 2)
    #expect(late.errors.contains("received nothing"))
  }
}
