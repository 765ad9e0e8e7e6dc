import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

@Suite("DASH manifests with several base URLs")
struct ManifestBaseURLTests {
  private static let bases =
    "<BaseURL>https://test/gone/</BaseURL><BaseURL>https://other/</BaseURL>"

  /// The sample segments at another base URL.
  private static func files(_ count: Int, at base: String) -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: Sample.files(count).map {
        ($0.key.replacing("https://test/", with: base), $0.value)
      }
    )
  }

  @Test("a segment that the first base URL lacks is read from the next base URL")
  func next() async throws {
    let events = try await Sample.events(
      Sample.manifest(Sample.set(head: Self.bases)),
      Self.files(4, at: "https://other/")
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    // The reported segments have the address from which they were read.
    #expect(events.tags.map(\.segment) == (0..<4).map { "https://other/s\($0).m4s" })
    let segments = events.compactMap { event in
      if case .segment(let segment) = event { segment.uri } else { nil }
    }
    #expect(segments == (0..<4).map { "https://other/s\($0).m4s" })
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [0])
    #expect(
      events.notes.map(\.detail) == [
        "segments are read from https://other/, because https://test/gone/init.mp4 cannot be read "
          + "(HTTP 404)"
      ]
    )
    #expect(events.notes.map(\.rendition) == ["video/v"])
  }

  @Test("the base URL that worked is tried first for the next segments")
  func remembered() async throws {
    let loader = MemoryLoader(Self.files(4, at: "https://other/"))
    let events = try await Sample.events(Sample.manifest(Sample.set(head: Self.bases)), loader) {
      $0.limits.segmentsInFlight = 1
    }
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(
      loader.requests.map(\.url) == [
        "https://test/gone/init.mp4", "https://test/gone/s0.m4s", "https://other/init.mp4",
        "https://other/s0.m4s", "https://other/s1.m4s", "https://other/s2.m4s",
        "https://other/s3.m4s",
      ]
    )
  }

  @Test("a segment that only the first base URL has is read from that base URL")
  func back() async throws {
    var files = Self.files(4, at: "https://other/")
    files["https://other/s2.m4s"] = nil
    files["https://test/gone/s2.m4s"] = Sample.segment(2)
    let loader = MemoryLoader(files)
    let events = try await Sample.events(Sample.manifest(Sample.set(head: Self.bases)), loader) {
      $0.limits.segmentsInFlight = 1
    }
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(events.tags.map(\.segment)[2] == "gone/s2.m4s")
    // One note reports that another base URL is read.
    #expect(events.notes.count == 1)
  }

  @Test("other base URLs are not requested while the first one works")
  func first() async throws {
    let head = "<BaseURL>https://test/</BaseURL><BaseURL>https://other/</BaseURL>"
    let loader = MemoryLoader(Sample.files(4))
    let events = try await Sample.events(Sample.manifest(Sample.set(head: head)), loader)
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(events.notes.isEmpty)
    #expect(loader.requests.allSatisfy { $0.url.hasPrefix("https://test/") })
  }

  @Test("if every base URL lacks all segments, the error has the failure of the first base URL")
  func none() async throws {
    var reasons: [String?] = []
    for head in [Self.bases, "<BaseURL>https://test/gone/</BaseURL>"] {
      let error = await #expect(throws: TimedMetadataError.self) {
        try await Sample.events(Sample.manifest(Sample.set(head: head)), [:])
      }
      reasons.append(error?.reason)
    }
    #expect(reasons[0] == reasons[1])
    #expect(reasons[0]?.contains("gone/s0.m4s") == true)
  }

  @Test("a segment that every base URL lacks is noted once, and the other segments are read")
  func oneMissing() async throws {
    var files = Self.files(4, at: "https://other/")
    files["https://other/s1.m4s"] = nil
    let events = try await Sample.events(Sample.manifest(Sample.set(head: Self.bases)), files)
    #expect(Sample.numbers(of: events.tags) == [0, 2, 3])
    let missing = events.notes.filter { $0.id == "hls-segment-missing" }
    #expect(missing.map(\.segment) == ["gone/s1.m4s"])
  }

  @Test("base URLs of an inner element are resolved against those of its parent element")
  func levels() async throws {
    let base = "https://other/x/p/v/"
    let set = Sample.set(head: "<BaseURL>v/</BaseURL>")
    let manifest = Sample.manifest(
      periods: ["<Period><BaseURL>p/</BaseURL>\(set)</Period>"],
      attributes: "type=\"static\" mediaPresentationDuration=\"PT8S\""
    )
    .replacing("<Period>", with: "<BaseURL>gone/</BaseURL><BaseURL>//other/x/</BaseURL><Period>")
    let events = try await Sample.events(manifest, Self.files(4, at: base))
    #expect(events.tags.map(\.segment) == (0..<4).map { "\(base)s\($0).m4s" })
    #expect(
      events.notes.map(\.detail) == [
        "segments are read from \(base), because https://test/gone/p/v/init.mp4 cannot be read "
          + "(HTTP 404)"
      ]
    )
  }

  @Test(
    "an index and its byte ranges are read from the next base URL when the first base URL fails"
  )
  func ranges() async throws {
    let file = Sample.file(4)
    let loader = MemoryLoader(["https://other/media.mp4": file.bytes])
    let events = try await Sample.events(
      Sample.manifest(Sample.set(Sample.base(file.index), head: Self.bases)),
      loader
    )
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7])
    #expect(events.tags.allSatisfy { $0.segment == "https://other/media.mp4" })
    let ranges = { (base: String) in
      loader.requests.filter { $0.url == base + "media.mp4" }.map(\.byteRange)
    }
    // These are the ranges of the index, the initialization section and four segments.
    #expect(ranges("https://other/").count == 6)
    #expect(Set(ranges("https://other/")) == Set(ranges("https://test/gone/")))
    #expect(!ranges("https://other/").contains(nil))
  }

  @Test("only the first four base URLs are tried, and a note reports the limit")
  func many() async throws {
    let head = (0..<6).map { "<BaseURL>https://base\($0).test/</BaseURL>" }.joined()
    let loader = MemoryLoader(Self.files(4, at: "https://base3.test/"))
    let events = try await Sample.events(Sample.manifest(Sample.set(head: head)), loader)
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3])
    #expect(
      events.notes.map(\.detail).contains("more than 4 base URLs: only the first 4 are tried")
    )
    #expect(!loader.requests.contains { $0.url.hasPrefix("https://base4.test/") })
  }
}
