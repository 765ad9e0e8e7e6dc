import Testing
import TimedMetadata

@testable import Commands

@Suite struct RenditionNoticesTests {
  private static func rendition(
    _ name: String?,
    tags: Int = 0,
    read: Int = 3,
    missing: Int = 0,
    gaps: Int = 0
  ) -> RenditionSummary {
    var summary = RenditionSummary(name: name, uri: "index.m3u8")
    summary.tags = tags + 1
    summary.nielsenTags = tags
    summary.segmentsRead = read
    summary.segmentsMissing = missing
    summary.segmentsInGaps = gaps
    return summary
  }

  @Test(
    "renditions with and without Nielsen tags are listed if there are several and one has tags",
    arguments: [
      ([], nil), ([rendition("a", tags: 3)], nil), ([rendition("a"), rendition("b")], nil),
      (
        [rendition("video/1"), rendition("audio/en", tags: 7)],
        "Nielsen tags in audio/en (7); none in video/1"
      ),
      (
        [rendition("a", tags: 1), rendition(nil, tags: 2)], "Nielsen tags in a (1), index.m3u8 (2)"
      ),
    ] as [([RenditionSummary], String?)]
  )
  func presence(renditions: [RenditionSummary], text: String?) {
    #expect(RenditionNotices(renditions: renditions).presence == text)
  }

  @Test(
    "missing segments and gaps are counted for each rendition",
    arguments: [
      ([rendition("a")], nil),
      ([rendition(nil, read: 2, missing: 1)], "1 of 3 segments could not"),
      (
        [rendition("a", read: 0, missing: 4), rendition("b"), rendition("c", missing: 1)],
        "4 of 4 segments of a, 1 of 4 segments of c could not"
      ),
      (
        [rendition("a", gaps: 2), rendition("b", missing: 1)],
        "1 of 4 segments of b could not be read completely; 2 of 5 segments of a are gaps (EXT-X-GAP), "
      ),
    ] as [([RenditionSummary], String?)]
  )
  func losses(renditions: [RenditionSummary], text: String?) {
    let losses = RenditionNotices(renditions: renditions).losses
    if let text {
      #expect(losses?.hasPrefix(text) == true)
    } else {
      #expect(losses == nil)
    }
  }
}
