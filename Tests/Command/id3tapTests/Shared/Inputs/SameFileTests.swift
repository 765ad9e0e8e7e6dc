import Foundation
import Testing

@testable import Commands

@Suite struct SameFileTests {
  @Test("two names of one regular file are recognized, even with links or before the file exists")
  func names() throws {
    let shell = try Shell()
    try shell.prepare("echo a > a; ln a hard; ln -s a soft; echo a > other")
    let path = { shell.folder.path + "/" + $0 }
    #expect(SameFile.check(path("a"), path("./a")))
    #expect(SameFile.check(path("a"), path("hard")))
    #expect(SameFile.check(path("a"), path("soft")))
    #expect(!SameFile.check(path("a"), path("other")))
    #expect(!SameFile.check(path("a"), path("missing")))
    #expect(SameFile.check(path("missing"), path("./missing")))
    #expect(!SameFile.check(path("missing"), path("none/missing")))
    #expect(!SameFile.check("/dev/null", "/dev/null"))
  }
}
