import Testing

@testable import Commands

@Suite struct NameFilterTests {
  @Test(
    "a glob of --include or --exclude matches the whole path or its last component",
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

  @Test("a glob matches a name that is not UTF-8")
  func bytes() {
    #expect(NameFilter(include: ["*.ts"]).wants(FileName([0x61, 0xFF] + Array(".ts".utf8))))
  }
}
