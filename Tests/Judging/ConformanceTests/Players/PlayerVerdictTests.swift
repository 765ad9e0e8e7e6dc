import ID3
import NielsenTag
import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("Single tags shown by players, and their times")
struct PlayerVerdictTests {
  /// Three tags, the second of which is changed.
  private func shown(
    by player: String,
    _ change: (inout TransportFacts) -> Void
  ) throws -> Int? {
    let tags = try MadeTag.dataTags(3).enumerated().map { index, tag in
      index == 1 ? tag.inMultiplex(change) : tag
    }
    return try PlayerMatrix(player, tags, media: [.transportStream]).shown
  }

  @Test("mux.js misses a tag with stream_id 0xBF, which has no optional PES header")
  func privateStream2() throws {
    #expect(try shown(by: "mux.js") { $0.streamID = 0xBF } == 2)
    #expect(try shown(by: "ffmpeg") { $0.streamID = 0xBF } == 3)
  }

  @Test(
    "only media3 reads packets of a size other than 188 bytes, and only in HLS",
    arguments: ["hls.js", "mux.js", "shaka", "media3"]
  )
  func packetSize(_ player: String) throws {
    #expect(try shown(by: player) { $0.multiplex.packetSize = 204 } == 2)
    let tags = try MadeTag.dataTags(3).map { tag in
      tag.inMultiplex { $0.multiplex.packetSize = 204 }.with { $0.mediaSequence = 0 }
    }
    let verdict = try PlayerMatrix(player, tags, media: [.transportStream])
    #expect(verdict.shown == (player == "media3" ? 3 : 0))
  }

  @Test(
    "media3 misses a tag whose header is split over two packets",
    arguments: [(0, 3), (1, 2), (9, 2), (10, 3)]
  )
  func tinyPackets(_ bytes: Int, _ count: Int) throws {
    #expect(try shown(by: "media3") { $0.multiplex.firstPacketBytes = bytes } == count)
    #expect(try shown(by: "hls.js") { $0.multiplex.firstPacketBytes = bytes } == 3)
  }

  @Test("mux.js reads no tags in packed audio, and Shaka only the tags at the start of a segment")
  func packedAudio() throws {
    var offset: Int64 = 0
    let tags = try [(0, "1.aac"), (1, "1.aac"), (2, "1.aac"), (0, "2.aac")].map { place, segment in
      try MadeTag.data(time: 8).with { tag in
        tag.origin = .packedAudio(codec: .aac, precedingFrame: nil)
        tag.segment = segment
        offset = place == 2 ? 5000 : Int64(place * tag.bytes.count)
        tag.offset = offset
      }
    }
    let cells = try PlayerMatrix("hls.js,mux.js,shaka,media3", tags, media: [.packedAudio]).cells
    #expect(cells == ["hls.js 4/4", "mux.js 0/4", "Shaka Player 3/4", "media3 4/4"])
  }

  @Test(
    "hls.js and media3 read the tags of packed audio only in some codecs",
    arguments: [
      (.mpegAudio, ["hls.js 1/1", "hls.js 1/1", "media3 0/1"]),
      (.ac3, ["hls.js 1/1", "hls.js 0/1", "media3 0/1"]),
    ] as [(PackedCodec, [String])]
  )
  func packedCodecs(_ codec: PackedCodec, _ cells: [String]) throws {
    let tag = try MadeTag.data(time: 8).with {
      $0.origin = .packedAudio(codec: codec, precedingFrame: nil)
    }
    let matrix = try PlayerMatrix("hls.js,hls.js@1.4,media3", [tag], media: [.packedAudio])
    #expect(matrix.cells == cells)
  }

  @Test("hls.js before 1.7 drops version 0 messages, and later versions show them too early")
  func messageVersion0() throws {
    let tags = try [26.6, 36.6].map { time in
      try MadeTag.inMessage(
        time: time,
        tag: { ($0.mediaClock, $0.mediaSequence) = (MediaClock(origin: 3600), 0) },
        message: { $0.version = 0 }
      )
    }
    func verdict(_ player: String) throws -> PlayerVerdict? {
      try PlayerMatrix(player, tags, media: [.fragmentedMP4]).first
    }
    #expect(try verdict("hls.js@1.6.19")?.shown == 0)
    let latest = try #require(try verdict("hls.js"))
    #expect(latest.shown == 2 && latest.moved == 2 && latest.state == .fail)
    #expect(abs((latest.movedBy ?? 0) + 3600) < 0.01)
    #expect(try verdict("mux.js")?.state == .pass)
    #expect(try verdict("media3")?.movedBy == -3600)
  }

