import Foundation
import Glibc
import HTTP
import Testing

@testable import Presentation

@Suite struct FileLoaderTests {
  private let folder: TemporaryFolder
  private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(bytes, to: "in/a b.ts")
    try folder.write(bytes, to: "in/sub/b.ts")
    try folder.write([9], to: "outside.ts")
    try folder.write([8], to: "in-but-not-really/x.ts")
  }

  private func loader(allowsOutside: Bool = false) -> FileLoader {
    FileLoader(playlistURL: folder.url("in/master.m3u8"), allowsOutside: allowsOutside)
  }

  private func read(
    _ url: String,
    range: Range<Int64>? = nil,
    maximumSize: Int64 = 1 << 20,
    allowsOutside: Bool = false
  ) async -> Result<[UInt8], ResourceError> {
    let request = ResourceRequest(
      url: url,
      byteRange: range,
      purpose: .segment,
      maximumSize: maximumSize
    )
    let resource = loader(allowsOutside: allowsOutside).open(request)
    return await resource.readResult()
  }

  private func code(_ result: Result<[UInt8], ResourceError>) -> ResourceError.Code? {
    if case .failure(let error) = result { return error.code }
    return nil
  }

  @Test(
    "files in the folder of the playlist and its subfolders are read",
    arguments: ["in/a b.ts", "in/sub/b.ts", "in/sub/../a b.ts"]
  )
  func inside(name: String) async throws {
    let isWhole = try await read(folder.url(name)).get() == bytes
    #expect(isWhole)
  }

  @Test("files in an input folder above the playlist are read, and other files are refused")
  func namedFolder() async throws {
    try folder.write([7], to: "seg/s.ts")
    func result(_ name: String, in named: String) async -> Result<[UInt8], ResourceError> {
      let loader = FileLoader(
        playlistURL: folder.url("in/master.m3u8"),
        folderURL: folder.url(named)
      )
      let request = ResourceRequest(url: folder.url(name), purpose: .segment, maximumSize: 100)
      return await loader.open(request).readResult()
    }
    #expect(try await result("seg/s.ts", in: "").get() == [7])
    #expect(try await result("seg/s.ts", in: ".").get() == [7])
    #expect(await code(result("seg/s.ts", in: "in")) == .forbidden)
    #expect(await code(result("outside.ts", in: "in/sub")) == .forbidden)
    #expect(await code(result("seg/s.ts", in: "none")) == .forbidden)
  }

  @Test(
    "a file saved with the query of its URL in its name is found",
    arguments: [
      ("s.ts?token=1", [1]), ("s.ts?token=2", [2]), ("s.ts?token=a%2Fb&c", [3]),
      ("plain.ts?token=1", [4]), ("s.ts", nil), ("s.ts?token=4", nil),
    ] as [(String, [UInt8]?)]
  )
  func savedWithQuery(reference: String, content: [UInt8]?) async throws {
    try folder.write([1], to: "in/s.ts?token=1")
    try folder.write([2], to: "in/s.ts?token=2")
    try folder.write([3], to: "in/s.ts?token=a%2Fb&c")
    try folder.write([4], to: "in/plain.ts")
    let result = await read(folder.url("in/") + reference)
    if let content {
      #expect(try result.get() == content)
    } else {
      #expect(code(result) == .notFound)
    }
  }

  @Test(
    "files outside the playlist's folder are read only if this is allowed",
    arguments: [
      "outside.ts", "in/../outside.ts", "in/sub/../../outside.ts", "in-but-not-really/x.ts",
    ]
  )
  func outside(name: String) async throws {
    #expect(await code(read(folder.url(name))) == .forbidden)
    #expect(try await read(folder.url(name), allowsOutside: true).get().count == 1)
  }

  @Test(
    "percent-encoded paths do not leave the playlist's folder",
    arguments: ["%2e%2e/outside.ts", "..%2Foutside.ts"]
  )
  func escapes(name: String) async {
    #expect(await code(read(folder.url("in/") + name)) == .forbidden)
  }

  @Test("links out of the playlist's folder are followed only if this is allowed")
  func links() async throws {
    try folder.link("in/link.ts", to: folder.path + "/outside.ts")
    try folder.link("in/up", to: "..")
    try folder.link("in/good.ts", to: "sub/b.ts")
    #expect(await code(read(folder.url("in/link.ts"))) == .forbidden)
    #expect(await code(read(folder.url("in/up/outside.ts"))) == .forbidden)
    #expect(try await read(folder.url("in/good.ts")).get().count == bytes.count)
    #expect(try await read(folder.url("in/link.ts"), allowsOutside: true).get() == [9])
  }

  @Test("a folder that is opened through a link is read like the target of the link")
  func linkedFolder() async throws {
    try folder.link("alias", to: "in")
    let loader = FileLoader(playlistURL: folder.url("alias/master.m3u8"))
    let request = ResourceRequest(
      url: folder.url("alias/sub/b.ts"),
      purpose: .segment,
      maximumSize: 1 << 20
    )
    #expect(try await loader.open(request).readAll().count == bytes.count)
  }

  @Test("a pipe, a device or a folder is refused")
  func specialFiles() async throws {
    #expect(mkfifo(folder.path + "/in/pipe", 0o600) == 0)
    #expect(await code(read(folder.url("in/pipe"))) == .refused)
    #expect(await code(read("file:///dev/zero", allowsOutside: true)) == .refused)
    #expect(await code(read(folder.url("in/sub"))) == .refused)
  }

  @Test("a missing file is not found, and a URL that is not a file URL is unsupported")
  func missing() async {
    let result = await read(folder.url("in/none.ts"))
    #expect(code(result) == .notFound)
    #expect(await code(read("http://a/b")) == .unsupported)
  }

  @Test(
    "a byte range of a file gives exactly its bytes",
    arguments: [0..<10 as Range<Int64>, 99_990..<100_000, 50_000..<Int64.max]
  )
  func ranges(range: Range<Int64>) async throws {
    let expected = bytes[Int(range.lowerBound)..<Int(min(range.upperBound, 100_000))]
    let isSame = try await read(folder.url("in/a b.ts"), range: range).get().elementsEqual(expected)
    #expect(isSame)
  }

  @Test("a range beyond the end of a file gives the available bytes and an error")
  func shortRange() async throws {
    let request = ResourceRequest(
      url: folder.url("in/a b.ts"),
      byteRange: 99_999..<100_001,
      purpose: .segment,
      maximumSize: 10
    )
    let resource = loader().open(request)
    #expect(try await resource.next().count == 1)
    let error = await #expect(throws: ResourceError.self) { try await resource.readAll() }
    #expect(error?.code == .incomplete)
    #expect(await code(read(folder.url("in/a b.ts"), range: 100_001..<100_002)) == .status)
  }

  @Test("a file above the maximum size is refused, but a small range of the file is read")
  func tooLarge() async throws {
    #expect(await code(read(folder.url("in/a b.ts"), maximumSize: 99_999)) == .tooLarge)
    #expect(
      try await read(folder.url("in/a b.ts"), range: 0..<10, maximumSize: 10).get().count == 10
    )
  }

  @Test("a cancelled file resource throws at the next read")
  func cancelled() async throws {
    let request = ResourceRequest(
      url: folder.url("in/a b.ts"),
      purpose: .segment,
      maximumSize: 1 << 20
    )
    let resource = loader().open(request)
    #expect(try await resource.response().size == 100_000)
    resource.cancel()
    let error = await #expect(throws: ResourceError.self) { try await resource.readAll() }
    #expect(error?.code == .cancelled)
  }
}

extension Resource {
  fileprivate func readResult() async -> Result<[UInt8], ResourceError> {
    do throws(ResourceError) {
      return .success(try await readAll())
    } catch {
      return .failure(error)
    }
  }
}
