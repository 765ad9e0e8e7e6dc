import Testing

@testable import Commands

@Suite struct NameFilterTests {
  @Test(
    "globs are compared with the whole name and with its last part",
    arguments: [
      ([], [], "a/b.ts", true), (["*.ts"], [], "a/b.ts", true), (["*.ts"], [], "a/b.mp4", false),
      (["b.*"], [], "a/b.ts", true), (["a"], [], "a/b.ts", false), (["a/*"], [], "a/x/b.ts", true),
      (["*.ts", "*.mp4"], [], "b.mp4", true), ([], ["*.ts"], "a/b.ts", false),
      ([], ["b*"], "a/b.ts", false), ([], ["a*"], "a/b.ts", false), ([], ["*.mp4"], "b.ts", true),
      (["*.ts"], ["x/*"], "x/b.ts", false), (["[ab].ts"], [], "b.ts", true),
      (["*.TS"], [], "b.ts", false), (["http*"], [], "http://h/p", true),
    ] as [([String], [String], String, Bool)]
  )
  func names(include: [String], exclude: [String], name: String, isWanted: Bool) {
    let filter = NameFilter(include: include, exclude: exclude)
    #expect(filter.wants(FileName(name)) == isWanted)
  }

  @Test("names that are not UTF-8 can be matched")
  func bytes() {
    #expect(NameFilter(include: ["*.ts"]).wants(FileName([0x61, 0xFF] + Array(".ts".utf8))))
  }
}
