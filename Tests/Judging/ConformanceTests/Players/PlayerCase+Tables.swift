import TestSupport

@testable import TransportStream

/// Cases of tables and the streams that they declare.
extension PlayerCase {
  static let tables: [PlayerCase] = [
    PlayerCase(
      "tags in the second of two programs",
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
      "two programs with ID3",
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
      "the PAT begins with the network entry",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 0), ("media3", 3)]
    ) { stream in
      stream.association([(0, 0x10), (1, StreamBuilder.mapPID)])
      stream.map(StreamBuilder.map())
      stream.tags(3)
    },
    PlayerCase(
      "a PMT that spans two packets",
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
      "the PMT lists E-AC-3 before the ID3 PID",
      [("hls.js", 0), ("hls.js@1.4", 3), ("mux.js", 3), ("media3", 3)]
    ) {
      $0.clean(
        map { map in
          let stream = ElementaryStream(type: StreamType(rawValue: 0x87), pid: 0x1F1)
          map.streams.insert(stream, at: 0)
        }
      )
    },
    PlayerCase("the PMT lists E-AC-3 after the ID3 PID", [("hls.js", 3)]) {
      $0.clean(
        map { $0.streams.append(ElementaryStream(type: StreamType(rawValue: 0x87), pid: 0x1F1)) }
      )
    },
    PlayerCase("the ID3 PID changes", [("hls.js", 4), ("mux.js", 4), ("media3", 3)]) { stream in
      stream.clean()
      stream.map(StreamBuilder.map(version: 1, id3: [StreamBuilder.id3Stream(pid: 0x1F0)]))
      stream.audio(pts: 1_170_000)
      stream.id3(StreamBuilder.tag(3), pts: 1_170_000, pid: 0x1F0)
    },
    PlayerCase("the second of two ID3 PIDs is the lower one", [("hls.js", 3), ("media3", 0)]) {
      $0.clean(
        StreamBuilder.map(id3: [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x90)])
      )
    },
    PlayerCase("stream_type 0x06", [("hls.js", 0), ("mux.js", 0), ("media3", 0)]) { stream in
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
      "no audio or video",
      [("hls.js", 0), ("mux.js", 0), ("shaka", 3), ("media3", 3)]
    ) { stream in
      stream.tables(StreamBuilder.map(pcrPID: ProgramMap.noPCR, audioPID: nil, videoPID: nil))
      for index in 0..<3 {
        stream.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index * pes))
      }
    },
    PlayerCase(
      "stream_type 0x06 without a descriptor",
      [("ffmpeg", 0), ("ffmpeg@5.1", 0), ("hls.js", 0)]
    ) { stream in
      let id3 = ElementaryStream(type: .privateData, pid: StreamBuilder.id3PID)
      stream.clean(StreamBuilder.map(id3: [id3]))
    },
    PlayerCase(
      "stream_type 0x15 without a descriptor",
      [("ffmpeg", 3), ("ffmpeg@5.1", 0), ("hls.js", 3), ("avplayer", 0)]
    ) { stream in
      let id3 = ElementaryStream(type: .metadataInPES, pid: StreamBuilder.id3PID)
      stream.clean(StreamBuilder.map(id3: [id3]))
    },
    PlayerCase(
      "the PMT comes after the first tags",
      [("hls.js", 4), ("mux.js", 4), ("shaka", 4), ("media3", 3)]
    ) { stream in
      stream.audio(pts: 890_000)
      stream.id3(StreamBuilder.tag(9), pts: 890_000)
      stream.clean()
    },
    PlayerCase(
      "a PMT with a wrong CRC",
      [("hls.js", 3), ("mux.js", 3), ("shaka", 3), ("media3", 0)]
    ) { stream in
      var section = StreamBuilder.map().section.encoded
      section[section.count - 1] ^= 1
      stream.association()
      for _ in 0..<3 { stream.section(section, pid: StreamBuilder.mapPID) }
      stream.tags(3)
    },
  ]

  /// A PMT that declares video and audio of these types before the ID3 PID.
  static func map(video: UInt8, audio: UInt8) -> ProgramMap {
    map {
      $0.streams[0].type = StreamType(rawValue: video)
      $0.streams[1].type = StreamType(rawValue: audio)
    }
  }

  static let media: [PlayerCase] = [
    PlayerCase(
      "HEVC and AAC",
      [("hls.js", 3), ("hls.js@1.5", 0), ("hls.js@1.4", 3), ("mux.js", 3), ("media3", 3)]
    ) { $0.clean(map(video: 0x24, audio: 0x0F)) },
    PlayerCase(
      "HEVC, and no packets of the declared AAC",
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
      "audio and video are declared, but neither arrives",
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
      "a PMT that is not yet in force comes before the PMT in force",
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
}
