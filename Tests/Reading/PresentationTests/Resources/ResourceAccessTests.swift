import HTTP
import Testing

@testable import Presentation

@Suite struct ResourceAccessTests {
  private func code(
    of url: String,
    from topLevel: String?,
    allowsOutside: Bool
  ) async -> ResourceError.Code? {
    let access = ResourceAccess(topLevelURL: topLevel, allowsOutside: allowsOutside) {
      MemoryLoader(["https://a.test/x": [1], "http://a.test/x": [1]])
    }
    let resource = access.open(ResourceRequest(url: url, purpose: .segment, maximumSize: 100))
    do throws(ResourceError) {
      _ = try await resource.readAll()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "a remote playlist reads only remote resources",
    arguments: ["http://a.test/m.m3u8", "HTTPS://a.test/m.m3u8"],
    [false, true]
  )
  func remote(topLevel: String, allowsOutside: Bool) async {
    #expect(await code(of: "https://a.test/x", from: topLevel, allowsOutside: allowsOutside) == nil)
    let file = await code(of: "file:///etc/passwd", from: topLevel, allowsOutside: allowsOutside)
    #expect(file == .forbidden)
  }

  @Test("a local playlist reads files below its folder, and other files or servers on request")
  func local() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "in/a.ts")
    try folder.write([1], to: "b.ts")
    let topLevel = folder.url("in/m.m3u8")
    #expect(await code(of: folder.url("in/a.ts"), from: topLevel, allowsOutside: false) == nil)
    #expect(await code(of: folder.url("b.ts"), from: topLevel, allowsOutside: false) == .forbidden)
    #expect(await code(of: "http://a.test/x", from: topLevel, allowsOutside: false) == .forbidden)
    #expect(await code(of: folder.url("b.ts"), from: topLevel, allowsOutside: true) == nil)
    #expect(await code(of: "http://a.test/x", from: topLevel, allowsOutside: true) == nil)
  }

  @Test("a playlist without an address reads remote resources, and files only on request")
  func pipe() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a.ts")
    #expect(await code(of: "http://a.test/x", from: nil, allowsOutside: false) == nil)
    #expect(await code(of: folder.url("a.ts"), from: nil, allowsOutside: false) == .forbidden)
    #expect(await code(of: folder.url("a.ts"), from: nil, allowsOutside: true) == nil)
  }

  @Test(
    "schemes other than http, https and file, and relative references, are unsupported",
    arguments: ["data:,x", "ftp://a/b", "a.ts", "", ":"]
  )
  func others(url: String) async {
    #expect(await code(of: url, from: "http://a.test/", allowsOutside: true) == .unsupported)
  }
}