  @Test(
    "players miss DASH events that the MPD does not declare",
    arguments: ["media3", "shaka", "dash.js"]
  )
  func undeclaredEvents(_ player: String) throws {
    let tags = [try MadeTag.inMessage()]
    let none = try PlayerMatrix(player, tags, media: [.fragmentedMP4], declared: [])
    #expect(none.shown == 0)
    let declared: Set = [DeclaredEvent(scheme: EventScheme.aomedia)]
    let whole = try PlayerMatrix(player, tags, media: [.fragmentedMP4], declared: declared)
    #expect(whole.shown == 1)
  }

  @Test(
    "media3 accepts any InbandEventStream, Shaka an equal scheme, dash.js also an equal value",
    arguments: [("media3", [1, 1]), ("shaka", [1, 0]), ("dash.js", [0, 0])]
  )
  func otherEvents(_ player: String, _ shown: [Int]) throws {
    let tags = [try MadeTag.inMessage()]
    let others = [
      DeclaredEvent(scheme: EventScheme.aomedia, value: "other"),
      DeclaredEvent(scheme: "urn:other"),
    ]
    for (other, count) in zip(others, shown) {
      let matrix = try PlayerMatrix(player, tags, media: [.fragmentedMP4], declared: [other])
      #expect(matrix.shown == count)
    }
  }

  @Test("hls.js shows an event with a repeated id, and dash.js drops it")
  func repeatedID() throws {
    let tags = try [[], ["emsg-id-reuse"]].map { (notes: [NoteID]) in
      try MadeTag.inMessage(tag: { $0.notes = notes })
    }
    let cells = try PlayerMatrix("hls.js,dash.js", tags, media: [.fragmentedMP4]).cells
    #expect(cells == ["hls.js 2/2", "dash.js 1/2"])
  }

  @Test("the remark for AVPlayer is about Apple's documents, not about shown tags")
  func documents() throws {
    let run = try PlayerRun.transportStream(PlayerAvplayer.id) { $0.notes = ["pes-stream-id"] }
    #expect(!run.messages.isEmpty)
    #expect(run.messages.allSatisfy { !$0.contains("would show") })
  }

  /// Four tags, with a clock step of `step` seconds before the third. For the fourth, the step is
  /// before the start of its segment.
  private func stepped(_ step: Double, _ carriage: Carriage) throws -> [TimedMetadataEvent] {
    try [(8.0, 0.0, 0.0), (18, 0, 0), (28, step, step), (38, step, 0)].map {
      time,
      step,
      inSegment in
      let clock = MediaClock(origin: 50, step: step, stepInSegment: inSegment)
      guard carriage == .emsg else {
        return try MadeTag.data(time: time).with {
          if carriage == .packedAudio { $0.origin = .packedAudio(codec: .aac, precedingFrame: nil) }
          ($0.mediaClock, $0.offset) = (clock, nil)
        }
      }
      return try MadeTag.inMessage(time: time, tag: { $0.mediaClock = clock })
    }
  }

  @Test(
    "a step of the clock moves later tags, and mux.js drops tags before time 0",
    arguments: [
      (.tsPES, 3600, ["hls.js 4/4~2", "mux.js 4/4~2", "Shaka Player 4/4~1", "media3 4/4~2"]),
      (.tsPES, -10, ["hls.js 4/4~2", "mux.js 4/4~2", "Shaka Player 4/4~1", "media3 4/4~2"]),
      (.tsPES, -40, ["hls.js 4/4~2", "mux.js 2/4~0", "Shaka Player 4/4~1", "media3 4/4~2"]),
      (.emsg, -40, ["hls.js 4/4~0", "mux.js 2/4~0", "Shaka Player 4/4~0", "media3 4/4~2"]),
      (.packedAudio, 3600, ["hls.js 4/4~0", "mux.js 0/4~0", "Shaka Player 4/4~0", "media3 4/4~2"]),
    ] as [(Carriage, Double, [String])]
  )
  func steps(_ carriage: Carriage, _ step: Double, _ cells: [String]) throws {
    let media = MediaKind(carrying: carriage)
    let matrix = try PlayerMatrix(
      "hls.js,mux.js,shaka,media3",
      stepped(step, carriage),
      media: [media]
    )
    #expect(matrix.movedCells == cells)
    #expect(matrix.report.players.allSatisfy { $0.movedBy ?? step == step })
  }

  @Test("in DASH, a step of the media clock does not move event messages")
  func stepInDASH() throws {
    let tags = try stepped(-40, .emsg).map {
      $0.with { $0.manifestSet = ManifestSet(name: "a", period: "1") }
    }
    let cells = try PlayerMatrix("mux.js,media3", tags, media: [.fragmentedMP4]).cells
    #expect(cells == ["mux.js 4/4", "media3 4/4"])
  }

