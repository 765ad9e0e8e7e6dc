import TestSupport
import TimedMetadata

@testable import TransportStream

private typealias Builder = StreamBuilder

/// A stream with an audio frame at 10 s and the packets that `build` adds.
private func stream(_ build: @escaping (inout StreamBuilder) -> Void) -> (inout StreamBuilder) ->
  Void
{
  { builder in
    builder.tables()
    builder.audio(pts: 900_000)
    build(&builder)
  }
}

private let one = EdgeCase.numbered(0..<1)

/// An access unit cell around `data` with the given fragmentation bits.
private func cell(_ data: some Collection<UInt8>, fragmentation: UInt8 = 0b11) -> [UInt8] {
  [0, 0, fragmentation << 6 | 0x1F, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
}

/// Edge cases of PES packets.
let pesCases: [EdgeCase] = [
  EdgeCase(
    "a tag in a PES packet with PES_packet_length 0 is read",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: ["pes-length"],
    build: stream {
      $0.id3(Builder.tag(0), pts: 900_000, length: .fixed(0))
      $0.id3(Builder.tag(1), pts: 990_000, length: .fixed(0))
    }
  ),
  EdgeCase(
    "two tags in a PES packet with PES_packet_length 0 are read if each ends a transport packet",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: ["pes-length"],
    times: [0, 0],
    build: stream {
      let tag = Builder.tag(0)
      $0.id3(tag + Builder.tag(1), pts: 900_000, length: .fixed(0)) { packets in
        let unit = packets.flatMap(\.payload)
        let first = unit.count - Builder.tag(1).count
        packets = [
          Array(unit[..<184]), Array(unit[184..<first]), Array(unit[first..<first + 184]),
          Array(unit[(first + 184)...]),
        ]
        .enumerated().map { index, payload in
          OutgoingPacket(
            pid: Builder.id3PID,
            startsUnit: index == 0,
            continuityCounter: UInt8(index),
            payload: payload
          )
        }
      }
    }
  ),
  EdgeCase(
    "a tag is read whole if PES_packet_length is too small",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: ["pes-length"],
    build: stream {
      $0.id3(Builder.tag(0), pts: 900_000, length: .fixed(100))
      $0.id3(Builder.tag(1), pts: 990_000, length: .fixed(20))
    }
  ),
  EdgeCase(
    "a tag is read whole if PES_packet_length is too large",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: ["pes-length"],
    build: stream {
      $0.id3(Builder.tag(0), pts: 900_000, length: .fixed(400))
      $0.id3(Builder.tag(1), pts: 990_000, length: .fixed(60_000))
    }
  ),
  EdgeCase(
    "a tag is read if its PES header extends over two transport packets",
    tags: one,
    tagNotes: [],
    build: stream {
      $0.id3(Builder.tag(0), pts: 900_000) { packets in
        let unit = packets.flatMap(\.payload)
        packets = [
          Array(unit.prefix(7)), Array(unit.dropFirst(7).prefix(184)), Array(unit.dropFirst(191)),
        ]
        .enumerated().map { index, payload in
          OutgoingPacket(
            pid: Builder.id3PID,
            startsUnit: index == 0,
            continuityCounter: UInt8(index),
            payload: payload
          )
        }
      }
    }
  ),
  EdgeCase(
    "a tag is read if the first transport packet has only three of its bytes",
    tags: one,
    tagNotes: [],
    build: stream { $0.id3(Builder.tag(0), pts: 900_000, headerStuffing: 184 - 14 - 3) }
  ),
  EdgeCase(
    "a tag is read after a PES header with 250 stuffing bytes",
    tags: one,
    tagNotes: [],
    build: stream { $0.id3(Builder.tag(0), pts: 900_000, headerStuffing: 250) }
  ),
  EdgeCase(
    "a tag in a PES packet with stream_id 0x0D is read",
    tags: one,
    tagNotes: ["pes-stream-id"],
    build: stream { $0.id3(Builder.tag(0), pts: 900_000, streamID: 0x0D, headerStuffing: 100) }
  ),
  EdgeCase(
    "a tag in a PES packet with stream_id 0xBF has an estimated time",
    tags: one,
    tagNotes: ["pes-stream-id", "pes-pts-missing", "pes-alignment", "clock-estimated"],
    times: [0],
    build: stream { $0.id3(Builder.tag(0), pts: nil, streamID: 0xBF) }
  ),
  EdgeCase(
    "a tag is read from an access unit cell",
    tags: one,
    tagNotes: ["pes-mau-header"],
    build: stream { $0.id3(cell(Builder.tag(0)), pts: 900_000, streamID: 0xFC) }
  ),
  EdgeCase(
    "a tag is joined from several access unit cells",
    tags: one,
    tagNotes: ["pes-mau-header", "pes-split-tag"],
    build: stream {
      let tag = Builder.tag(0)
      $0.id3(cell(tag.prefix(100), fragmentation: 0b10), pts: 900_000, streamID: 0xFC)
      $0.id3(
        cell(tag.dropFirst(100), fragmentation: 0b01),
        pts: nil,
        isDataAligned: false,
        streamID: 0xFC
      )
    }
  ),
  EdgeCase(
    "a tag in a PES packet with data_alignment_indicator 0 is read",
    tags: one,
    tagNotes: ["pes-alignment"],
    build: stream { $0.id3(Builder.tag(0), pts: 900_000, isDataAligned: false) }
  ),
  EdgeCase(
    "a tag without PTS has the time of the audio before it",
    tags: one,
    tagNotes: ["pes-pts-missing", "clock-estimated"],
    times: [2],
    build: stream {
      $0.audio(pts: 1_080_000)
      $0.id3(Builder.tag(0), pts: nil)
    }
  ),
  EdgeCase(
    "a tag in a PES packet with PTS and DTS has the time of the PTS",
    tags: one,
    tagNotes: ["pes-dts"],
    times: [1],
    build: stream {
      $0.unit(
        PESPacket(
          pts: 990_000,
          dts: 900_000,
          isDataAligned: true,
          payload: Builder.tag(0)
        ).encoded,
        pid: Builder.id3PID
      )
    }
  ),
  EdgeCase(
    "a time stamp after the forbidden flags 01 is used as PTS",
    tags: one,
    tagNotes: ["pes-dts"],
    times: [1],
    build: stream {
      var unit = PESPacket(pts: 990_000, isDataAligned: true, payload: Builder.tag(0)).encoded
      unit[7] = 0x40
      $0.unit(unit, pid: Builder.id3PID)
    }
  ),
  EdgeCase(
    "several tags in a PES packet are read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: ["pes-multiple-tags"],
    times: [0, 0, 0],
    build: stream { $0.id3(Builder.tag(0) + Builder.tag(1) + Builder.tag(2), pts: 900_000) }
  ),
  EdgeCase(
    "a tag in several PES packets is joined",
    tags: one,
    tagNotes: ["pes-split-tag"],
    build: stream {
      let tag = Builder.tag(0)
      $0.id3(Array(tag.prefix(100)), pts: 900_000)
      $0.id3(Array(tag.dropFirst(100).prefix(100)), pts: nil, isDataAligned: false)
      $0.id3(Array(tag.dropFirst(200)), pts: nil, isDataAligned: false)
    }
  ),
  EdgeCase(
    "a tag whose rest never arrives is delivered as truncated before the next tag",
    tags: [
      Array(StreamBuilder.tag(0).prefix(100)), StreamBuilder.tag(1),
    ],
    tagNotes: ["tag-truncated"],
    streamNotes: ["tag-truncated"],
    build: stream {
      $0.id3(Array(Builder.tag(0).prefix(100)), pts: 900_000)
      $0.id3(Builder.tag(1), pts: 990_000)
    }
  ),
  EdgeCase(
    "a PES packet of zeros is reported as empty",
    tags: one,
    streamNotes: ["pes-empty"],
    build: stream {
      $0.id3([UInt8](repeating: 0, count: 10), pts: 900_000)
      $0.id3(Builder.tag(0), pts: 990_000)
    }
  ),
  EdgeCase(
    "an empty PES packet is reported",
    tags: one,
    streamNotes: ["pes-empty"],
    build: stream {
      $0.id3([], pts: 900_000)
      $0.id3(Builder.tag(0), pts: 990_000)
    }
  ),
  EdgeCase(
    "a tag after other bytes in its PES packet is read",
    tags: one,
    tagNotes: ["pes-payload-start"],
    streamNotes: ["pes-payload-start"],
    build: stream { $0.id3([UInt8](repeating: 9, count: 16) + Builder.tag(0), pts: 900_000) }
  ),
  EdgeCase(
    "a scrambled PES packet is reported and not read",
    tags: EdgeCase.numbered(1..<2),
    streamNotes: ["ts-scrambled"],
    build: stream {
      $0.unit(
        PESPacket(pts: 900_000, isDataAligned: true, scramblingControl: 2, payload: Builder.tag(0))
          .encoded,
        pid: Builder.id3PID
      )
      $0.id3(Builder.tag(1), pts: 990_000)
    }
  ),
]
