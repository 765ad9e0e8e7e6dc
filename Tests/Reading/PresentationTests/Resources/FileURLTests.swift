import Foundation
import Testing

@testable import Presentation

@Suite struct FileURLTests {
  @Test(
    "a path is the same after conversion to a URL and back",
    arguments: ["/", "/a/b.ts", "/a b/ü#?%.ts", "/a:b;c=d", "/..", "/a//b"]
  )
  func roundTrip(path: String) {
    let url = FileURL.text(of: path)
    #expect(url.hasPrefix("file:///"))
    #expect(!url.contains { " #?ü".contains($0) })
    #expect(FileURL.path(in: url) == Array(path.utf8))
  }

  @Test("path bytes that are not UTF-8 are the same after conversion to a URL and back")
  func bytes() {
    let path: [UInt8] = [0x2F, 0xFF, 0x80, 0x41]
    #expect(FileURL.text(of: path) == "file:///%FF%80A")
    #expect(FileURL.path(in: "file:///%FF%80A") == path)
  }

  @Test("a relative path is resolved against the current folder")
  func relative() {
    let folder = FileManager.default.currentDirectoryPath
    #expect(FileURL.text(of: "x.ts") == FileURL.text(of: folder + "/x.ts"))
  }

  @Test(
    "all forms of local file URLs give the same path",
    arguments: [
      "file:///a", "FILE:///a", "file:/a", "file://localhost/a", "file:///a?q#f", "file:///%61",
    ]
  )
  func forms(url: String) { #expect(FileURL.path(in: url) == Array("/a".utf8)) }

  @Test(
    "a URL that is not a local file has no path",
    arguments: [
      "file://host/a", "file:a", "http://a/b", "", "file:", "file:///a%00b", "files:///a",
    ]
  )
  func others(url: String) { #expect(FileURL.path(in: url) == nil) }
}
