import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func content(_ name: String) -> String? { folder.content(of: "out/\(name)") }

  private func output() throws -> OutputFolder { try OutputFolder("\(folder.path)/out") }

  @Test("writing a file creates missing folders and replaces an existing file")
  func write() throws {
    let output = try output()
    try output.write(Array("one".utf8), to: "a/b.txt")
    try output.write(Array("two".utf8), to: "a/b.txt")
    #expect(content("a/b.txt") == "two")
    try self.output().write([], to: "a/b.txt")
    #expect(content("a/b.txt") == "")
  }

  @Test("files and folders in a private folder are readable only by their owner")
  func isPrivate() throws {
    func mode(_ name: String) -> mode_t? {
      var status = stat()
      return stat("\(folder.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
    }
    let output = try OutputFolder("\(folder.path)/p/q", isPrivate: true)
    try output.write([1], to: "a/b")
    try output.append([1], to: "c")
    try output.close("c")
    #expect(
      ["p", "p/q", "p/q/a", "p/q/a/b", "p/q/c"].map(mode) == [0o700, 0o700, 0o700, 0o600, 0o600]
    )
  }

  @Test("an appended file appears when it is complete, independently of other files in its folder")
  func append() throws {
    let output = try output()
    try output.append(Array("one".utf8), to: "a/grown")
    try output.write(Array("x".utf8), to: "a/other")
    try output.append(Array(" two".utf8), to: "a/grown")
    #expect(content("a/grown") == nil)
    try output.close("a/grown")
    #expect(content("a/grown") == "one two")
    try output.close("a/grown")
    try output.append(Array("new".utf8), to: "a/grown")
    try output.close("a/grown")
    #expect(content("a/grown") == "new")
  }

  @Test("several files in one folder can be appended to in turn")
  func twoGrowing() throws {
    let output = try output()
    for text in ["one", "two"] {
      try output.append(Array(text.utf8), to: "a")
      try output.append(Array(text.utf8), to: "b")
    }
    try output.close("a")
    try output.close("b")
    #expect(content("a") == "onetwo" && content("b") == "onetwo")
  }

  @Test("a file is removed, and removing a missing file is not an error")
  func remove() throws {
    let output = try output()
    try output.write([], to: "a")
    try output.remove("a")
    try output.remove("a")
    #expect(content("a") == nil)
  }

  @Test("missing parent folders are created", arguments: ["a/b/out", "a//b/out/", "./a/b"])
  func parents(name: String) throws {
    let output = try OutputFolder("\(folder.path)/\(name)")
    try output.write(Array("one".utf8), to: "file")
    #expect(folder.content(of: "\(name)/file") == "one")
  }

  @Test("a folder that cannot be created is reported")
  func failure() throws {
    try folder.write("", to: "file")
    let error = #expect(throws: OutputError.self) { try OutputFolder("\(folder.path)/file/out") }
    #expect(error?.code == .cannotCreateFolder)
    #expect(error?.description.hasSuffix(": name a folder that you may write to") == true)
    let output = try OutputFolder("\(folder.path)/file")
    #expect(throws: OutputError.self) { try output.write([], to: "a") }
  }
}
