import ISOMedia
import Testing

@testable import DASH

@Suite("segments from an index in the file")
struct SegmentIndexTests {
  private struct Reference {
    var isIndex = false
    var byteCount: UInt32
    var duration: UInt32
  }

  private static func index(
    _ references: [Reference],
    time: UInt64 = 0,
    firstOffset: UInt64 = 0,
    version: UInt8 = 0,
    timescale: UInt32 = 1000
  ) -> [UInt8] {
    var bytes: [UInt8] =
      [version, 0, 0, 0] + BoxBytes.bigEndian(UInt32(1)) + BoxBytes.bigEndian(timescale)
    if version == 0 {
      bytes += BoxBytes.bigEndian(UInt32(time)) + BoxBytes.bigEndian(UInt32(firstOffset))
    } else {
      bytes += BoxBytes.bigEndian(time) + BoxBytes.bigEndian(firstOffset)
    }
    bytes += BoxBytes.bigEndian(UInt32(references.count))
    for reference in references {
      bytes += BoxBytes.bigEndian(reference.byteCount | (reference.isIndex ? 1 << 31 : 0))
      bytes += BoxBytes.bigEndian(reference.duration) + [0x90, 0, 0, 0]
    }
    return BoxBytes.box(.segmentIndex, bytes)
  }

  private func segments(_ base: String = #"indexRange="100-999""#) throws -> RepresentationSegments
  {
    let presentation = try Manifests.read(
      "",
      Manifests.period("<BaseURL>film.mp4</BaseURL><SegmentBase timescale=\"1000\" \(base)/>")
    )
    return try #require(presentation.representations.first).segments
  }

  private func lines(_ entries: [IndexEntry]) -> [String] {
    entries.map { entry in
      switch entry {
      case .segment(let segment):
        let range = segment.location.range
        return "\(range?.offset ?? -1)+\(range?.length ?? -1)@\(segment.secondsInPeriod)"
      case .index(let location):
        return "index \(location.range?.offset ?? -1)+\(location.range?.length ?? -1)"
      }
    }
  }

  @Test(
    "byte ranges count from the end of the index, and times from its earliest presentation time",
    arguments: [0, 1] as [UInt8]
  )
  func plain(version: UInt8) throws {
    let segments = try segments(#"indexRange="100-999" presentationTimeOffset="1000""#)
    let location = try #require(segments.index)
    #expect(location.address == "https://example.com/a/film.mp4")
    #expect(location.range == MediaRange(offset: 100, length: 900))
    #expect(segments.initialization?.range == MediaRange(offset: 0, length: 100))
    let bytes = Self.index(
      [Reference(byteCount: 10, duration: 2000), Reference(byteCount: 20, duration: 500)],
      time: 3000,
      firstOffset: 5,
      version: version
    )
    let entries = try segments.entries(ofIndex: bytes, at: location)
    let start = 100 + bytes.count + 5
    #expect(lines(entries) == ["\(start)+10@2.0", "\(start + 10)+20@4.0"])
    guard case .segment(let first) = entries[0] else { return }
    #expect(first.time == 3000)
    #expect(first.durationSeconds == 2)
  }

  @Test("a nested index is read if its bytes are included, and otherwise returned as an entry")
  func hierarchical() throws {
    let segments = try segments()
    let location = try #require(segments.index)
    let inner = Self.index([Reference(byteCount: 7, duration: 1000)], firstOffset: 50)
    let later = Self.index([Reference(byteCount: 8, duration: 1000)], time: 1000)
    let outer = Self.index([
      Reference(isIndex: true, byteCount: UInt32(inner.count), duration: 1000),
      Reference(isIndex: true, byteCount: UInt32(later.count), duration: 1000),
      Reference(byteCount: 9, duration: 1000),
    ])
    let whole = try segments.entries(ofIndex: outer + inner + later, at: location)
    let end = 100 + outer.count + inner.count
    #expect(
      lines(whole)
        == ["\(end + 50)+7@0.0", "\(end + later.count)+8@1.0", "\(end + later.count)+9@2.0"]
    )
    let cut = try segments.entries(ofIndex: outer + inner, at: location)
    #expect(lines(cut)[1] == "index \(end)+\(later.count)")
    guard case .index(let further) = cut[1] else { return }
    #expect(lines(try segments.entries(ofIndex: later, at: further)).count == 1)
  }

  @Test("at most 256 KiB of a nested index are read")
  func innerIndex() {
    let location = SegmentLocation(address: "a", range: MediaRange(offset: 7, length: 1 << 30))
    #expect(location.innerIndex.range == MediaRange(offset: 7, length: 256 << 10))
    var short = location
    short.range?.length = 12
    #expect(short.innerIndex == short)
    short.range?.length = nil
    #expect(short.innerIndex.range?.length == 256 << 10)
  }

  @Test("a truncated index, impossible times, and bytes that are not an index are refused")
  func refused() throws {
    let segments = try segments()
    let location = try #require(segments.index)
    let index = Self.index([Reference(byteCount: 1, duration: 1)])
    var zero = index
    zero.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    var many = index
    many.replaceSubrange(30..<32, with: [0xFF, 0xFF])
    // In ticks of the manifest's timescale, the sum of this time and a duration could overflow.
    let late = Self.index(
      [Reference(byteCount: 1, duration: 1)],
      time: 9_000_000_000_000_000,
      version: 1,
      timescale: 1
    )
    for bytes in [
      [], [0], Array("<html>not here</html>".utf8), Array(index.dropLast()), zero, many, late,
    ] {
      #expect(throws: BoxFault.self) { _ = try segments.entries(ofIndex: bytes, at: location) }
    }
  }

  @Test("indexes that are nested too deeply are refused", .timeLimit(.minutes(10)))
  func deep() throws {
    let segments = try segments()
    let location = try #require(segments.index)
    var bytes = Self.index([Reference(byteCount: 1, duration: 1)])
    for _ in 0..<20 {
      bytes =
        Self.index([Reference(isIndex: true, byteCount: UInt32(bytes.count), duration: 1)]) + bytes
    }
    #expect(throws: BoxFault.self) { _ = try segments.entries(ofIndex: bytes, at: location) }
  }
}
