import ArgumentParser
import Foundation
import LiveWatch
import TestSupport
import Testing

@testable import Commands

/// Checks that `Integrations/watch` and the systemd unit for shards start commands that id3tap accepts.
@Suite struct WatchExamplesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Integrations/watch")

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func unit() throws -> String { try text("../../Packaging/systemd/id3tap-watch@.service") }

  private func options(_ arguments: [String]) throws -> WatchOptions {
    let command = try ID3Tap.parseAsRoot(arguments)
    return try #require(command as? WatchCommand).watch
  }

  @Test("the systemd unit gives each instance its shard", arguments: [0, 2])
  func unit(instance: Int) throws {
    let text = try unit().replacing("\\\n", with: " ")
    let line = try #require(text.firstMatch(of: /ExecStart=\/usr\/bin\/id3tap (.*)/)?.1)
    // The files with secrets are empty.
    let folder = try TemporaryFolder()
    for name in ["headers", "webhook"] { try folder.write("", to: name) }
    let arguments = line.replacing("%i", with: "\(instance)")
      .replacing("${CREDENTIALS_DIRECTORY}", with: folder.path)
      .replacing("${ID3TAP_SHARDS}", with: "3")
      .replacing("$ID3TAP_WATCH_OPTIONS", with: "--alarm-after 45 --keep 90")
      .split(separator: " ").map { String($0) }
    let options = try options(arguments)
    #expect(try options.shard(environment: [:]) == FeedShard(index: instance, count: 3))
    #expect(options.metrics?.port == 8980 + instance)
    #expect(options.database == "watch.sqlite" && text.contains("WorkingDirectory=%S/id3tap-%i\n"))
    #expect(text.contains("StateDirectory=id3tap-%i id3tap-%i/evidence\n"))
    // The administrator's options override those of the unit.
    #expect(options.keep.seconds == 90 * 86_400 && options.webhook?.url == "")
  }

  @Test(
    "systemd-analyze accepts the unit",
    .enabled(if: Tool.isThere("systemd-analyze"), "systemd-analyze is missing")
  )
  func systemd() throws {
    // /bin/true replaces id3tap, which may not be installed.
    let folder = try TemporaryFolder()
    let path = folder.path + "/id3tap-watch@.service"
    try unit().replacing("/usr/bin/id3tap", with: "/bin/true")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["systemd-analyze", "verify", "--man=no", path]
    let reported = Pipe()
    process.standardError = reported
    try process.run()
    let words = String(decoding: reported.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words)")
  }

  @Test(
    "the StatefulSet starts as many shards as it has replicas",
    .enabled(if: Tool.isThere("python3"), "python3 is missing")
  )
  func kubernetes() throws {
    let script = """
      import json, sys, yaml
      parts = list(yaml.safe_load_all(open(sys.argv[1])))
      json.dump([p for p in parts if p["kind"] == "StatefulSet"][0]["spec"], sys.stdout)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", script, Self.folder.appendingPathComponent("statefulset.yaml").path,
    ]
    let reported = Pipe()
    process.standardOutput = reported
    try process.run()
    let data = reported.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let spec = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let template = try #require((spec["template"] as? [String: Any])?["spec"] as? [String: Any])
    let container = try #require((template["containers"] as? [[String: Any]])?.first)
    let options = try options(try #require(container["args"] as? [String]))
    let variables = try #require(container["env"] as? [[String: String]])
    let shard = try #require(variables.first { $0["name"] == "ID3TAP_SHARD" }?["value"])
    let own = try #require(FeedShard(shard, hostname: "id3tap-watch-2"))
    #expect(own.index == 2 && own.count == spec["replicas"] as? Int)
    #expect(options.metrics?.port == 9100)
  }

  @Test("the Nomad job starts as many shards as it has allocations")
  func nomad() throws {
    let text = try text("id3tap.nomad.hcl")
    let list = try #require(text.firstMatch(of: /args += \[(.*)\]/)?.1)
    let arguments = list.split(separator: ", ").map {
      String($0.replacing("\"", with: "").replacing("${NOMAD_PORT_metrics}", with: "23456"))
    }
    let options = try options(arguments)
    #expect(options.metrics?.port == 23456)
    let count = try #require(text.firstMatch(of: /count = (\d+)/)?.1)
    let variable = try #require(text.firstMatch(of: /ID3TAP_SHARD = "(.*)"/)?.1)
    let shard = String(variable.replacing("${NOMAD_ALLOC_INDEX}", with: "1"))
    #expect(
      try options.shard(environment: ["ID3TAP_SHARD": shard])
        == FeedShard(index: 1, count: try #require(Int(count)))
    )
  }

  @Test(
    "the lists in the examples name feeds with labels",
    arguments: ["statefulset.yaml", "id3tap.nomad.hcl"]
  )
  func lists(name: String) throws {
    let lines = try text(name).split(separator: "\n").filter { $0.contains(" = https://") }
    let list = FeedList(lines.map { $0.trimmingCharacters(in: .whitespaces) })
    #expect(list.problems == [] && list.entries.count == 2)
    #expect(list.entries.allSatisfy { $0.labels["region"] != nil && $0.title != nil })
  }

  @Test("--shard overrides ID3TAP_SHARD, and an invalid shard in either is refused")
  func environment() throws {
    let variables = ["ID3TAP_SHARD": "1/4"]
    let none = try options(["watch", "http://a/"])
    #expect(try none.shard(environment: [:]) == nil)
    #expect(try none.shard(environment: ["ID3TAP_SHARD": ""]) == nil)
    #expect(try none.shard(environment: variables) == FeedShard(index: 1, count: 4))
    let given = try options(["watch", "http://a/", "--shard", "0/2"])
    #expect(try given.shard(environment: variables) == FeedShard(index: 0, count: 2))
    #expect(throws: (any Error).self) { try options(["watch", "http://a/", "--shard", "2/2"]) }
    #expect(throws: (any Error).self) { try none.shard(environment: ["ID3TAP_SHARD": "4/4"]) }
  }
}
