import Conformance
import Presentation
import TestSupport
import Testing
import TimedMetadata

/// `check` of streams without faults, and of the corpus.
@Suite struct CleanStreamTests {
  @Test(
    "a stream without faults passes with no finding",
    arguments: [
      "", "--seed 7", "--hls --variants 1", "--hls --cmaf", "--hls --with audio-only-tags",
      "--hls --cmaf --with audio-only-tags", "--hls --with discontinuity",
      "--hls --cmaf --with discontinuity",
      "--hls --with encrypt --with rotate-keys=2", "--hls --with byte-ranges",
      "--hls --cmaf --with byte-ranges --with encrypt", "--scte35", "--hls --scte35", "--dash",
      "--dash --with audio-only-tags",
    ]
  )
  func clean(options: String) async throws {
    let report = try await MadeStream.shared("--minutes 7 \(options)").check()
    #expect(report.verdict == .pass)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report["tag-count"]?.state == .pass)
    #expect(report.failure == nil)
  }

  @Test(
    "playlists and segments of a presentation without faults, checked alone, have no finding",
    arguments: [
      "audio/index.m3u8", "audio/00003.aac", "video-1/00003.ts", "video-2/index.m3u8",
    ]
  )
  func parts(name: String) async throws {
    let report = try await MadeStream.shared("--minutes 2 --hls").check(name)
    #expect(report.verdict == .pass)
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test("an event track without faults passes with one finding of severity info")
  func eventTrack() async throws {
    let report = try await MadeStream.shared("--minutes 7 --event-track").check()
    #expect(report.verdict == .pass)
    #expect(report.findings.map(\.rule.rawValue) == ["event-track-read"], "\(report.findings)")
    #expect(report.findings.first?.severity == .info)
    #expect(report["tag-count"]?.state == .pass)
    #expect(report["player-hlsjs"]?.notAssessed == .carriage)
    #expect(report.streams.map(\.carriage) == [.eventTrack])
  }

  @Test(
    "packets of a size other than 188 bytes are reported with the players that cannot read them",
    arguments: [192, 204]
  )
  func packetSize(size: Int) async throws {
    let report = try await MadeStream.shared("--minutes 7 --packet \(size)").check()
    #expect(report.verdict == .pass)
    let players = ["hlsjs", "media3", "muxjs", "shaka"].map { "player-\($0)" }
    #expect(Set(report.findings.map(\.rule.rawValue)) == Set(players + ["ts-packet-size"]))
    #expect(report.findings.allSatisfy { $0.severity == .info })
  }

  @Test(
    "the tag counts and the verdict of a corpus file agree with the tags listed for the file",
    .enabled(if: !Corpus.cases.isEmpty),
    arguments: Corpus.cases
  )
  func corpus(expected: Corpus.Case) async throws {
    let report = try await CheckReport(file: expected.path)
    let (tags, copies) = (report.tags, report.copies)
    let count =
      tags.data + tags.info + tags.other + copies.data + copies.info + copies.other
    let most = expected.tags.count + (expected.optional?.count ?? 0)
    #expect((expected.tags.count...most).contains(count))
    let nielsen = expected.tags.count { tag in
      tag.frames?.contains { $0.owner?.hasPrefix("www.nielsen.com/") == true } == true
    }
    #expect(tags.data + tags.info + copies.data + copies.info == nielsen)
    if report.failure != nil {
      #expect(report.verdict == .unreadable && expected.exit?.contains(2) == true)
      return
    }
    switch report.verdict {
    case .absent: #expect(nielsen == 0)
    case .notJudged: #expect(tags.data == 0 && report.notJudged != nil)
    case .pass, .warn: #expect(tags.data > 0)
    case .fail: #expect(nielsen > 0 || report.rules.contains { $0.notAssessed == .tooShort })
    case .unreadable: Issue.record("the file is unreadable without a reason")
    }
  }
}

extension CheckReport {
  /// Checks a local file in the same way as `id3tap check`.
  init(file path: String, options: CheckOptions = .usual) async throws {
    let url = FileURL.text(of: path)
    self = try await CheckReport(
      reading: FileSource(path: path),
      access: PlaylistAccess(
        url: url,
        loader: ResourceAccess(topLevelURL: url) { MemoryResources { _ in nil } }
      ),
      options: options
    )
  }
}
