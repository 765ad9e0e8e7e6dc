import HLS
import Testing

@testable import Presentation

@Suite struct RenditionSelectionTests {
  private static let lines = [
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"de.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"ac3\",NAME=\"English\",URI=\"ac3.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"low\",NAME=\"Mono\",URI=\"sound.m3u8\"",
    "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",URI=\"text.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"in the variant\"",
    "#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,AUDIO=\"aac\"", "720.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=3500000,RESOLUTION=1280x720,AUDIO=\"ac3\"", "720.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,AUDIO=\"low\"", "360.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,AUDIO=\"low\"", "360b.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=64000", "sound.m3u8",
  ]

  private static let allNames = [
    "video/1280x720", "video/640x360/800000", "video/640x360/900000", "variant/64000",
    "audio/aac/English", "audio/aac/Deutsch", "audio/ac3/English",
  ]

  private static func chosen(_ selection: RenditionSelection) throws -> [String] {
    selection.choose(from: ListedPlaylist.all(in: try multivariantPlaylist(lines))).map(\.name)
  }

  @Test("every playlist is selected once by default")
  func everything() throws {
    #expect(try Self.chosen(RenditionSelection()) == Self.allNames)
  }

  @Test(
    "a selected variant includes its renditions, even those that are also audio-only variants",
    arguments: [
      (
        ["video/1280x720"],
        ["video/1280x720", "audio/aac/English", "audio/aac/Deutsch", "audio/ac3/English"]
      ),
      (["3"], ["video/640x360/800000", "variant/64000"]),
      (["900000"], ["video/640x360/900000", "variant/64000"]),
      (
        ["3500000"],
        ["video/1280x720", "audio/aac/English", "audio/aac/Deutsch", "audio/ac3/English"]
      ),
      (["360b.m3u8"], ["video/640x360/900000", "variant/64000"]),
      (["VIDEO/*360*"], ["video/640x360/800000", "video/640x360/900000", "variant/64000"]),
      (["variant/*"], ["variant/64000"]),
      (["nothing"], []),
      (["audio/aac/English"], []),
    ]
  )
  func variants(names: [String], expected: [String]) throws {
    #expect(try Self.chosen(RenditionSelection(variants: names)) == expected)
  }

  @Test(
    "if only renditions are selected, a variant is read only if it is one of them",
    arguments: [
      (["English"], ["audio/aac/English", "audio/ac3/English"]),
      (["de"], ["audio/aac/Deutsch"]),
      (["audio/aac/*"], ["audio/aac/English", "audio/aac/Deutsch"]),
      (["mono"], ["variant/64000"]),
      (["text.m3u8"], []),
    ]
  )
  func renditions(names: [String], expected: [String]) throws {
    #expect(try Self.chosen(RenditionSelection(renditions: names)) == expected)
  }

  @Test("variants and renditions can be selected together, and the first variant without its name")
  func both() throws {
    #expect(
      try Self.chosen(RenditionSelection(variants: ["*720"], renditions: ["de"]))
        == ["video/1280x720", "audio/aac/Deutsch"]
    )
    #expect(
      try Self.chosen(RenditionSelection(isFirstVariantOnly: true))
        == ["video/1280x720", "audio/aac/English", "audio/aac/Deutsch", "audio/ac3/English"]
    )
  }

  @Test(
    "patterns match names without regard to case",
    arguments: [
      ("*", "anything", true), ("", "", true), ("", "a", false), ("a*c", "abbc", true),
      ("a*c", "abbd", false), ("*b*b*", "abab", true), ("*b*b*", "aba", false), ("A", "a", true),
      ("**", "", true), ("a*", "ba", false),
    ]
  )
  func patterns(pattern: String, name: String, matches: Bool) {
    let playlist = ListedPlaylist(name: name, aliases: [], uri: name, isVariant: true)
    #expect(playlist.isNamed(pattern) == matches)
  }

  @Test("duplicate names are numbered and stay different from all other names")
  func uniqueNames() throws {
    let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2"
    let audio = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME="
    let playlist = try multivariantPlaylist([
      stream, "a", stream, "b", stream, "c", "\(audio)\"n\",URI=\"d\"", "\(audio)\"n\",URI=\"e\"",
      "\(audio)\"n#2\",URI=\"f\"",
    ])
    let names = ListedPlaylist.all(in: playlist).map(\.name)
    #expect(
      names == [
        "video/2x2/1", "video/2x2/1#2", "video/2x2/1#3", "audio/g/n", "audio/g/n#3", "audio/g/n#2",
      ]
    )
  }

  @Test("9,000 variants are listed and selected by a pattern")
  func many() throws {
    let playlist = try multivariantPlaylist(
      (0..<9_000).flatMap { ["#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2", "v\($0)"] }
    )
    let all = ListedPlaylist.all(in: playlist)
    #expect(Set(all.map(\.name)).count == 9_000)
    #expect(RenditionSelection(variants: ["v8*"]).choose(from: all).count == 1111)
  }
}
