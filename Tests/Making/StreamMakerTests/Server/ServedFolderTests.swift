import Foundation
import Testing

@testable import StreamMaker

@Suite struct ServedFolderTests {
  private let folder: TemporaryFolder
  private let served: ServedFolder

  init() throws {
    folder = try TemporaryFolder([
      "a.m3u8": "list", "video 1/00000.ts": "segment", ".hidden": "x", "b/.tmp/c": "x",
      "ü.ts": "umlaut",
    ])
    let manager = FileManager.default
    try Data("secret".utf8).write(to: URL(filePath: "\(folder.path)/secret"))
    try manager.createSymbolicLink(
      atPath: "\(folder.served)/out",
      withDestinationPath: "\(folder.path)/secret"
    )
    try manager.createSymbolicLink(
      atPath: "\(folder.served)/up",
      withDestinationPath: folder.path
    )
    try manager.createSymbolicLink(
      atPath: "\(folder.served)/in.m3u8",
      withDestinationPath: "a.m3u8"
    )
    served = try #require(ServedFolder(folder.served))
  }

  private func content(_ path: String) throws -> String? {
    guard let file = served.open(path), let size = file.size else { return nil }
    return String(decoding: try read(file, size), as: UTF8.self)
  }

  private func read(_ file: ServedFile, _ size: Int) throws -> Data {
    let descriptor = try #require(file.duplicate())
    return try #require(
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).read(upToCount: size)
    )
  }

  @Test(
    "files in the folder are opened",
    arguments: [
      ("/a.m3u8", "list"), ("/video%201/00000.ts", "segment"), ("/video 1/00000.ts", "segment"),
      ("/%C3%BC.ts", "umlaut"), ("/in.m3u8", "list"),
    ]
  )
  func files(path: String, content: String) throws {
    #expect(try self.content(path) == content)
  }

  @Test(
    "hidden or missing files, folders, malformed paths and paths that leave the folder are refused",
    arguments: [
      "", "/", "a.m3u8", "/none", "/video 1", "/video 1/", "//a.m3u8", "/./a.m3u8", "/../secret",
      "/%2e%2e/secret", "/..%2Fsecret", "/b/../../secret", "/video 1/../a.m3u8", "/.hidden",
      "/b/.tmp/c", "/out", "/up/secret", "/up/served/../secret", "/a.m3u8%00", "/%zz", "/%", "/%4",
      "/%ff", "/a.m3u8/x",
    ]
  )
  func others(path: String) throws {
    #expect(try content(path) == nil)
  }

  @Test("a named pipe is not served and does not block")
  func namedPipe() throws {
    #expect(mkfifo("\(folder.served)/pipe", 0o600) == 0)
    #expect(served.open("/pipe")?.size == nil)
  }

  @Test("a file and a missing path are not accepted as the folder")
  func noFolder() {
    #expect(ServedFolder("\(folder.served)/a.m3u8") == nil)
    #expect(ServedFolder("\(folder.served)/none") == nil)
  }

  @Test("an open file keeps its content when another file replaces it")
  func replacement() throws {
    let file = try #require(served.open("/a.m3u8"))
    let (new, old) = ("\(folder.served)/new", "\(folder.served)/a.m3u8")
    try Data("another list".utf8).write(to: URL(filePath: new))
    #expect(rename(new, old) == 0)
    #expect(file.size == 4)
    #expect(try read(file, 100) == Data("list".utf8))
    #expect(try content("/a.m3u8") == "another list")
  }

  @Test(
    "the content type depends on the file name extension",
    arguments: [
      ("a.m3u8", "application/vnd.apple.mpegurl"), ("a.TS", "video/mp2t"), ("a.aac", "audio/aac"),
      ("a.m4s", "video/iso.segment"), ("a.mp4", "video/mp4"), ("key", "application/octet-stream"),
      ("a.", "application/octet-stream"),
    ]
  )
  func contentType(name: String, type: String) {
    #expect(ServedFile(descriptor: -1, name: name).contentType == type)
  }
}
