import TransportStream

/// Faults of the rules in the group `transport`: program association and program maps.
extension Fault {
  static let tableFaults: [Fault] = [
    Fault(
      "ts-pid-flood",
      "Two additional programs declare 80 additional PIDs with ID3.",
      alsoBreaks: ["pmt-declared-empty"],
      FaultChanges(tables: { tables, _ in flood(&tables) })
    ),
    Fault(
      "ts-program-missing-tags",
      "A second program with the same audio and video has no ID3.",
      FaultChanges(tables: { tables, _ in addProgramWithoutTags(&tables) })
    ),
    Fault(
      "psi-missing",
      "There is no program map.",
      alsoBreaks: ["pmt-undeclared"],
      FaultChanges(tables: { tables, _ in tables.maps = [] })
    ),
    Fault(
      "psi-crc",
      "One program map has a wrong CRC.",
      FaultChanges(tables: { tables, moment in tables.maps[0].hasWrongCRC = moment.index == 10 })
    ),
    Fault(
      "psi-interval",
      "The tables are written only every 21st time.",
      FaultChanges(tables: { tables, moment in tables.areOmitted = moment.index % 21 != 0 })
    ),
    Fault(
      "pmt-stream-type",
      "The tags are declared with stream_type 0x06.",
      .everyDeclaration { $0.type = .privateData }
    ),
    Fault(
      "pmt-metadata-descriptor",
      "The metadata descriptor is missing.",
      .everyDeclaration { $0.descriptors = [] }
    ),
    Fault(
      "pmt-metadata-pointer",
      "The metadata pointer descriptor is missing.",
      .everyMap { map in map.descriptors.removeAll { $0.tag == Descriptor.metadataPointerTag } }
    ),
    Fault(
      "pmt-misplaced-descriptor",
      "A metadata descriptor is also in the descriptor loop of the program.",
      .everyMap { $0.descriptors.append(.id3Metadata()) }
    ),
    Fault(
      "pmt-undeclared",
      "The PID of the tags is declared only after 35 s.",
      alsoBreaks: ["pmt-unstable"],
      minimumSeconds: 60,
      FaultChanges(tables: { tables, moment in
        guard moment.seconds < 35 else {
          tables.maps[0].map.version = 1
          return
        }
        tables.id3Stream = nil
      })
    ),
    Fault(
      "pmt-declared-empty",
      "A second PID is declared for ID3 and carries nothing.",
      .everyMap { map in
        map.streams.append(
          ElementaryStream(type: .metadataInPES, pid: 0x1f0, descriptors: [.id3Metadata()])
        )
      }
    ),
    Fault(
      "pmt-same-program",
      "The tags are alone in a separate program.",
      FaultChanges(tables: { tables, _ in isolate(&tables) })
    ),
    Fault(
      "pmt-pid",
      "The PID of the tags is listed twice.",
      .everyMap { map in if let stream = map.streams.last { map.streams.append(stream) } }
    ),
    Fault(
      "pmt-unstable",
      "The tags move to another PID after 35 s.",
      minimumSeconds: 60,
      FaultChanges(
        pid: { pid, tag in tag.releaseTime < 35 ? pid : movedPID },
        tables: { tables, moment in
          guard moment.seconds >= 35 else { return }
          tables.maps[0].map.version = 1
          tables.id3Stream?.pid = movedPID
        }
      )
    ),
  ]

  private static let movedPID: UInt16 = 0x1f0
  private static let silentPID: UInt16 = 0x101

  /// Moves the declaration of the tags' stream to a second program. If there is no media, the first program, which
  /// would be empty, declares an audio stream.
  private static func isolate(_ tables: inout ProgramTables) {
    guard let stream = tables.id3Stream else { return }
    tables.id3Stream = nil
    tables.maps[0].map.descriptors.removeAll { $0.tag == Descriptor.metadataPointerTag }
    if tables.maps[0].map.streams.isEmpty {
      tables.maps[0].map.streams = [ElementaryStream(type: .adtsAAC, pid: silentPID)]
    }
    let number = tables.maps[0].map.programNumber + 1
    let map = ProgramMap(
      programNumber: number,
      pcrPID: tables.maps[0].map.pcrPID,
      descriptors: [.id3MetadataPointer(programNumber: number)],
      streams: [stream]
    )
    append(map, to: &tables)
  }

  /// Adds a program with the same audio and video, but without tags. If there is no media, both programs declare an
  /// audio stream.
  private static func addProgramWithoutTags(_ tables: inout ProgramTables) {
    var media = Array(tables.maps[0].map.streams.dropLast())
    if media.isEmpty {
      media = [ElementaryStream(type: .adtsAAC, pid: silentPID)]
      tables.maps[0].map.streams.insert(contentsOf: media, at: 0)
    }
    let original = tables.maps[0].map
    append(
      ProgramMap(
        programNumber: original.programNumber + 1,
        pcrPID: original.pcrPID,
        descriptors: [],
        streams: media
      ),
      to: &tables
    )
  }

  /// Adds two programs, each with the same audio and video and 40 PIDs for ID3.
  private static func flood(_ tables: inout ProgramTables) {
    let original = tables.maps[0].map
    let media = original.streams.dropLast()
    for number in UInt16(2)...3 {
      let extra = (0..<40).map { index in
        ElementaryStream(
          type: .metadataInPES,
          pid: 0x200 + (number - 2) * 40 + UInt16(index),
          descriptors: [.id3Metadata()]
        )
      }
      let map = ProgramMap(
        programNumber: number,
        pcrPID: original.pcrPID,
        descriptors: [.id3MetadataPointer(programNumber: number)],
        streams: media + extra
      )
      append(map, to: &tables)
    }
  }

  private static func append(_ map: ProgramMap, to tables: inout ProgramTables) {
    let pid = tables.maps[0].pid + map.programNumber - 1
    tables.association.programs.append(.init(programNumber: map.programNumber, pid: pid))
    tables.maps.append(.init(pid: pid, map: map))
  }
}
