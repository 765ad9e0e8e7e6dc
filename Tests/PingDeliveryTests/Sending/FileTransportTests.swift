import Foundation
import Testing

@testable import PingDelivery

@Suite("sending into a file")
struct FileTransportTests {
  private func content(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  @Test("each ping is a line, behind those that are there")
  func lines() async throws {
    let folder = try Folder()
    let path = folder.file("pings.txt")
    for round in 0..<2 {
      let transport = FileTransport(path: path)
      for number in 0..<2 {
        #expect(await transport.send("http://h/\(round)\(number)") == .received)
      }
      transport.close()
    }
    #expect(try content(path) == "http://h/00\nhttp://h/01\nhttp://h/10\nhttp://h/11\n")
    #expect(try folder.permissions("pings.txt") == 0o600)
  }

  @Test("a line that a crash cut off stays alone")
  func cutOff() async throws {
    let folder = try Folder()
    let path = folder.file("pings.txt")
    try Data("http://h/whole\nhttp://h/ha".utf8).write(to: URL(fileURLWithPath: path))
    let transport = FileTransport(path: path)
    #expect(await transport.send("http://h/next") == .received)
    transport.close()
    #expect(try content(path) == "http://h/whole\nhttp://h/ha\nhttp://h/next\n")
  }

  @Test(
    "a file that cannot be written is no answer, and is tried again",
    arguments: ["/dev/full", "/proc/none/x"]
  )
  func unwritable(_ path: String) async {
    let transport = FileTransport(path: path)
    for _ in 0..<2 {
      guard case .noAnswer("offline", let text) = await transport.send("http://h/") else {
        Issue.record("written")
        return
      }
      #expect(text.contains("cannot") && text.contains(path))
    }
  }

  @Test("what has no disk behind it is good enough")
  func device() async {
    #expect(await FileTransport(path: "/dev/null").send("http://h/") == .received)
  }
}