  @Test(
    "mux.js and media3 read one tag per emsg, and mux.js reads none before the first picture"
  )
  func messageContent() throws {
    let tags = try [(8.0, 0), (8, 1), (-0.5, 0)].map { time, before in
      try MadeTag.inMessage(time: time, message: { $0.tagsInFront = before })
    }
    let cells = try PlayerMatrix("hls.js,mux.js,media3", tags, media: [.fragmentedMP4]).cells
    #expect(cells == ["hls.js 3/3", "mux.js 1/3", "media3 2/3"])
  }

  @Test("hls.js, mux.js and media3 miss a tag that is not at the first byte of its emsg")
  func messageStart() throws {
    let tags = try [false, true].map { isAfterOtherBytes in
      try MadeTag.inMessage(message: { $0.isAfterOtherBytes = isAfterOtherBytes })
    }
    let cells = try PlayerMatrix("hls.js,mux.js,media3", tags, media: [.fragmentedMP4]).cells
    #expect(cells == ["hls.js 1/2", "mux.js 1/2", "media3 1/2"])
  }

  @Test(
    "VHS stops at an invalid event message and shows no tag of its segment",
    arguments: ["emsg-version", "emsg-without-scheme"] as [NoteID]
  )
  func invalidMessage(_ id: NoteID) throws {
    var events = try (0..<4).map { index in
      try MadeTag.inMessage(
        time: Double(index * 10),
        tag: { ($0.segment, $0.mediaSequence) = ("\(index / 2).m4s", index / 2) }
      )
    }
    events.insert(.note(StreamNote(id: id, segment: "1.m4s", detail: "")), at: 3)
    let cells = try PlayerMatrix("vhs,vhs@3.0,media3", events, media: [.fragmentedMP4]).cells
    #expect(cells == ["VHS 2/4", "VHS 0/4", "media3 4/4"])
  }

