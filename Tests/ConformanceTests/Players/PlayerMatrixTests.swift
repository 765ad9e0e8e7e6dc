import ID3
import NielsenTag
import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

/// A stream, and what the players' own code showed of it.
struct PlayerCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The players asked, with how many tags each shows.
  let shown: [(player: String, count: Int)]
  let build: @Sendable (inout StreamBuilder) throws -> Void

  init(
    _ description: String,
    _ shown: [(player: String, count: Int)],
    _ build: @escaping @Sendable (inout StreamBuilder) throws -> Void
  ) {
    testDescription = description
    self.shown = shown
    self.build = build
  }
}

@Suite("What players show of transport streams")
struct PlayerMatrixTests {
  @Test("a stream without faults passes for every player")
  func clean() throws {
    let matrix = try PlayerMatrix("hls.js,mux.js,shaka,media3,avplayer,ffmpeg,gpac") { $0.clean() }
    #expect(
      matrix.cells == [
        "hls.js 3/3", "mux.js 3/3", "Shaka Player 3/3", "media3 3/3", "AVPlayer 3/3",
        "FFmpeg 3/3", "GPAC 3/3",
      ]
    )
    #expect(matrix.report.players.allSatisfy { $0.state == .pass && $0.reasons.isEmpty })
  }

  @Test("each player shows as many tags as its own code did", arguments: PlayerCase.all)
  func cases(_ expected: PlayerCase) throws {
    for (player, count) in expected.shown {
      let matrix = try PlayerMatrix(player, stream: expected.build)
      #expect(matrix.shown == count, "\(player): \(matrix.first?.reasons ?? [])")
      let isWhole = matrix.first?.missed == 0 && matrix.first?.moved == 0
      #expect(matrix.first?.state == (isWhole ? .pass : .fail))
    }
  }
}

extension PlayerCase {
  static let all = tables + media + packets + clocks + tags + frames

  private static let pes = 9000 * 10

  /// Tags in this many seconds of audio, each changed in its PES.
  private static func tags(
    _ stream: inout StreamBuilder,
    _ count: Int = 3,
    write: (inout StreamBuilder, Int, Int64) throws -> Void
  ) rethrows {
    for index in 0..<count {
      let second = 900_000 + Int64(index * pes)
      for tenth in 0..<10 { stream.audio(pts: second + Int64(tenth) * 9000) }
      try write(&stream, index, second + 81_000)
    }
  }

  private static func map(_ change: (inout ProgramMap) -> Void) -> ProgramMap {
    var map = StreamBuilder.map()
    change(&map)
    return map
  }

