import Testing
import TimedMetadata

@testable import id3tap

@Suite struct MissingTagsTests {
  @Test(
    "an input without rows tells why",
    arguments: [
      ([], "no timed ID3 found: "),
      (
        [StreamSummary(program: 1, pid: 258, declared: true, tags: 0)],
        "timed ID3 is declared (PID 258 of program 1) but no tag came: "
      ),
      (
        [
          StreamSummary(program: 1, pid: 258, declared: true, tags: 0),
          StreamSummary(program: nil, pid: 300, declared: false, tags: 4),
        ],
        "no tag was asked for, but there are some (PID 300): "
      ),
    ] as [([StreamSummary], String)]
  )
  func reasons(streams: [StreamSummary], text: String) {
    let summary = InputSummary(duration: 1, streams: streams, byteCount: 188)
    #expect(MissingTags.explanation(of: summary).hasPrefix(text))
  }
}
