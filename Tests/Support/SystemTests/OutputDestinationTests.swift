import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct OutputDestinationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file appears under its name only when it is complete")
  func commit() throws {
    let destination = try OutputDestination.file("\(folder.path)/a")
    try destination.append { $0 += "hello".utf8 }
    try destination.flush()
    #expect(folder.content(of: "a") == nil)
    try destination.commit()
    #expect(folder.content(of: "a") == "hello")
    #expect(folder.names == ["a"])
  }

  @Test("an existing file is unchanged if its replacement is not completed")
  func abandoned() throws {
    try folder.write("old", to: "a")
    do {
      let destination = try OutputDestination.file("\(folder.path)/a")
      try destination.append { $0 += "new".utf8 }
      try destination.flush()
    }
    #expect(folder.content(of: "a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test("an error of flushEarly is thrown by commit, and an early write loses no bytes")
  func early() throws {
    let full = try OutputDestination.file("/dev/full")
    try full.append { $0 += "hello".utf8 }
    full.flushEarly()
    full.flushEarly()
    for _ in 0..<2 {
      #expect { try full.commit() } throws: { ($0 as? OutputError)?.code == .cannotWrite }
    }
    let file = try OutputDestination.file("\(folder.path)/a")
    try file.append { $0 += "hel".utf8 }
    file.flushEarly()
    try file.append { $0 += "lo".utf8 }
    try file.commit()
    #expect(folder.content(of: "a") == "hello")
  }

  @Test("a replaced file keeps its permissions")
  func permissions() throws {
    try folder.write("old", to: "a")
    chmod("\(folder.path)/a", 0o600)
    try OutputDestination.file("\(folder.path)/a").commit()
    var status = stat()
    #expect(stat("\(folder.path)/a", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(folder.content(of: "a") == "")
  }

  @Test("a symbolic link is kept, and its target is replaced")
  func link() throws {
    try folder.write("old", to: "target")
    symlink("\(folder.path)/target", "\(folder.path)/link")
    let destination = try OutputDestination.file("\(folder.path)/link")
    try destination.append { $0 += "new".utf8 }
    try destination.commit()
    #expect(folder.content(of: "target") == "new")
    var status = stat()
    #expect(lstat("\(folder.path)/link", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("more bytes than the buffer can contain are written completely and in order")
  func large() throws {
    let destination = try OutputDestination.file("\(folder.path)/a")
    for _ in 0..<10 {
      try destination.append { $0 += repeatElement(UInt8(ascii: "x"), count: 60_000) }
    }
    try destination.commit()
    #expect(folder.content(of: "a") == String(repeating: "x", count: 600_000))
  }

  @Test(
    "a file that cannot be created is refused with the reason",
    arguments: [("", EISDIR, "Is a directory"), ("/no/a", ENOENT, "No such file or directory")]
  )
  func refused(path: String, number: Int32, words: String) {
    let path = folder.path + path
    let expected = OutputError(.cannotCreate, destination: path, systemError: number)
    #expect(throws: expected) { _ = try OutputDestination.file(path) }
    #expect(
      expected.description == "\(path): cannot be created (\(words)): name another file with -o"
    )
  }

  @Test("writing to a full device is reported as an error")
  func full() throws {
    let destination = try OutputDestination.file("/dev/full")
    try destination.append { $0 += "hello".utf8 }
    #expect(throws: OutputError(.cannotWrite, destination: "/dev/full", systemError: ENOSPC)) {
      try destination.flush()
    }
  }

  @Test("two files written at the same time in one folder do not mix")
  func twoInOneFolder() throws {
    let first = try OutputDestination.file("\(folder.path)/a")
    try first.append { $0 += "first".utf8 }
    let second = try OutputDestination.file("\(folder.path)/b")
    try second.append { $0 += "second".utf8 }
    try first.commit()
    try second.commit()
    #expect(folder.content(of: "a") == "first" && folder.content(of: "b") == "second")
    #expect(folder.names.sorted() == ["a", "b"])
  }
}
