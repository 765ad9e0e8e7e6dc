import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Names of players")
struct PlayerChoiceTests {
  @Test(
    "player names are accepted in upper or lower case, with or without a version",
    arguments: [
      ("hls.js", ["hls.js"]), ("HLSJS@1.6,media3", ["hls.js", "media3"]), ("vhs", ["VHS"]),
      ("ExoPlayer@2.19", ["ExoPlayer"]), ("all", PlayerChoice.names),
      ("all,dash.js", PlayerChoice.names),
      ("vhs@3.0,ALL", ["VHS"] + PlayerChoice.names),
    ]
  )
  func names(_ text: String, _ names: [String]) throws {
    #expect(try PlayerChoice.list(text).map(\.name) == names)
  }

  @Test(
    "unknown players and versions are refused",
    arguments: [
      "", "hls", "hls.js@", "hls.js@latest", "media3,", "all@2", "exoplayer@1.9", "exoplayer@2.20",
      "video.js@6.13",
    ]
  )
  func refused(_ text: String) {
    #expect(throws: PlayerChoiceError.self) { try PlayerChoice.list(text) }
  }

  /// A player version, and the expected verdict on two event messages.
  struct Version: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The name and the version in messages.
    let label: String
    let judgedAs: String?
    /// The number of shown tags in a variant, and in an audio rendition.
    let shown: [Int?]

    init(_ text: String, _ label: String, as judgedAs: String?, shows shown: Int?...) {
      (testDescription, self.label, self.judgedAs, self.shown) = (text, label, judgedAs, shown)
    }
  }

  @Test(
    "a player version that was not examined is judged as an examined version",
    arguments: [
      Version("media3", "media3 1.11", as: nil, shows: 2, 2),
      Version("media3@1.10", "media3 1.10", as: "media3 1.11.0", shows: 2, 2),
      Version("media3@1.9", "media3 1.9", as: "media3 before 1.10", shows: 2, 0),
      Version("exoplayer", "ExoPlayer 2.19.1", as: "media3 before 1.10", shows: 2, 0),
      Version("ExoPlayer@2.17", "ExoPlayer 2.17", as: "media3 before 1.10", shows: 2, 0),
      Version("mux.js", "mux.js 7.1", as: nil, shows: 2, 2),
      Version("muxjs@7.0", "mux.js 7.0", as: "mux.js 7.1.0", shows: 2, 2),
      Version("mux.js@6.2", "mux.js 6.2", as: "VHS before 3.1", shows: 0, 0),
      Version("vhs", "VHS 3.17", as: nil, shows: 2, 2),
      Version("vhs@3", "VHS 3", as: nil, shows: 2, 2),
      Version("VHS@3.10", "VHS 3.10", as: "VHS 3.17.4", shows: 2, 2),
      Version("vhs@3.1.0", "VHS 3.1.0", as: "VHS before 3.2", shows: 2, 0),
      Version("vhs@2.16", "VHS 2.16", as: "VHS before 3.1", shows: 0, 0),
      Version("video.js", "Video.js 8.23", as: "VHS 3.17.4", shows: 2, 2),
      Version("videojs@8.4", "Video.js 8.4", as: "VHS 3.17.4", shows: 2, 2),
      Version("video.js@8.3", "Video.js 8.3", as: "VHS before 3.1", shows: 0, 0),
      Version("video.js@7.21.6", "Video.js 7.21.6", as: "VHS before 3.1", shows: 0, 0),
      Version("hls.js@1.6", "hls.js 1.6", as: nil, shows: 2, 2),
      Version("hls.js@1.6.2", "hls.js 1.6.2", as: "hls.js 1.6.19", shows: 2, 2),
      Version("hls.js@1.2", "hls.js 1.2", as: "hls.js 1.4.14", shows: 2, 2),
      Version("hls.js@2.0", "hls.js 2.0", as: "hls.js 1.7.1", shows: 2, 2),
      Version("shaka@5.2.7", "Shaka Player 5.2.7", as: nil, shows: 0, 0),
      Version("ffmpeg@6", "FFmpeg 6", as: nil, shows: 0, 0),
      Version("ffmpeg@6.0", "FFmpeg 6.0", as: "FFmpeg before 6.1", shows: 0, 0),
      Version("ffmpeg@7.1", "FFmpeg 7.1", as: "FFmpeg 6.1", shows: 0, 0),
      Version("dash.js", "dash.js", as: nil, shows: nil, nil),
      Version("dash.js@4.7", "dash.js 4.7", as: "dash.js of any version", shows: nil, nil),
    ]
  )
  func versions(_ version: Version) throws {
    let audio = RenditionSummary.made("a", tags: 2, role: .audio, memberOf: ["stereo"])
    let presentations: [(carrier: String, renditions: [RenditionSummary])] = [
      ("v", [.made("v", tags: 2)]), ("a", [.made("v", tags: 0, goesWith: ["stereo"]), audio]),
    ]
    for (presentation, shown) in zip(presentations, version.shown) {
      var summary = InputSummary.playlist(presentation.renditions)
      summary.media = [.fragmentedMP4]
      let tags = try [8.0, 18].map { time in
        try MadeTag.inMessage(time: time, tag: { $0.rendition = presentation.carrier })
      }
      let matrix = try PlayerMatrix(version.testDescription, tags + [.end(summary)])
      let verdict = try #require(matrix.first)
      let label = [verdict.player, verdict.version].compactMap(\.self).joined(separator: " ")
      #expect(label == version.label)
      #expect(verdict.judgedAs == version.judgedAs)
      #expect(verdict.shown == shown, "\(presentation.carrier): \(verdict.reasons)")
    }
  }

  @Test("every fact about a player has a source, and no player lists a behaviour twice")
  func sources() {
    for policy in PlayerPolicy.all {
      #expect(policy.facts.allSatisfy { !$0.source.isEmpty })
      #expect(Set(policy.facts.map(\.behaviour)).count == policy.facts.count)
    }
  }
}
