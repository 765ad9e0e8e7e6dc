import Formats

/// What was said of a program map, once.
struct DeclarationNote: Hashable {
  var rule: String
  var program: UInt16
  var pid: UInt16?
  var detail: String

  /// A map names at most a few hundred streams, but every version may name others.
  static let maximumCount = 1024
}

/// How maps declare timed ID3, against Apple's specification (2.1 to 2.3) and ISO/IEC 13818-1 (2.6.58
/// to 2.6.61).
extension PIDSieve {
  /// Notes what a map says of its ID3 streams in another way.
  func noteDeclarations(in map: ProgramMap, offset: Int64) {
    let streams = map.streams.filter(\.isTimedID3)
    for stream in streams {
      noteType(of: stream, in: map, offset: offset)
      noteMetadataDescriptor(of: stream, in: map, offset: offset)
    }
    noteMisplacedDescriptors(in: map, offset: offset)
    notePIDs(of: streams, in: map, offset: offset)
    if !streams.isEmpty { notePointer(in: map, to: streams, offset: offset) }
  }

  /// Notes programs whose ID3 is apart from the audio and video of the stream.
  func noteLonelyStreams(offset: Int64) {
    guard programs.contains(where: \.hasFrames) else { return }
    for program in programs where !program.hasFrames {
      guard let map = program.map, map.streams.contains(where: \.isTimedID3) else { continue }
      declare("pmt-same-program", map, nil, "ID3 is alone in program \(program.number)", offset)
    }
  }

  /// Says once more what is wrong with the map in force, when that was said long enough ago.
  func remindOfDeclarations(ofProgram number: UInt16, offset: Int64) {
    guard let reminder, let index = programs.firstIndex(where: { $0.number == number }),
      let map = programs[index].map, let now = programs[index].clock.reading?.time
    else { return }
    guard let last = programs[index].declarationsNotedAt else {
      programs[index].declarationsNotedAt = now
      return
    }
    // A clock that was set back begins anew.
    guard now < last || now - last >= reminder else { return }
    forgetDeclarations(ofProgram: index)
    noteDeclarations(in: map, offset: offset)
    if knowsAllMaps { noteLonelyStreams(offset: offset) }
  }

  /// What was said of a program may be said again.
  func forgetDeclarations(ofProgram index: Int) {
    let number = programs[index].number
    programs[index].declarationsNotedAt = programs[index].clock.reading?.time
    declarationNotes = declarationNotes.filter { $0.program != number }
    for pid in metadataOrder where metadata[pid]?.program == number {
      metadata[pid]?.hasNotedClock = false
    }
  }

  private func noteType(of stream: ElementaryStream, in map: ProgramMap, offset: Int64) {
    guard stream.type != .metadataInPES else { return }
    declare(
      "pmt-stream-type",
      map,
      stream.pid,
      "stream_type 0x\(stream.type.rawValue.hexadecimal), expected 0x15: "
        + "AVPlayer and hls.js look for 0x15",
      offset
    )
  }

  private func noteMetadataDescriptor(
    of stream: ElementaryStream,
    in map: ProgramMap,
    offset: Int64
  ) {
    let found = stream.descriptors.filter { $0.tag == Descriptor.metadataTag && !$0.hasSwappedBody }
    let place = "on PID 0x\(String(stream.pid, radix: 16))"
    let isRight = found.contains { $0 == .id3Metadata(serviceID: $0.serviceID ?? 0) }
    let isSwapped =
      found.isEmpty && stream.descriptors.contains { $0.tag == Descriptor.metadataTag }
    guard !isRight, !isSwapped else { return }
    let detail =
      found.first.map {
        "metadata_descriptor \(place) \($0.difference(from: .id3Metadata(serviceID: $0.serviceID ?? 0)))"
      } ?? "no metadata_descriptor \(place)"
    declare("pmt-metadata-descriptor", map, stream.pid, detail, offset)
  }

  private func notePointer(in map: ProgramMap, to streams: [ElementaryStream], offset: Int64) {
    let rule = "pmt-metadata-pointer"
    let number = map.programNumber
    let pointers = map.descriptors.filter { $0.tag == Descriptor.metadataPointerTag }
    guard !pointers.isEmpty else {
      let detail = "no metadata_pointer_descriptor in program \(number) (FFmpeg never writes one)"
      return declare(rule, map, nil, detail, offset)
    }
    // With its body in the other descriptor's place it is misplaced, and said to be so.
    guard !pointers.contains(where: \.hasSwappedBody) else { return }
    let right = pointers.filter {
      $0 == .id3MetadataPointer(programNumber: number, serviceID: $0.serviceID ?? 0)
    }
    guard !right.isEmpty else {
      let pointer = pointers.first { $0.declaresID3 } ?? pointers[0]
      let expected = Descriptor.id3MetadataPointer(
        programNumber: number,
        serviceID: pointer.serviceID ?? 0
      )
      let detail =
        pointer.pointedProgram.map { "names program \($0) in program \(number)" }
        ?? pointer.difference(from: expected)
      return declare(rule, map, nil, "metadata_pointer_descriptor \(detail)", offset)
    }
    for stream in streams {
      let services = stream.descriptors.filter { $0.tag == Descriptor.metadataTag }
        .compactMap(\.serviceID)
      guard let service = services.first, let other = right.first?.serviceID,
        !right.contains(where: { $0.serviceID.map { services.contains($0) } ?? false })
      else { continue }
      let detail =
        "metadata_pointer_descriptor has service_id \(other), "
        + "the metadata_descriptor of PID 0x\(String(stream.pid, radix: 16)) has \(service)"
      declare(rule, map, nil, detail, offset)
    }
  }