  @Test(
    "mux.js loses the rest of a segment after invalid UTF-8, and stops if no tag follows in it",
    arguments: [(0, 4), (1, 5), (2, 0), (4, 2)]
  )
  func invalidText(_ position: Int, _ shown: Int) throws {
    var bad: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 17]
    bad += Array("TIT2".utf8) + [0, 0, 0, 7, 0, 0, 3] + Array("caf".utf8) + [0xE9, 0x61, 0x62]
    var tags = try (0..<6).map { index in
      try MadeTag.data(time: Double(index * 10)).with {
        ($0.segment, $0.mediaSequence) = ("\(index / 2).ts", index / 2)
      }
    }
    let segment = (position - 1) / 2
    let parsed = try ID3Tag(parsing: bad)
    let foreign = try MadeTag.data(time: 1).with {
      ($0.segment, $0.mediaSequence) = ("\(segment).ts", segment)
      ($0.bytes, $0.nielsen, $0.notes) = (bad, nil, [])
      $0.tag = parsed
    }
    tags.insert(foreign, at: position)
    let cells = try PlayerMatrix("mux.js,hls.js", tags, media: [.transportStream]).cells
    #expect(cells == ["mux.js \(shown)/6", "hls.js 6/6"])
  }

  private static let message = EventMessage(version: 1, scheme: "s", value: "", id: 1, duration: 0)

  @Test(
    "a player that was not examined with a carriage is not assessed for that carriage",
    arguments: [
      (
        .manifestEvent(message), PlayerChoice.names,
        "tags in an EventStream of the MPD: not examined"
      ),
      (
        .packedAudio(codec: nil, precedingFrame: nil), ["AVPlayer", "FFmpeg", "GPAC"],
        "tags in packed audio: not examined"
      ),
      (.eventMessage(message), ["GPAC"], "tags in emsg: not examined"),
    ] as [(TimedTag.Origin, [String], String)]
  )
  func unexamined(_ origin: TimedTag.Origin, _ players: [String], _ reason: String) throws {
    let tag = try MadeTag.data(time: 8).with { $0.origin = origin }
    let matrix = try PlayerMatrix(
      players.map { $0 == "Shaka Player" ? "shaka" : $0 }.joined(separator: ","),
      [tag],
      media: [.fragmentedMP4]
    )
    let isPlayed = matrix.report.players.filter { $0.reasons != ["plays DASH only"] }
    #expect(isPlayed.allSatisfy { $0.state == .notAssessed && $0.reasons == [reason] })
    #expect(
      matrix.report.rules.allSatisfy { rule in
        guard rule.rule.rawValue.hasPrefix("player-"), case .manifestEvent = origin else {
          return true
        }
        return rule.state == .notAssessed
      }
    )
  }

  @Test(
    "hls.js shows a tag in packed audio at the time of the previous frame",
    arguments: [(0.128, 2), (0.032, 2), (1024.0 / 44_100, 0), (1024.0 / 48_000, 0)]
  )
  func precedingFrame(_ seconds: Double, _ moved: Int) throws {
    let tags = try [nil, seconds, seconds].map { frame in
      try MadeTag.data(time: 8).with {
        $0.origin = .packedAudio(codec: nil, precedingFrame: frame)
      }
    }
    let verdict = try #require(try PlayerMatrix("hls.js", tags, media: [.packedAudio]).first)
    #expect(verdict.shown == 3 && verdict.moved == moved)
    #expect(verdict.movedBy == (moved > 0 ? -seconds : nil))
    let run = try RuleRun(PlayerHlsjs.id, tags, media: [.packedAudio])
    #expect(run.findings.isEmpty)
    #expect(try PlayerMatrix("media3", tags, media: [.packedAudio]).cells == ["media3 3/3"])
  }

  @Test("tags are not moved if the time stamps have a different origin")
  func origin() throws {
    let tags = try [8.0, 18, 28].map { time in
      try MadeTag.data(time: time).with { $0.pts = Int64((time + 10.4) * 90_000) }
    }
    let cells = try PlayerMatrix("hls.js,mux.js,media3", tags, media: [.transportStream]).cells
    #expect(cells == ["hls.js 3/3", "mux.js 3/3", "media3 3/3"])
  }

  @Test("FFmpeg passes damaged tags on unchanged, and FFmpeg before 6.1 damages all other tags")
  func ffmpeg() throws {
    let tags = try MadeTag.dataTags(2)
    let stripped = [tags[0], tags[1].with { $0.notes = ["ffmpeg-stripped-header"] }]
    let media: Set<MediaKind> = [.transportStream]
    let cells = try PlayerMatrix("ffmpeg,ffmpeg@5.1", stripped, media: media).cells
    #expect(cells == ["FFmpeg 1/2", "FFmpeg 0/2"])
  }

  @Test("GPAC reads no tags of a PID that no PMT declares")
  func undeclared() throws {
    let tags = try MadeTag.dataTags(2).map { $0.with { $0.notes = ["pmt-undeclared"] } }
    #expect(try PlayerMatrix("gpac", tags, media: [.transportStream]).shown == 0)
  }

  @Test(
    "the user's severity decides whether a dropped tag makes a player's rule fail or warn",
    arguments: [Severity.error, .warning]
  )
  func severity(_ severity: Severity) throws {
    var settings = RuleSettings()
    settings.severity = severity
    let tags = try MadeTag.dataTags(2)
    let faulty = [tags[0], tags[1].with { $0.notes = ["pes-alignment"] }]
    let run = try RuleRun(PlayerMedia3.id, faulty, settings: settings)
    #expect(run.result.state == (severity == .error ? .fail : .warn))
    #expect(try RuleRun(PlayerMedia3.id, tags, settings: settings).result.state == .pass)
    #expect(try RuleRun(PlayerMedia3.id, faulty).result.state == .info)
  }

  @Test(
    "a variant whose audio has unexamined tags is judged only if its own tags are shown",
    arguments: [(nil, "GPAC -", "tags in packed audio: not examined"), (0, "GPAC 1/1", nil)]
      as [(Int64?, String, String?)]
  )
  func unexaminedRendition(_ audioPTS: Int64?, _ cell: String, _ reason: String?) throws {
    let variant = RenditionSummary.made("v", tags: 1, goesWith: ["stereo"])
    let audio = RenditionSummary.made("a", tags: 1, role: .audio, memberOf: ["stereo"])
    let tags = try [
      MadeTag.data(time: 8).with { $0.rendition = "v" }.inMultiplex { $0.audioPTS = audioPTS },
      MadeTag.data(time: 8).with {
        ($0.rendition, $0.origin) = ("a", .packedAudio(codec: nil, precedingFrame: nil))
      },
    ]
    let matrix = try PlayerMatrix("gpac", tags + [.end(.playlist([variant, audio]))])
    #expect(matrix.cells == [cell])
    #expect(matrix.first?.reasons.first == reason)
  }

  @Test("an HLS input fails if a player misses a tag, but dash.js is not assessed in HLS")
  func report() throws {
    let playlist = InputSummary.playlist(of: [.fragmentedMP4])
    let events = [try MadeTag.inMessage(tag: { $0.rendition = "a" }), .end(playlist)]
    #expect(try PlayerMatrix("dash.js", events).first?.state == .notAssessed)
    let matrix = try PlayerMatrix("dash.js,shaka,hls.js", events)
    #expect(matrix.cells == ["dash.js -", "Shaka Player 0/1", "hls.js 1/1"])
    #expect(matrix.report.verdict == .fail)
  }
}
