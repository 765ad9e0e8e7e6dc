import ID3
import TestSupport
import TransportStream

/// Cases of tags and their frames.
extension PlayerCase {
  static let tags: [PlayerCase] = [
    PlayerCase(
      "an owner without its zero byte",
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
      "a tag cut within its owner",
      [("hls.js", 1), ("hls.js@1.6", 2), ("mux.js", 2), ("shaka", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.prefix(120)) : tag, pts: pts)
      }
    },
    PlayerCase(
      "a tag cut after its owner",
      [("hls.js", 3), ("shaka", 3), ("mux.js", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.dropLast()) : tag, pts: pts)
      }
    },
    PlayerCase("ID3v2.3", [("hls.js", 0), ("mux.js", 3), ("media3", 3)]) {
      try write(&$0) { $0.version = .v23 }
    },
    PlayerCase(
      "an extended header",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) {
      try write(&$0) { $0.extendedHeader = ID3ExtendedHeader() }
    },
    PlayerCase("a footer", [("hls.js", 3), ("mux.js", 3), ("media3", 0)]) {
      try write(&$0) { $0.hasFooter = true }
    },
    PlayerCase(
      "a tag cut within its owner, in hls.js 1.6 and other players",
      [("hls.js@1.6", 2), ("mux.js", 2), ("shaka", 2), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { stream, index, pts in
        let tag = StreamBuilder.tag(index)
        stream.id3(index == 1 ? Array(tag.prefix(120)) : tag, pts: pts)
      }
    },
  ]

  /// Three tags. The second tag is split over two PES packets, after `count` bytes.
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

  /// Three tags of version 2.3, each with data after the owner, in a frame of a given size in bytes.
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

  static let frames: [PlayerCase] = [
    PlayerCase(
      "the first PES has the owner with its zero byte",
      [("hls.js", 3), ("hls.js@1.6", 3), ("shaka", 3), ("mux.js", 3), ("media3", 3)],
      cut(270)
    ),
    PlayerCase(
      "the first PES has the owner without its zero byte",
      [("hls.js", 1), ("hls.js@1.6", 3), ("shaka", 2), ("mux.js", 3), ("media3", 3)],
      cut(269)
    ),
    PlayerCase("the first PES has 10 bytes", [("hls.js", 2), ("mux.js", 3)], cut(10)),
    PlayerCase("the first PES has 7 bytes", [("hls.js", 2), ("mux.js", 2)], cut(7)),
    PlayerCase(
      "ID3v2.3 with a frame of 310 bytes",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)],
      plain(310)
    ),
    PlayerCase(
      "ID3v2.3 with a frame of 950 bytes",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 3)],
      plain(950)
    ),
    PlayerCase(
      "a group ID before the owner",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { try write(&$0) { $0.frames[0].groupID = 7 } },
    PlayerCase(
      "a data length before the owner",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { try write(&$0) { $0.frames[0].flags.insert(.dataLengthIndicator) } },
    PlayerCase(
      "an optional PES header after a stream_id that does not have one",
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
