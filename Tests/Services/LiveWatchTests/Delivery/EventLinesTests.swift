import Foundation
import TestSupport
import Testing

@testable import LiveWatch

@Suite struct EventLinesTests {
  private let folder: TemporaryFolder
  private let said = AlarmCommandTests.Lines()
  private var path: String { folder.path + "/events" }

  init() throws { folder = try TemporaryFolder() }

  private func lines(appendingTo path: String) throws -> EventLines {
    let said = said
    return try EventLines(appendingTo: path) { said.add($0) }
  }

  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func line(_ event: WatchEvent) -> String { String(decoding: event.line, as: UTF8.self) }

  @Test(
    "a line cut by a crash is ended with a line break before new lines are written",
    arguments: [("", ""), ("whole\n", ""), ("half", "\n")]
  )
  func halfLine(before: String, added: String) async throws {
    try before.write(toFile: path, atomically: false, encoding: .utf8)
    let lines = try lines(appendingTo: path)
    lines.start()
    lines.take(Events.alarm())
    await lines.finish()
    #expect(try content(path) == before + added + line(Events.alarm()))
    #expect(said.all.isEmpty && lines.counts.delivered == 1)
  }

  @Test("after the signal to reopen, nothing is written to a renamed file")
  func renamed() async throws {
    let lines = try lines(appendingTo: path)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    lines.reopen()
    lines.start()
    lines.take(Events.alarm())
    await lines.finish()
    #expect(try content(path + ".1").isEmpty)
    #expect(try content(path) == line(Events.alarm()))
  }

  @Test("a write error is reported once, and the number of unwritten events is reported at the end")
  func full() async throws {
    let lines = try lines(appendingTo: "/dev/full")
    lines.start()
    for id in 1...3 { lines.take(Events.alarm(id: id)) }
    await lines.finish()
    #expect(lines.counts.failed == 3 && lines.counts.delivered == 0)
    #expect(lines.error?.isFullDisk == true)
    #expect(said.all.count == 2)
    #expect(said.all.first?.contains("/dev/full: cannot be written (No space left") == true)
    #expect(said.all.last == "/dev/full: 3 events were not written")
  }

  @Test("events that could not be written are written once when the output works again")
  func again() async throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let lines = try lines(appendingTo: path)
    lines.start()
    for id in 1...3 { lines.take(Events.alarm(id: id)) }
    try FileManager.default.removeItem(atPath: path)
    lines.reopen()
    await lines.finish()
    #expect(try content(path) == (1...3).map { line(Events.alarm(id: $0)) }.joined())
    #expect(lines.counts.delivered == 3 && lines.counts.failed == 0 && lines.error == nil)
    // The system decides whether a write was tried before the file was replaced.
    #expect(said.all.isEmpty || said.all.last == "\(path): can be written again")
  }
}
