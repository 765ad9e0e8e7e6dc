import Foundation
import TestServer
import TestSupport
import Testing

/// `id3tap batch` with URLs that contain secrets.
@Suite(.ownThread) struct BatchURLTests {
  private let bench: BatchBench
  private var shell: Shell { bench.shell }

  init() throws { bench = try BatchBench() }

  @Test(
    "URLs that differ only in a hidden value are separate inputs, and the database omits the value"
  )
  func hiddenValues() throws {
    try bench.makeStreams(1)
    let stream = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("one.ts")))
    let server = try TestServer { .file(stream, for: $0) }
    let (one, two) = (server.url("/a.ts?id=qone"), server.url("/a.ts?id=qtwo"))
    #expect(try shell.run("id3tap batch '\(one)' '\(two)' '\(one)'").errors.contains("2 read"))
    let name = server.url("/a.ts?id=…")
    #expect(try bench.texts("SELECT input FROM inputs") == [name, "\(name)#2"])
    #expect(try shell.run("cat id3tap.sqlite* | grep -c -e qone -e qtwo").output == "0\n")
    #expect(try shell.run("id3tap batch '\(one)'").errors.contains("0 read, 1 unchanged\n"))
    #expect(try shell.run("id3tap batch '\(two)'").errors.contains("1 read"))
    let shown = try shell.run("id3tap extract --show-queries '\(one)' | grep -c id=qone").output
    #expect(shown != "0\n")
  }

  @Test("a secret in a URL is sent to the server, but not stored")
  func secrets() throws {
    try bench.makeStreams(1)
    let stream = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("one.ts")))
    let server = try TestServer { .file(stream, for: $0) }
    let url = server.url("/a.ts").replacing("://", with: "://me:secret@")
    let outcome = try shell.run("id3tap batch \(url) --header 'X-Key: hidden'")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(server.requests.first?["authorization"] != nil)
    #expect(try bench.texts("SELECT input FROM inputs") == [server.url("/a.ts")])
    #expect(try shell.run("cat id3tap.sqlite* | grep -c -e secret -e hidden").output == "0\n")
    // A URL counts as unchanged.
    #expect(try shell.run("id3tap batch \(url)").errors.contains("0 read, 1 unchanged\n"))
  }

  @Test(
    "URLs that differ from the first URL only in a passphrase are refused with a message",
    arguments: [
      ("{one,two,one}", 1), ("{one,one}", 0), ("{e\u{301},\u{E9}}", 1),
      ("{one,two} --exclude 'srt:*' one.ts", 0),
      ("one 'srt://a:0?passphrase=…'", 1), ("'…' srt://a:0?passphrase=one", 1),
      ("'…' srt://a:0?passphrase=one 'srt://a:0?passphrase=…'", 1),
    ]
  )
  func secretsApart(urls: String, refused: Int) throws {
    try bench.makeStreams(1)
    let outcome = try shell.run("id3tap batch srt://a:0?passphrase=\(urls)")
    let words = "srt://a:0?passphrase=…: differs from an earlier input"
    #expect(outcome.errors.components(separatedBy: words).count - 1 == refused, "\(outcome.errors)")
    #expect(outcome.errors.contains(": names an impossible port") != urls.contains("exclude"))
    #expect(!outcome.errors.contains("=one") && !outcome.errors.contains("=two"))
  }
}
