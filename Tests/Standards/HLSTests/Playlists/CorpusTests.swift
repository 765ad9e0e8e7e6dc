import FoundationEssentials
import HLS
import TestSupport
import Testing

/// Playlists published by other projects, compared with the values on which several parsers agree.
@Suite(.enabled(if: !Corpus.playlists.isEmpty))
struct CorpusTests {
  @Test("a published playlist has the values found by other parsers", arguments: Corpus.playlists)
  func facts(expected: Corpus.ExpectedPlaylist) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: expected.path)))
    let reading: ParsedPlaylist
    do {
      reading = try Playlist.parse(bytes, uri: "http://example.com/a/" + expected.name)
    } catch {
      #expect(expected.invalid != nil, "\(error)")
      #expect(!error.reason.isEmpty)
      return
    }
    if expected.invalid != nil { #expect(!reading.faults.isEmpty) }
    switch reading.playlist {
    case .multivariant(let playlist):
      #expect(expected.kind == nil || expected.kind == "master")
      if let count = expected.variants { #expect(playlist.variants.count == count) }
      if let count = expected.renditions { #expect(playlist.renditions.count == count) }
    case .media(let playlist):
      #expect(expected.kind == nil || expected.kind == "media")
      try check(playlist, expected)
    }
  }

  private func check(_ playlist: MediaPlaylist, _ expected: Corpus.ExpectedPlaylist) throws {
    if let count = expected.segments { #expect(playlist.segments.count == count) }
    if let duration = expected.totalDuration {
      #expect(abs(playlist.duration - duration) < 0.001)
    }
    if let facts = expected.parsers, facts["targetDuration"] != nil {
      #expect(playlist.targetDuration == expected.targetDuration)
    }
    if let count = expected.discontinuities {
      #expect(playlist.segments.filter(\.isDiscontinuity).count == count)
    }
    if let isEnded = expected.endlist { #expect(playlist.hasEndList == isEnded) }
    if let date = expected.firstProgramDateTime {
      let found = playlist.segments.lazy.compactMap(\.programDateTime).first
      let wanted = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(date)
      #expect(abs((found ?? 0) - wanted.timeIntervalSince1970) < 0.000_5)
    }
  }
}