  private static let tables: [PlayerCase] = [
    PlayerCase(
      "1a.2: the second program of two",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { stream in
      stream.association([(7, 0x1F00), (1, StreamBuilder.mapPID)])
      stream.map(
        StreamBuilder.map(program: 7, id3: [], audioPID: 0x201, videoPID: nil),
        pid: 0x1F00
      )
      stream.map(StreamBuilder.map())
      stream.tags(3)
    },
    PlayerCase(
      "1a.2: two programs with ID3",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 3), ("ffmpeg", 6)]
    ) { stream in
      stream.association([(1, StreamBuilder.mapPID), (7, 0x1F00)])
      stream.map(StreamBuilder.map())
      let second = StreamBuilder.id3Stream(pid: 0x300)
      stream.map(StreamBuilder.map(program: 7, id3: [second]), pid: 0x1F00)
      tags(&stream) {
        $0.id3(StreamBuilder.tag($1), pts: $2)
        $0.id3(StreamBuilder.tag($1), pts: $2, pid: 0x300)
      }
    },
    PlayerCase(
      "1a.3: the PAT begins with the network",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { stream in
      stream.association([(0, 0x10), (1, StreamBuilder.mapPID)])
      stream.map(StreamBuilder.map())
      stream.tags(3)
    },
    PlayerCase(
      "1a.4: a PMT over two packets",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { stream in
      stream.clean(
        map { map in
          let body = [UInt8](repeating: 1, count: 200)
          map.descriptors.append(Descriptor(tag: 0x80, body: body))
        }
      )
    },
    PlayerCase(
      "1a.5: E-AC-3 before the PID",
      [("hls.js", 0), ("hls.js@1.4", 3), ("mux.js", 3), ("media3", 3)]
    ) {
      $0.clean(
        map { map in
          let stream = ElementaryStream(type: StreamType(rawValue: 0x87), pid: 0x1F1)
          map.streams.insert(stream, at: 0)
        }
      )
    },
    PlayerCase("1a.5: E-AC-3 after the PID", [("hls.js", 3)]) {
      $0.clean(
        map { $0.streams.append(ElementaryStream(type: StreamType(rawValue: 0x87), pid: 0x1F1)) }
      )
    },
    PlayerCase("1a.6: the PID changes", [("hls.js", 4), ("mux.js", 4), ("media3", 3)]) { stream in
      stream.clean()
      stream.map(StreamBuilder.map(version: 1, id3: [StreamBuilder.id3Stream(pid: 0x1F0)]))
      stream.audio(pts: 1_170_000)
      stream.id3(StreamBuilder.tag(3), pts: 1_170_000, pid: 0x1F0)
    },
    PlayerCase("1a.7: the second PID is the lower one", [("hls.js", 3), ("media3", 0)]) {
      $0.clean(
        StreamBuilder.map(id3: [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x90)])
      )
    },
    PlayerCase("1a.8: stream_type 0x06", [("hls.js", 0), ("mux.js", 0), ("media3", 0)]) { stream in
      let registered = Descriptor(tag: Descriptor.registrationTag, body: Array("ID3 ".utf8))
      stream.clean(
        StreamBuilder.map(
          id3: [
            ElementaryStream(
              type: .privateData,
              pid: StreamBuilder.id3PID,
              descriptors: [registered]
            )
          ]
        )
      )
    },
    PlayerCase(
      "1a.16: no audio or video",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.tables(StreamBuilder.map(pcrPID: ProgramMap.noPCR, audioPID: nil, videoPID: nil))
      for index in 0..<3 {
        stream.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index * pes))
      }
    },
    PlayerCase(
      "2.5: stream_type 0x06 without a descriptor",
      [("ffmpeg", 0), ("ffmpeg@5.1", 0), ("hls.js", 0)]
    ) { stream in
      let id3 = ElementaryStream(type: .privateData, pid: StreamBuilder.id3PID)
      stream.clean(StreamBuilder.map(id3: [id3]))
    },
    PlayerCase(
      "2.5: stream_type 0x15 without a descriptor",
      [("ffmpeg", 3), ("ffmpeg@5.1", 0), ("hls.js", 3), ("avplayer", 0)]
    ) { stream in
      let id3 = ElementaryStream(type: .metadataInPES, pid: StreamBuilder.id3PID)
      stream.clean(StreamBuilder.map(id3: [id3]))
    },
    PlayerCase(
      "1b.2: the PMT comes after the first tags",
      [("hls.js", 4), ("mux.js", 4), ("shaka", 4), ("media3", 3)]
    ) { stream in
      stream.audio(pts: 890_000)
      stream.id3(StreamBuilder.tag(9), pts: 890_000)
      stream.clean()
    },
    PlayerCase(
      "1b.3: a wrong CRC of the PMT",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 0)]
    ) { stream in
      var section = StreamBuilder.map().section.encoded
      section[section.count - 1] ^= 1
      stream.association()
      for _ in 0..<3 { stream.section(section, pid: StreamBuilder.mapPID) }
      stream.tags(3)
    },
  ]

  /// A map with video and audio of these types before the PID.
  private static func map(video: UInt8, audio: UInt8) -> ProgramMap {
    map {
      $0.streams[0].type = StreamType(rawValue: video)
      $0.streams[1].type = StreamType(rawValue: audio)
    }
  }

  private static let media: [PlayerCase] = [
    PlayerCase(
      "HEVC and AAC",
      [("hls.js", 3), ("hls.js@1.5", 0), ("hls.js@1.4", 3), ("mux.js", 3), ("media3", 3)]
    ) { $0.clean(map(video: 0x24, audio: 0x0F)) },
    PlayerCase(
      "HEVC, without packets of AAC",
      [("hls.js", 3), ("hls.js@1.4", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.tables(map(video: 0x24, audio: 0x0F))
      for index in 0..<3 {
        stream.video(pts: 900_000 + Int64(index * pes))
        stream.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index * pes))
      }
    },
    PlayerCase(
      "MPEG audio",
      [("hls.js", 3), ("hls.js@1.4", 3), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { $0.clean(map(video: 0x02, audio: 0x03)) },
    PlayerCase("AC-3", [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)]) {
      $0.clean(map(video: 0x02, audio: 0x81))
    },
    PlayerCase(
      "audio and video are declared, and none comes",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.tables()
      for index in 0..<3 {
        stream.pcr(900_000 + Int64(index * pes), pid: StreamBuilder.videoPID)
        stream.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index * pes))
      }
    },
    PlayerCase(
      "a PMT that is not yet in force names another PID",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { stream in
      stream.tables()
      var next = StreamBuilder.map(id3: [StreamBuilder.id3Stream(pid: 0x1F0)]).section
      (next.version, next.isCurrent) = (1, false)
      stream.section(next.encoded, pid: StreamBuilder.mapPID)
      stream.tags(3)
    },
    PlayerCase(
      "a PMT that is not yet in force comes before the one that is",
      [("hls.js", 3), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.association()
      var next = StreamBuilder.map(id3: [StreamBuilder.id3Stream(pid: 0x1F0)]).section
      (next.version, next.isCurrent) = (1, false)
      stream.section(next.encoded, pid: StreamBuilder.mapPID)
      stream.map(StreamBuilder.map())
      stream.tags(3)
    },
    PlayerCase("tables after a pointer_field of 5", [("hls.js", 3), ("mux.js", 3), ("media3", 1)]) {
      stream in
      let association = ProgramAssociation(
        version: 0,
        programs: [.init(programNumber: 1, pid: StreamBuilder.mapPID)]
      )
      for index in 0..<3 {
        let sections = [
          (association.section, UInt16(0)), (StreamBuilder.map().section, StreamBuilder.mapPID),
        ]
        for (section, pid) in sections {
          let stuffing = [UInt8](repeating: 0xFF, count: 5)
          let filler = [UInt8](repeating: 0xFF, count: 178 - section.encoded.count)
          stream.unit([5] + stuffing + section.encoded + filler, pid: pid)
        }
        stream.tags(1, start: 900_000 + Int64(index * pes), firstIndex: index)
      }
    },
  ]

  private static let clocks: [PlayerCase] = [
    PlayerCase(
      "the PTS goes back, with a discontinuity_indicator",
      [("hls.js", 4), ("mux.js", 2), ("shaka", 4), ("media3", 4)]
    ) { stream in
      stream.tables()
      stream.pcr(90_000_000, pid: StreamBuilder.videoPID)
      stream.tags(2, start: 90_090_000)
      stream.pcr(900_000, pid: StreamBuilder.videoPID, isDiscontinuous: true)
      stream.tags(2, start: 990_000, firstIndex: 2)
    },
    PlayerCase(
      "the first PES after a PTS that goes back is a tag",
      [("hls.js", 4), ("mux.js", 2), ("media3", 4)]
    ) { stream in
      stream.tables()
      stream.tags(2, start: 90_090_000)
      stream.id3(StreamBuilder.tag(2), pts: 990_000)
      stream.tags(1, start: 990_000, firstIndex: 3)
    },
    PlayerCase(
      "a PTS of a tag is far from those of its audio",
      [("hls.js", 6), ("mux.js", 6), ("media3", 6)]
    ) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $1 == 1 ? 90_000 * 4000 : $2) }
      stream.tags(3, start: 1_170_000, firstIndex: 3)
    },
  ]

  private static let packets: [PlayerCase] = [
    PlayerCase(
      "1a.1, 1b.4: PES_packet_length is too large",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(400)) }
    },
    PlayerCase("1b.4: PES_packet_length is 0", [("hls.js", 3), ("mux.js", 3), ("media3", 2)]) {
      stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(0)) }
    },
    PlayerCase("1b.4: PES_packet_length is too small", [("media3", 0)]) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(200)) }
    },
    PlayerCase("1a.9: a PES without PTS", [("hls.js", 2), ("mux.js", 2), ("media3", 1)]) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $1 == 1 ? nil : $2) }
    },
    PlayerCase("1a.17: bytes are lost", [("hls.js", 1), ("mux.js", 3), ("shaka", 1)]) { stream in
      stream.tables()
      tags(&stream) {
        $0.id3(StreamBuilder.tag($1), pts: $2)
        if $1 == 0 { $0.append(raw: [UInt8](repeating: 0, count: 100)) }
      }
    },
    PlayerCase("1a.17: junk of three packets", [("mux.js", 3), ("media3", 1)]) { stream in
      stream.tables()
      tags(&stream) {
        $0.id3(StreamBuilder.tag($1), pts: $2)
        if $1 == 0 { $0.append(raw: [UInt8](repeating: 0, count: 564)) }
      }
    },
    PlayerCase("1a.11: a tag over two PES, the second aligned", splitShown(isAligned: true)) {
      try split(&$0, isAligned: true)
    },
    PlayerCase("1a.11: a tag over two PES, the second not aligned", splitShown(isAligned: false)) {
      try split(&$0, isAligned: false)
    },
    PlayerCase("1a.14: a tag before the first frame", [("hls.js", 3), ("mux.js", 2)]) { stream in
      stream.tables()
      stream.id3(StreamBuilder.tag(9), pts: 810_000)
      stream.tags(2)
    },
  ]

  private static func splitShown(isAligned: Bool) -> [(player: String, count: Int)] {
    [
      ("hls.js@1.6", 2), ("shaka", 2), ("mux.js", isAligned ? 2 : 3),
      ("media3", isAligned ? 2 : 3),
    ]
  }

  private static func split(_ stream: inout StreamBuilder, isAligned: Bool) throws {
    stream.tables()
    tags(&stream) { stream, index, pts in
      let tag = StreamBuilder.tag(index)
      guard index == 1 else { return stream.id3(tag, pts: pts) }
      stream.id3(Array(tag.prefix(150)), pts: pts)
      stream.id3(Array(tag.dropFirst(150)), pts: pts, isDataAligned: isAligned)
    }
  }

  private static let tags: [PlayerCase] = [
    PlayerCase(
      "1a.12: an owner without zero byte",
      [("hls.js", 1), ("hls.js@1.6", 2), ("mux.js", 2), ("shaka", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        var tag = StreamBuilder.tag(index)
        if index == 1 { tag[tag.count - 2] = UInt8(ascii: "A") }
        stream.id3(tag, pts: pts)
      }
    },
    PlayerCase(
      "1a.12: a tag cut within its owner",
      [("hls.js", 1), ("hls.js@1.6", 2), ("mux.js", 2), ("shaka", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.prefix(120)) : tag, pts: pts)
      }
    },
    PlayerCase(
      "1a.12: a tag cut after its owner",
      [("hls.js", 3), ("shaka", 3), ("mux.js", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.dropLast()) : tag, pts: pts)
      }
    },
    PlayerCase("1a.13: ID3v2.3", [("hls.js", 0), ("mux.js", 3), ("media3", 3)]) {
      try write(&$0) { $0.version = .v23 }
    },
    PlayerCase(
      "1a.13: an extended header",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) {
      try write(&$0) { $0.extendedHeader = ID3ExtendedHeader() }
    },
    PlayerCase("1a.13: a footer", [("hls.js", 3), ("mux.js", 3), ("media3", 0)]) {
      try write(&$0) { $0.hasFooter = true }
    },
    PlayerCase(
      "2.1: a tag cut within its owner is Nielsen's, and missed",
      [("hls.js@1.6", 2), ("mux.js", 2), ("shaka", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.prefix(120)) : tag, pts: pts)
      }
    },
  ]

  /// Three tags, of which the second has this many bytes in its first PES packet.
  private static func cut(_ count: Int) -> @Sendable (inout StreamBuilder) -> Void {
    { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        guard index == 1 else { return stream.id3(tag, pts: pts) }
        stream.id3(Array(tag.prefix(count)), pts: pts)
        stream.id3(Array(tag.dropFirst(count)), pts: pts, isDataAligned: false)
      }
    }
  }

  /// Three tags of version 2.3, each with data after the owner up to a frame of this many bytes.
  private static func plain(_ count: Int) -> @Sendable (inout StreamBuilder) throws -> Void {
    { stream in
      try write(&stream) { tag in
        tag.version = .v23
        guard case .priv(let owner, _)? = tag.frames.first?.content else { return }
        let data = [UInt8](repeating: 1, count: count - owner.utf8.count - 1)
        tag.frames[0].content = .priv(owner: owner, data: data)
      }
    }
  }

  private static let frames: [PlayerCase] = [
    PlayerCase(
      "1a.11: the first PES has the owner with its zero byte",
      [("hls.js", 3), ("hls.js@1.6", 3), ("shaka", 3), ("mux.js", 3), ("media3", 3)],
      cut(270)
    ),
    PlayerCase(
      "1a.11: the first PES has the owner without its zero byte",
      [("hls.js", 1), ("hls.js@1.6", 3), ("shaka", 2), ("mux.js", 3), ("media3", 3)],
      cut(269)
    ),
    PlayerCase("1a.11: the first PES has 10 bytes", [("hls.js", 2), ("mux.js", 3)], cut(10)),
    PlayerCase("1a.11: the first PES has 7 bytes", [("hls.js", 2), ("mux.js", 2)], cut(7)),
    PlayerCase(
      "1a.13: ID3v2.3 with a frame of 310 bytes",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)],
      plain(310)
    ),
    PlayerCase(
      "1a.13: ID3v2.3 with a frame of 950 bytes",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 3)],
      plain(950)
    ),
    PlayerCase(
      "a group before the owner",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { try write(&$0) { $0.frames[0].groupID = 7 } },
    PlayerCase(
      "a data length before the owner",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { try write(&$0) { $0.frames[0].flags.insert(.dataLengthIndicator) } },
    PlayerCase(
      "a stream_id whose packets have no header, before a header",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        var pes = PESPacket(pts: pts, isDataAligned: true, payload: StreamBuilder.tag(index))
          .encoded
        pes[3] = [0xBE, 0xBC, 0xF2][index]
        stream.unit(pes, pid: StreamBuilder.id3PID)
      }
    },
  ]

  private static func write(
    _ stream: inout StreamBuilder,
    change: (inout ID3Tag) -> Void
  ) throws {
    stream.tables()
    try tags(&stream) { stream, index, pts in
      var tag = try ID3Tag(parsing: StreamBuilder.tag(index))
      change(&tag)
      stream.id3(try tag.encoded(), pts: pts)
    }
  }
}