  /// Notes PIDs of ID3 that are listed twice, or that may not carry a stream (table 2-3).
  private func notePIDs(of streams: [ElementaryStream], in map: ProgramMap, offset: Int64) {
    for pid in Set(streams.map(\.pid)).sorted() {
      let name = "PID 0x\(String(pid, radix: 16))"
      let count = map.streams.count { $0.pid == pid }
      if count > 1 {
        let words = "\(name) is listed \(count) times in the PMT"
        declare("pmt-pid", map, pid, words, offset)
      }
      if pid == TransportPacket.nullPID {
        declare("pmt-pid", map, pid, "ID3 on \(name), which carries null packets", offset)
      } else if pid < Self.firstStreamPID {
        declare("pmt-pid", map, pid, "ID3 on \(name), which is reserved for tables", offset)
      }
    }
  }

  /// PIDs below are reserved.
  private static let firstStreamPID: UInt16 = 0x10

  /// Notes a map that says the same as the one before under another version: that every copy does so.
  func noteVersion(of map: ProgramMap, after old: ProgramMap?, program index: Int, offset: Int64) {
    guard var old, old.version != map.version else { return }
    old.version = map.version
    guard old == map else {
      programs[index].emptyChanges = 0
      return
    }
    programs[index].emptyChanges += 1
    guard programs[index].emptyChanges == Self.emptyChangesNeeded else { return }
    note(
      TransportNote(
        rule: "pmt-version",
        offset: offset,
        program: map.programNumber,
        detail: "the version of the PMT changes with every copy, its content does not"
      )
    )
  }

  /// Copies in a row with a new version and nothing new in them.
  private static let emptyChangesNeeded = 3

  private func noteMisplacedDescriptors(in map: ProgramMap, offset: Int64) {
    let rule = "pmt-misplaced-descriptor"
    for descriptor in map.descriptors where descriptor.declaresID3 {
      if descriptor.tag == Descriptor.metadataTag {
        declare(rule, map, nil, "metadata_descriptor in the program loop", offset)
      } else if descriptor.hasSwappedBody {
        let detail = "metadata_pointer_descriptor with the body of a metadata_descriptor"
        declare(rule, map, nil, detail, offset)
      }
    }
    for stream in map.streams {
      for descriptor in stream.descriptors where descriptor.declaresID3 {
        if descriptor.tag == Descriptor.metadataPointerTag {
          let detail =
            "metadata_pointer_descriptor in the loop of PID 0x\(String(stream.pid, radix: 16))"
          declare(rule, map, stream.pid, detail, offset)
        } else if descriptor.hasSwappedBody {
          let detail = "metadata_descriptor with the body of a metadata_pointer_descriptor"
          declare(rule, map, stream.pid, detail, offset)
        }
      }
    }
  }

  /// Says something of a map, unless it has been said.
  private func declare(
    _ rule: String,
    _ map: ProgramMap,
    _ pid: UInt16?,
    _ detail: String,
    _ offset: Int64
  ) {
    let number = map.programNumber
    guard declarationNotes.count < DeclarationNote.maximumCount,
      declarationNotes.insert(
        DeclarationNote(rule: rule, program: number, pid: pid, detail: detail)
      ).inserted
    else { return }
    note(TransportNote(rule: rule, offset: offset, pid: pid, program: number, detail: detail))
  }
}

extension ElementaryStream {
  /// `mayCarryID3`, unless a descriptor says that it is metadata of the one other format that is
  /// common: KLV (SMPTE 336).
  var isTimedID3: Bool {
    guard mayCarryID3 else { return false }
    return descriptors.contains(where: \.declaresID3)
      || !descriptors.contains { $0.metadataFormatIdentifier == Array("KLVA".utf8) }
  }
}

extension Descriptor {
  /// Bytes of both metadata descriptors of ID3 up to the service.
  private static let servicePosition = 11

  /// `metadata_service_id` of a metadata or metadata pointer descriptor of ID3.
  fileprivate var serviceID: UInt8? {
    declaresID3 && body.count > Self.servicePosition ? body[Self.servicePosition] : nil
  }

  /// The program of a metadata pointer that is right but for it.
  fileprivate var pointedProgram: UInt16? {
    guard tag == Self.metadataPointerTag, body.count == 15 else { return nil }
    let number = UInt16(body[13]) << 8 | UInt16(body[14])
    return self == .id3MetadataPointer(programNumber: number, serviceID: serviceID ?? 0)
      ? number : nil
  }

  /// Whether this is the metadata descriptor of ID3 under the tag of the metadata pointer, or the
  /// other way round.
  fileprivate var hasSwappedBody: Bool {
    guard let serviceID else { return false }
    switch tag {
    case Self.metadataPointerTag: return body == Descriptor.id3Metadata(serviceID: serviceID).body
    case Self.metadataTag: return body.count == 15 && body[12] == 0x1F
    default: return false
    }
  }

  /// How the body differs from the one expected.
  fileprivate func difference(from expected: Descriptor) -> String {
    if body.count != expected.body.count {
      return "has \(body.count) bytes, expected \(expected.body.count)"
    }
    let differing = body.indices.first { body[$0] != expected.body[$0] } ?? 0
    return "has \(body[differing].hexadecimal) at byte \(differing), "
      + "expected \(expected.body[differing].hexadecimal)"
  }
}
