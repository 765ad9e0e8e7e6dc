import Testing

@testable import Commands

@Suite struct SegmentProposalTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func words(_ files: String, for argument: String = "d") throws -> [String] {
    try shell.prepare("mkdir -p d; cd d; touch \(files)")
    return SegmentProposal.words(
      for: InputExpansion.groups(for: ["\(shell.folder.path)/\(argument)"])
    )
  }

  @Test(
    "--join is proposed for many numbered segments without a playlist",
    arguments: [("d", "seg{1..7}.ts"), ("d/*", "part-2-{001..007}.m4s")]
  )
  func proposed(argument: String, files: String) throws {
    let words = try words(files, for: argument)
    #expect(words.count == 1)
    #expect(words.first?.contains("/d: has 7 numbered segments") == true)
    #expect(words.first?.hasSuffix("give --join (for 'pings', in the file of --config)") == true)
  }

  @Test(
    "--join is not proposed for few files, files of other types, or large recordings",
    arguments: [
      "seg{1..5}.ts", "{1..9}.txt", "{a,b,c,d,e,f,g}.ts", "index{1..9}.m3u8",
      "r{1..7}.ts; truncate -s 100M r*.ts",
    ]
  )
  func notProposed(files: String) throws { #expect(try words(files) == []) }

  @Test("--join is not proposed for segments that a playlist lists")
  func listed() throws {
    try shell.prepare(
      "mkdir d; cd d; touch s{1..8}.ts; "
        + "(echo '#EXTM3U'; printf '#EXTINF:6,\\ns%d.ts\\n' {1..8}) > index.m3u8"
    )
    #expect(
      SegmentProposal.words(for: InputExpansion.groups(for: [shell.folder.path + "/d"])).isEmpty
    )
  }
}
