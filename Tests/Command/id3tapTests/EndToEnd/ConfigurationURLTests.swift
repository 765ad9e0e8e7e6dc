import Foundation
import TestServer
import TestSupport
import Testing

@Suite("The engine's configuration from a URL", .ownThread)
struct ConfigurationURLTests {
  private let shell: Shell
  private let scenario = "--scenario a.json --format url"

  init() throws {
    shell = try Shell()
    try
      #"{"version": 1, "tags": "none", "duration": 30, "content": {"type": "content", "assetid": "a"}}"#
      .write(
        to: shell.folder.appendingPathComponent("a.json"),
        atomically: true,
        encoding: .utf8
      )
  }

  @Test(
    "a fetched configuration is merged into the built-in one, and --print-config prints the result"
  )
  func received() throws {
    let server = try TestServer { request in
      request["x-key"] == "1"
        ? .text(#"{"format": 1, "host": "other.invalid", "moon": 1}"#) : .status(403)
    }
    let address = "--config \(server.url("/c.json?app=1")) --header 'X-Key: 1'"
    let outcome = try shell.run("id3tap pings \(address) \(scenario)")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "id3tap: --config: the key 'moon' is unknown: it has no effect\n")
    #expect(!outcome.lines.isEmpty)
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("https://other.invalid/cgi-bin/") })
    #expect(server.requests.map(\.path) == ["/c.json"])
    let printed = try shell.run("id3tap pings \(address) --print-config")
    #expect(printed.status == 0 && printed.output.contains(#""host" : "other.invalid""#))
  }

  @Test(
    "a fetched configuration that is not valid is reported as error 5",
    arguments: [
      ("{", "the configuration is not a JSON object"), (#"{"format": 2}"#, "needs \"format\": 1"),
      (#"{"format": 1, "queue": {"limit": -1}}"#, "queue.limit is -1"),
      (
        #"{"format": 1, "pings": {"dcr": {"parameters": [{"name": "a", "variable": "moon"}]}}}"#,
        "moon"
      ),
    ]
  )
  func unusable(_ text: String, _ words: String) throws {
    let server = try TestServer { _ in .text(text) }
    let outcome = try shell.run("id3tap pings --config \(server.url("/c.json")) \(scenario)")
    #expect(outcome.status == 2 && outcome.output == "")
    let start = "id3tap: \(server.url("/c.json")): error 5 FailedParseConfig: "
    #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
    #expect(outcome.errors.contains(words))
  }

  @Test("a configuration request that fails or is redirected is reported as error 4")
  func notReceived() throws {
    let server = try TestServer { request in
      request.path == "/moved" ? .redirect(to: "/c.json") : .status(404)
    }
    for (path, words) in [("/c.json", "404"), ("/moved", "is redirected")] {
      let outcome = try shell.run("id3tap pings --config \(server.url(path)) \(scenario)")
      #expect(outcome.status == 2 && outcome.output == "")
      let start = "id3tap: \(server.url(path)): error 4 FailedReceiveConfig: "
      #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(server.requests.map(\.path) == ["/c.json", "/moved"])
  }

  @Test("the request for a configuration is repeated after a server error")
  func again() throws {
    let server = try TestServer { request in
      request.index == 0 ? .status(503) : .text(#"{"format": 1, "host": "other.invalid"}"#)
    }
    let outcome = try shell.run("id3tap pings --config \(server.url("/c.json")) \(scenario)")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(server.requests.count == 2)
  }

  @Test("--store keeps a configuration for a later run that receives none")
  func kept() throws {
    let server = try TestServer { request in
      request.index == 0 ? .text(#"{"format": 1, "host": "other.invalid"}"#) : .status(404)
    }
    let command = "id3tap pings --config \(server.url("/c.json")) --store s \(scenario)"
    let first = try shell.run(command)
    let second = try shell.run(command)
    #expect(first.status == 0 && second.status == 0)
    #expect(first.errors == "")
    #expect(second.errors.hasSuffix(": the configuration received earlier is used\n"))
    #expect(second.lines.allSatisfy { $0.hasPrefix("https://other.invalid/cgi-bin/") })
    #expect(second.lines.count == first.lines.count)
  }

  @Test("a host that the stored configuration refuses is not contacted again")
  func refusedByKept() throws {
    let server = try TestServer { _ in
      .text(#"{"format": 1, "host": "other.invalid", "refusedHosts": ["127.0.0.1"]}"#)
    }
    let command = "id3tap pings --config \(server.url("/c.json")) --store s \(scenario)"
    let outcomes = try [shell.run(command), shell.run(command)]
    #expect(outcomes.map(\.status) == [0, 0])
    #expect(outcomes[1].errors.contains("the configuration refuses 127.0.0.1"))
    #expect(outcomes[1].errors.hasSuffix(": the configuration received earlier is used\n"))
    #expect(server.requests.count == 1)
  }

  @Test(
    "an invalid URL, or the URL of a production host, is a usage error",
    arguments: [
      ("ftp://x.invalid/c.json", "over http or https only"),
      ("https://cdn-gl.imrworldwide.com/c.json", "hosts that collect real measurement data"),
      ("http://a:b@NIELSEN.com./c.json", "hosts that collect real measurement data"),
      ("http://", "not an http or https URL"),
    ]
  )
  func refused(_ url: String, _ words: String) throws {
    let outcome = try shell.run("id3tap pings --config '\(url)' \(scenario)")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}
