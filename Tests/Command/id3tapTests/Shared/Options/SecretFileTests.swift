import ArgumentParser
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Commands

/// The files of `--header @FILE` and `--webhook @FILE`.
@Suite struct SecretFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String) throws -> String {
    try folder.write(text, to: "fields")
    return "@\(folder.path)/fields"
  }

  @Test("a file of header fields has one field per line, and comments and blanks are ignored")
  func headers() throws {
    let file = try file("# comment\r\n\n Authorization: Bearer a \r\nX-Key:b")
    let options = try HeaderOption.parse(["--header", "A: 1", "--header", file, "--header", "B: 2"])
    let fields = options.header.flatMap(\.self)
    #expect(fields.map(\.name) == ["A", "Authorization", "X-Key", "B"])
    #expect(fields.map(\.value) == ["1", "Bearer a", "b", "2"])
  }

  @Test(
    "an invalid line in a file of header fields is reported by its number, without its text",
    arguments: [("A: 1\nsecret", "line 2: write it as"), ("\n#\nRange: secret", "line 3: write")]
  )
  func wrongHeader(text: String, words: String) throws {
    let file = try file(text)
    let error = try #require(throws: (any Error).self) {
      try HeaderOption.parse(["--header", file])
    }
    let message = HeaderOption.message(for: error)
    #expect(message.contains("--header \(file): \(words)"), "\(message)")
    #expect(!message.contains("secret'") && !message.contains("Range"))
  }

  @Test("a missing file of header fields is reported with its path")
  func missing() throws {
    let error = try #require(throws: (any Error).self) {
      try HeaderOption.parse(["--header", "@/no/such/file"])
    }
    #expect(HeaderOption.message(for: error).contains("--header @/no/such/file: no such file"))
  }

  @Test("a webhook file has the URL and then header fields, and an empty file disables posts")
  func webhook() throws {
    let target = try WebhookTarget.parse(try file("# pager\nhttps://a/x?key=1\nX-Key: b\n"))
    #expect(target.url == "https://a/x?key=1" && target.headers.map(\.name) == ["X-Key"])
    #expect(try WebhookTarget.parse(try file("# none yet\n")).url == "")
    #expect(try WebhookTarget.parse("http://a/").url == "http://a/")
  }

  @Test(
    "an invalid webhook URL is refused with a message that does not contain it",
    arguments: ["secret", "ftp://secret/", ""]
  )
  func wrongWebhook(text: String) throws {
    for argument in try [text, file("\(text.isEmpty ? "-" : text)\n")] {
      let error = try #require(throws: ValidationError.self) { try WebhookTarget.parse(argument) }
      #expect("\(error)".contains("give a URL like") && !"\(error)".contains("secret/"))
    }
  }
}
