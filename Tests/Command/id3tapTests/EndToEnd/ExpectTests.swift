import Foundation
import TestSupport
import Testing

/// `id3tap expect`, and commands that use its template with `--expect`.
@Suite(.ownThread) struct ExpectTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.prepare("id3tap make --minutes 2 -o good.ts && id3tap expect good.ts -o good.json")
  }

  @Test("a stream passes with its own template, and two runs write the same template")
  func same() throws {
    #expect(try shell.run("id3tap expect good.ts | cmp - good.json").status == 0)
    let outcome = try shell.run("id3tap check --expect good.json --format jsonl good.ts")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""verdict":"pass""#))
  }

  @Test("'expect' refuses to overwrite its input")
  func ownInput() throws {
    let outcome = try shell.run("id3tap expect good.ts -o ./good.ts")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "id3tap: ./good.ts: is also an input: name another file with -o\n")
    #expect(try shell.run("id3tap check --quiet good.ts").status == 0)
  }

  @Test(
    "a stream that differs from its template fails the rule for the difference",
    arguments: [("tag-cid-change", "expect-cid"), ("tag-breakout", "expect-breakout")]
  )
  func fault(fault: String, rule: String) throws {
    try shell.prepare("id3tap make --minutes 2 --fault \(fault) -o bad.ts")
    let outcome = try shell.run("id3tap check --expect good.json --format jsonl bad.ts")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#"{"rule":"\#(rule)","state":"fail""#))
  }

  @Test(
    "a stream with a changing CID or without tags gives no template",
    arguments: [
      ("--fault tag-cid-change", 1, "bad.ts: the FD CID changes from "),
      ("--fault tag-present", 1, "bad.ts: no Nielsen tag "),
    ]
  )
  func refused(options: String, status: Int32, words: String) throws {
    try shell.prepare("id3tap make --minutes 2 \(options) -o bad.ts")
    let outcome = try shell.run("id3tap expect bad.ts -o bad.json")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try shell.run("test -e bad.json").status == 1)
    #expect(try shell.run("id3tap expect missing.ts good.ts").status == 2)
  }

  @Test(
    "'batch' uses the template in a folder, and reads an input again after its template changed"
  )
  func batch() throws {
    try shell.prepare(
      "mkdir -p in/news templates && cp good.ts in/news/a.ts && cp good.json templates/news.json"
    )
    let first = try shell.run("id3tap batch --do check --expect templates in")
    #expect(first.status == 0 && first.errors.contains("1 read"), "\(first.errors)")
    let second = try shell.run("id3tap batch --do check --expect templates in")
    #expect(second.errors.contains("1 unchanged"), "\(second.errors)")
    try shell.prepare(#"sed -i 's/"breakouts": \["00"\]/"breakouts": ["07"]/' templates/news.json"#)
    let third = try shell.run("id3tap batch --do check --expect templates in")
    #expect(third.errors.contains("1 read") && third.errors.contains("1 fail"), "\(third.errors)")
  }

  @Test("an invalid template is a usage error", arguments: ["check", "batch", "watch"])
  func wrong(command: String) throws {
    try shell.prepare("echo '{}' > wrong.json")
    let outcome = try shell.run("id3tap \(command) --expect wrong.json http://127.0.0.1:9/a.m3u8")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("wrong.json: line 1: 'version': write 1"), "\(outcome.errors)")
  }
}
