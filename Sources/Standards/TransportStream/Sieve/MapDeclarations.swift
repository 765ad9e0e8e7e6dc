import Formats

/// Compares the declaration of timed ID3 in a program map with Apple's specification (2.1 to 2.3) and ISO/IEC 13818-1
/// (2.6.58 to 2.6.61).
struct MapDeclarations {
  private let map: ProgramMap
  private let position: StreamPosition
  private(set) var notes: [TransportNote] = []

  init(_ map: ProgramMap, at position: StreamPosition) {
    (self.map, self.position) = (map, position)
    let streams = map.streams.filter(\.isTimedID3)
    for stream in streams {
      noteType(of: stream)
      noteMetadataDescriptor(of: stream)
    }
    noteMisplacedDescriptors()
    notePIDs(of: streams)
    if !streams.isEmpty { notePointer(to: streams) }
  }

  private mutating func noteType(of stream: ElementaryStream) {
    guard stream.type != .metadataInPES else { return }
    declare(
      "pmt-stream-type",
      stream.pid,
      "stream_type 0x\(stream.type.rawValue.hexadecimal), expected 0x15: "
        + "AVPlayer and hls.js look for 0x15"
    )
  }

  private mutating func noteMetadataDescriptor(of stream: ElementaryStream) {
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
    declare("pmt-metadata-descriptor", stream.pid, detail)
  }

  private mutating func notePointer(to streams: [ElementaryStream]) {
    let rule = "pmt-metadata-pointer"
    let number = map.programNumber
    let pointers = map.descriptors.filter { $0.tag == Descriptor.metadataPointerTag }
    guard !pointers.isEmpty else {
      let detail = "no metadata_pointer_descriptor in program \(number) (FFmpeg never writes one)"
      return declare(rule, nil, detail)
    }
    // A pointer with the body of a metadata_descriptor is reported as misplaced.
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
      return declare(rule, nil, "metadata_pointer_descriptor \(detail)")
    }
    for stream in streams {
      let services = stream.descriptors.filter { $0.tag == Descriptor.metadataTag }
        .compactMap(\.serviceID)
      guard let service = services.first, let other = right.first?.serviceID,
        !right.contains(where: { $0.serviceID.map { services.contains($0) } ?? false })
      else { continue }
      let detail =
        "metadata_pointer_descriptor has service_id \(other), "
        + "but the metadata_descriptor of PID 0x\(String(stream.pid, radix: 16)) has \(service)"
      declare(rule, nil, detail)
    }
  }

  /// Reports ID3 PIDs that are listed more than once, or that must not carry a stream (table 2-3).
  private mutating func notePIDs(of streams: [ElementaryStream]) {
    for pid in Set(streams.map(\.pid)).sorted() {
      let name = "PID 0x\(String(pid, radix: 16))"
      let count = map.streams.count { $0.pid == pid }
      if count > 1 {
        let words = "\(name) is listed \(count) times in the PMT"
        declare("pmt-pid", pid, words)
      }
      if pid == TransportPacket.nullPID {
        declare("pmt-pid", pid, "ID3 on \(name), which carries null packets")
      } else if pid < Self.firstStreamPID {
        declare("pmt-pid", pid, "ID3 on \(name), which is reserved for tables")
      }
    }
  }

  private static let firstStreamPID: UInt16 = 0x10

  private mutating func noteMisplacedDescriptors() {
    let rule = "pmt-misplaced-descriptor"
    for descriptor in map.descriptors where descriptor.declaresID3 {
      if descriptor.tag == Descriptor.metadataTag {
        declare(rule, nil, "metadata_descriptor in the program loop")
      } else if descriptor.hasSwappedBody {
        let detail = "metadata_pointer_descriptor with the body of a metadata_descriptor"
        declare(rule, nil, detail)
      }
    }
    for stream in map.streams {
      for descriptor in stream.descriptors where descriptor.declaresID3 {
        if descriptor.tag == Descriptor.metadataPointerTag {
          let detail =
            "metadata_pointer_descriptor in the loop of PID 0x\(String(stream.pid, radix: 16))"
          declare(rule, stream.pid, detail)
        } else if descriptor.hasSwappedBody {
          let detail = "metadata_descriptor with the body of a metadata_pointer_descriptor"
          declare(rule, stream.pid, detail)
        }
      }
    }
  }

  private mutating func declare(_ rule: String, _ pid: UInt16?, _ detail: String) {
    notes.append(
      TransportNote(
        rule: rule,
        position: position,
        pid: pid,
        program: map.programNumber,
        detail: detail
      )
    )
  }
}

extension ElementaryStream {
  /// Whether the stream may be timed ID3: `mayCarryID3`, unless a descriptor declares KLV (SMPTE 336) and no
  /// descriptor declares ID3.
  var isTimedID3: Bool {
    guard mayCarryID3 else { return false }
    return descriptors.contains(where: \.declaresID3)
      || !descriptors.contains { $0.metadataFormatIdentifier == Array("KLVA".utf8) }
  }
}

extension Descriptor {
  /// The number of bytes before metadata_service_id in both metadata descriptors of ID3.
  private static let servicePosition = 11

  /// `metadata_service_id` of a metadata or metadata pointer descriptor of ID3.
  fileprivate var serviceID: UInt8? {
    declaresID3 && body.count > Self.servicePosition ? body[Self.servicePosition] : nil
  }

  /// The program that an otherwise correct metadata pointer names.
  fileprivate var pointedProgram: UInt16? {
    guard tag == Self.metadataPointerTag, body.count == 15 else { return nil }
    let number = UInt16(body[13]) << 8 | UInt16(body[14])
    return self == .id3MetadataPointer(programNumber: number, serviceID: serviceID ?? 0)
      ? number : nil
  }

  /// Whether this is the metadata descriptor of ID3 with the tag of the metadata pointer, or the reverse.
  fileprivate var hasSwappedBody: Bool {
    guard let serviceID else { return false }
    switch tag {
    case Self.metadataPointerTag: return body == Descriptor.id3Metadata(serviceID: serviceID).body
    case Self.metadataTag: return body.count == 15 && body[12] == 0x1F
    default: return false
    }
  }

  fileprivate func difference(from expected: Descriptor) -> String {
    if body.count != expected.body.count {
      return "has \(body.count) bytes, expected \(expected.body.count)"
    }
    let differing = body.indices.first { body[$0] != expected.body[$0] } ?? 0
    return "has \(body[differing].hexadecimal) at byte \(differing), "
      + "expected \(expected.body[differing].hexadecimal)"
  }
}

/// Remembers the notes about program maps, so that a note is repeated only after `forget(program:)`.
struct DeclarationLog {
  /// The maximum number of notes. A map declares at most a few hundred streams, but every version may declare others.
  static let maximumCount = 1024

  /// The interval in 90 kHz ticks after which errors of the map in force are reported again; nil means never.
  var reminderInterval: Int64?
  /// The reported notes, without their positions.
  private var said: Set<TransportNote> = []

  /// Records a note. Returns whether it is to be reported: it is new, and the maximum number is not reached.
  mutating func take(_ note: TransportNote) -> Bool {
    var note = note
    note.position = .start
    return said.count < Self.maximumCount && said.insert(note).inserted
  }

  mutating func forget(program: UInt16) { said = said.filter { $0.program != program } }
}
