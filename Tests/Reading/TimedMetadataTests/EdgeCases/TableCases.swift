import ReaderTestSupport
import TestSupport
import TimedMetadata

@testable import TransportStream

private typealias Builder = StreamBuilder

/// Edge cases of PAT and PMT.
let tableCases: [EdgeCase] = [
  EdgeCase(
    "a PID with stream_type 0x15 and a metadata descriptor is read without notes",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: []
  ) {
    $0.tables()
    $0.tags(3)
  },
  EdgeCase(
    "a PID with stream_type 0x15 and no descriptors is read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["pmt-metadata-descriptor"]
  ) {
    $0.tables(Builder.map(id3: [ElementaryStream(type: .metadataInPES, pid: Builder.id3PID)]))
    $0.tags(3)
  },
  EdgeCase(
    "a PID with stream_type 0x06 and an ID3 registration is read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["pmt-stream-type", "pmt-metadata-descriptor"]
  ) {
    $0.tables(
      Builder.map(id3: [
        ElementaryStream(
          type: .privateData,
          pid: Builder.id3PID,
          descriptors: [.id3Registration]
        )
      ])
    )
    $0.tags(3)
  },
  EdgeCase(
    "a PID with stream_type 0x06 and a metadata descriptor is read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: [],
    streamNotes: ["pmt-stream-type"]
  ) {
    $0.tables(
      Builder.map(id3: [
        ElementaryStream(type: .privateData, pid: Builder.id3PID, descriptors: [.id3Metadata()])
      ])
    )
    $0.tags(3)
  },
  EdgeCase(
    "a PID with stream_type 0x06 and no descriptors is found by its payload",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: ["pmt-undeclared"],
    streamNotes: ["pmt-undeclared"]
  ) {
    $0.tables(Builder.map(id3: [ElementaryStream(type: .privateData, pid: Builder.id3PID)]))
    $0.tags(3)
  },
  EdgeCase(
    "metadata of another format gives only a note",
    tags: [],
    streamNotes: ["pes-other-data"]
  ) {
    $0.tables(
      Builder.map(id3: [
        ElementaryStream(
          type: .metadataInPES,
          pid: Builder.id3PID,
          descriptors: [
            Descriptor(tag: 0x26, body: [1, 0, 0xFF, 0x4B, 0x4C, 0x56, 0x41, 0, 0x0F])
          ]
        )
      ])
    )
    $0.audio(pts: 900_000)
    $0.id3([0x06, 0x0E, 0x2B, 0x34] + [UInt8](repeating: 7, count: 60), pts: 900_000)
  },
  EdgeCase(
    "ID3 tags on a PID that no PMT lists are read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: ["pmt-undeclared"],
    streamNotes: ["pmt-undeclared"],
    programs: [nil, nil, nil]
  ) {
    $0.tables(Builder.map(id3: []))
    $0.tags(3)
  },
  EdgeCase(
    "tags before the first PMT are read",
    tags: EdgeCase.numbered(0..<4),
    streamNotes: ["pmt-undeclared"],
    times: [0.9, 1.9, 2.9, 3.9]
  ) {
    for index in 0..<2 {
      $0.id3(Builder.tag(index), pts: 900_000 + 81_000 + Int64(index) * 90_000)
    }
    $0.tables()
    $0.audio(pts: 900_000)
    $0.tags(2, start: 900_000 + 180_000, firstIndex: 2)
  },
  EdgeCase(
    "tags in a stream without PAT are read",
    tags: EdgeCase.numbered(0..<3),
    tagNotes: ["pmt-undeclared"],
    streamNotes: ["pmt-undeclared", "psi-missing"],
    times: [0.9, 1.9, 2.9]
  ) { $0.tags(3) },
  EdgeCase(
    "tags on an ID3 PID that a later PMT adds are read",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["pmt-unstable"]
  ) {
    $0.tables(Builder.map(id3: []))
    $0.audio(pts: 900_000)
    $0.map(Builder.map(version: 1))
    $0.tags(2)
  },
  EdgeCase(
    "tags on the old and the new PID are read if a PMT moves the ID3 PID",
    tags: EdgeCase.numbered(0..<4),
    streamNotes: ["pmt-unstable"],
    pids: [0x102, 0x102, 0x1F0, 0x1F0]
  ) {
    $0.tables()
    $0.tags(2)
    $0.map(Builder.map(version: 1, id3: [Builder.id3Stream(pid: 0x1F0)]))
    for index in 2..<4 {
      $0.id3(Builder.tag(index), pts: 900_000 + Int64(index) * 90_000, pid: 0x1F0)
    }
  },
  EdgeCase(
    "tags that continue after a PMT has dropped their PID are read",
    tags: EdgeCase.numbered(0..<4),
    streamNotes: ["pmt-unstable"]
  ) {
    $0.tables()
    $0.tags(2)
    $0.map(Builder.map(version: 1, id3: []))
    $0.tags(2, start: 1_080_000, firstIndex: 2)
  },
  EdgeCase(
    "a PID that a PMT changes from ID3 to audio is no longer read",
    tags: EdgeCase.numbered(0..<2),
    streamNotes: ["pmt-unstable"]
  ) {
    $0.tables()
    $0.tags(2)
    $0.map(Builder.map(version: 1, id3: [], audioPID: Builder.id3PID))
    $0.id3(Builder.tag(2), pts: 1_080_000)
  },
  EdgeCase("a PMT with current_next_indicator 0 is ignored", tags: EdgeCase.numbered(0..<2)) {
    $0.tables()
    var section = Builder.map(version: 1, id3: []).section
    section.isCurrent = false
    $0.section(section.encoded, pid: Builder.mapPID)
    $0.tags(2)
  },
  EdgeCase(
    "a PMT that moves the ID3 PID under the same version is used at its first copy",
    tags: EdgeCase.numbered(0..<4),
    streamNotes: ["pmt-unstable"],
    pids: [0x102, 0x102, 0x1F0, 0x1F0],
    programs: [1, 1, 1, 1]
  ) {
    $0.tables()
    $0.tags(2)
    $0.map(Builder.map(id3: [Builder.id3Stream(pid: 0x1F0)]))
    for index in 2..<4 {
      $0.id3(Builder.tag(index), pts: 900_000 + Int64(index) * 90_000, pid: 0x1F0)
    }
  },
  EdgeCase(
    "a PAT that names another PMT PID under the same version is used at its first copy",
    tags: EdgeCase.numbered(0..<4),
    times: [0.9, 1.9, 2, 3],
    pids: [0x102, 0x102, 0x1F0, 0x1F0],
    programs: [1, 1, 1, 1]
  ) {
    $0.tables()
    $0.tags(2)
    $0.association([(1, 0x1100)])
    $0.map(Builder.map(id3: [Builder.id3Stream(pid: 0x1F0)]), pid: 0x1100)
    $0.audio(pts: 900_000 + 180_000)
    for index in 2..<4 {
      $0.id3(Builder.tag(index), pts: 900_000 + Int64(index) * 90_000, pid: 0x1F0)
    }
  },
  EdgeCase(
    "a PMT with a wrong CRC is ignored",
    tags: [],
    streamNotes: ["psi-crc"]
  ) {
    $0.tables(Builder.map(id3: []))
    var section = Builder.map(version: 1, id3: [], audioPID: 0x1A1).section.encoded
    section[section.count - 1] ^= 1
    $0.section(section, pid: Builder.mapPID)
    $0.audio(pts: 900_000)
  },
  EdgeCase(
    "a PMT with a wrong CRC is used at its third identical copy",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: [],
    streamNotes: ["psi-crc"]
  ) {
    $0.association()
    var section = Builder.map().section.encoded
    section[section.count - 1] ^= 1
    for _ in 0..<3 { $0.section(section, pid: Builder.mapPID) }
    $0.tags(2)
  },
  EdgeCase(
    "a PMT section that extends over several packets is read",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: []
  ) {
    var map = Builder.map()
    map.descriptors.append(Descriptor(tag: 0xF0, body: [UInt8](repeating: 1, count: 250)))
    map.descriptors.append(Descriptor(tag: 0xF1, body: [UInt8](repeating: 2, count: 250)))
    $0.tables(map)
    $0.tags(2)
  },
  EdgeCase(
    "a PMT after another section in its packet is read",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: []
  ) {
    $0.association([(1, Builder.mapPID), (2, Builder.mapPID)])
    let first = Builder.map(program: 2, id3: [], audioPID: nil, videoPID: nil).section.encoded
    $0.section(first + Builder.map().section.encoded, pid: Builder.mapPID)
    $0.tags(2)
  },
  EdgeCase(
    "a PMT section that begins after the bytes of a pointer field is read",
    tags: EdgeCase.numbered(0..<2),
    tagNotes: []
  ) {
    $0.association()
    let section = Builder.map().section.encoded
    let junk = [UInt8](repeating: 0xFF, count: 20)
    let unit = [UInt8(junk.count)] + junk + section
    $0.unit(
      unit + [UInt8](repeating: 0xFF, count: 184 - unit.count),
      pid: Builder.mapPID
    )
    $0.tags(2)
  },
  EdgeCase(
    "a declared ID3 PID without packets is reported",
    tags: [],
    streamNotes: ["pmt-declared-empty"]
  ) {
    $0.tables()
    $0.audio(pts: 900_000)
  },
  EdgeCase(
    "the tags of two ID3 PIDs are delivered in stream order",
    tags: EdgeCase.numbered(0..<4),
    pids: [0x102, 0x103, 0x102, 0x103]
  ) {
    $0.tables(Builder.map(id3: [Builder.id3Stream(), Builder.id3Stream(pid: 0x103)]))
    $0.audio(pts: 900_000)
    for index in 0..<4 {
      $0.id3(
        Builder.tag(index),
        pts: 900_000 + Int64(index) * 9000,
        pid: index % 2 == 0 ? 0x102 : 0x103
      )
    }
  },
  EdgeCase(
    "the times of a program count on the clock of that program",
    tags: EdgeCase.numbered(0..<4),
    times: [0, 0, 1, 1],
    programs: [1, 2, 1, 2]
  ) {
    $0.association([(1, 0x1000), (2, 0x1100)])
    $0.map(Builder.map())
    $0.map(
      Builder.map(
        program: 2,
        pcrPID: 0x200,
        id3: [Builder.id3Stream(pid: 0x202)],
        audioPID: 0x201,
        videoPID: 0x200
      ),
      pid: 0x1100
    )
    for index in 0..<2 {
      let ticks = Int64(index) * 90_000
      $0.audio(pts: 900_000 + ticks)
      $0.audio(pts: 5_000_000 + ticks, pid: 0x201)
      $0.id3(Builder.tag(index * 2), pts: 900_000 + ticks)
      $0.id3(Builder.tag(index * 2 + 1), pts: 5_000_000 + ticks, pid: 0x202)
    }
  },
  EdgeCase(
    "at most 64 undeclared ID3 PIDs are read",
    tags: EdgeCase.numbered(0..<64),
    streamNotes: ["pmt-undeclared", "ts-pid-flood"]
  ) {
    $0.tables(Builder.map(id3: []))
    $0.audio(pts: 900_000)
    for index in 0..<80 {
      $0.id3(Builder.tag(index), pts: 900_000, pid: 0x300 + UInt16(index))
    }
  },
]
