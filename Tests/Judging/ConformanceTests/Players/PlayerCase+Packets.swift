import TestSupport
import TransportStream

/// Cases of PES packets and their clocks.
extension PlayerCase {
  static let packets: [PlayerCase] = [
    PlayerCase(
      "PES_packet_length is too large",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 2)]
    ) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(400)) }
    },
    PlayerCase("PES_packet_length is 0", [("hls.js", 3), ("mux.js", 3), ("media3", 2)]) {
      stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(0)) }
    },
    PlayerCase("PES_packet_length is too small", [("media3", 0)]) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $2, length: .fixed(200)) }
    },
    PlayerCase("a PES without a PTS", [("hls.js", 2), ("mux.js", 2), ("media3", 1)]) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $1 == 1 ? nil : $2) }
    },
    PlayerCase("100 zero bytes between two packets", [("hls.js", 1), ("mux.js", 3), ("shaka", 1)]) {
      stream in
      stream.tables()
      tags(&stream) {
        $0.id3(StreamBuilder.tag($1), pts: $2)
        if $1 == 0 { $0.append(raw: [UInt8](repeating: 0, count: 100)) }
      }
    },
    PlayerCase("564 zero bytes between two packets", [("mux.js", 3), ("media3", 1)]) { stream in
      stream.tables()
      tags(&stream) {
        $0.id3(StreamBuilder.tag($1), pts: $2)
        if $1 == 0 { $0.append(raw: [UInt8](repeating: 0, count: 564)) }
      }
    },
    PlayerCase(
      "a tag split over two PES, of which the second is aligned",
      splitShown(isAligned: true)
    ) {
      try split(&$0, isAligned: true)
    },
    PlayerCase(
      "a tag split over two PES, of which the second is not aligned",
      splitShown(isAligned: false)
    ) {
      try split(&$0, isAligned: false)
    },
    PlayerCase("a tag before the first audio frame", [("hls.js", 3), ("mux.js", 2)]) { stream in
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

  static let clocks: [PlayerCase] = [
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
      "the PTS goes back, and the first PES after the step is a tag",
      [("hls.js", 4), ("mux.js", 2), ("media3", 4)]
    ) { stream in
      stream.tables()
      stream.tags(2, start: 90_090_000)
      stream.id3(StreamBuilder.tag(2), pts: 990_000)
      stream.tags(1, start: 990_000, firstIndex: 3)
    },
    PlayerCase(
      "the PTS of a tag is far from the PTS of its audio",
      [("hls.js", 6), ("mux.js", 6), ("media3", 6)]
    ) { stream in
      stream.tables()
      tags(&stream) { $0.id3(StreamBuilder.tag($1), pts: $1 == 1 ? 90_000 * 4000 : $2) }
      stream.tags(3, start: 1_170_000, firstIndex: 3)
    },
  ]
}
