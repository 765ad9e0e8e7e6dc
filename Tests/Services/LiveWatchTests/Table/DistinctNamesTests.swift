import Testing

@testable import LiveWatch

@Suite struct DistinctNamesTests {
  @Test(
    "names that do not fit keep the parts that distinguish them",
    arguments: [
      (
        ["http://a/x/i.m3u8", "http://a/y/i.m3u8"], 40, ["http://a/x/i.m3u8", "http://a/y/i.m3u8"]
      ),
      (["http://a/x/i.m3u8", "http://a/y/i.m3u8"], 12, ["…x/i.m3u8", "…y/i.m3u8"]),
      (["http://a/one/i.m3u8", "http://a/two/i.m3u8"], 8, ["…one…", "…two…"]),
      // No word is cut.
      (["udp://239.0.0.1:5000", "udp://239.0.0.2:5000"], 14, ["…1:5000", "…2:5000"]),
      (["http://a/news1.m3u8", "http://a/news2.m3u8"], 13, ["…news1.m3u8", "…news2.m3u8"]),
      // Names without a common part, equal names, and a single name.
      (["http://abcdef", "udp://ghijkl"], 9, ["http…cdef", "udp:…ijkl"]),
      (["http://abcdef"], 9, ["http…cdef"]),
      ([], 9, []),
    ] as [([String], Int, [String])]
  )
  func fitting(names: [String], width: Int, expected: [String]) {
    let fitted = DistinctNames(names).fitting(width)
    #expect(fitted == expected)
    #expect(fitted.allSatisfy { $0.count <= width })
  }

  @Test("equal names, and names that are the beginning of others, are not removed completely")
  func same() {
    #expect(DistinctNames(["http://a/b/", "http://a/b/"]).fitting(6) == ["…b/", "…b/"])
    #expect(DistinctNames(["http://a/b", "http://a/b/c"]).fitting(6) == ["…b", "…b/c"])
  }
}
