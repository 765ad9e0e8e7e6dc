import TimedMetadata

struct PmtMetadataDescriptor: NoteRule {
  static let id: RuleID = "pmt-metadata-descriptor"
  static let title = "Metadata descriptor missing"
  static let text = """
    A metadata descriptor in the loop of the ID3 stream declares that the stream carries ID3.

    The 13 bytes of the descriptor are fixed, except for the service: FFFF 'ID3 ' FF 'ID3 ',
    service, 0F.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tags],
    remedy: "Add the descriptor 0x26 with format identifier ID3 to the ID3 stream in the PMT.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.3; ISO/IEC 13818-1, 2.6.60"
  )
}

struct PmtMetadataPointer: NoteRule {
  static let id: RuleID = "pmt-metadata-pointer"
  static let title = "Metadata pointer missing"
  static let text = """
    A metadata pointer descriptor in the program loop points to the ID3 stream.

    The pointer (15 bytes) contains the program number, and the metadata_service_id of the metadata
    descriptor. FFmpeg never writes the pointer, and few players require it.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Add the descriptor 0x25 with format identifier ID3 to the program loop of the PMT.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.2, 2.3; ISO/IEC 13818-1, 2.6.58"
  )
}

struct PmtMisplacedDescriptor: NoteRule {
  static let id: RuleID = "pmt-misplaced-descriptor"
  static let title = "Metadata descriptor in the wrong loop"
  static let text = """
    The metadata descriptors are in the correct loops of the PMT.

    The pointer (0x25) belongs to the program loop, and the descriptor (0x26) belongs to the loop of
    the ID3 stream. Some packagers swap the descriptors, or their content.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Put 0x25 into the program loop and 0x26 into the loop of the ID3 stream.",
    source: "ISO/IEC 13818-1, 2.6.58 to 2.6.61"
  )
}

struct PmtPid: NoteRule {
  static let id: RuleID = "pmt-pid"
  static let title = "ID3 PID shared or out of range"
  static let text = """
    The ID3 stream has its own PID in the PMT, in the range allowed for streams.

    A PID that is listed twice has two declarations, and players differ in which one they use. PIDs
    below 0x10 are reserved for tables, and 0x1fff carries null packets, which every device may
    drop.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "List the ID3 PID once in the PMT, with a number from 0x10 to 0x1ffe.",
    source: "ISO/IEC 13818-1, 2.4.3.3, table 2-3, 2.4.4.8"
  )
}

struct PmtSameProgram: NoteRule {
  static let id: RuleID = "pmt-same-program"
  static let title = "ID3 stream in a different program from its audio"
  static let text = """
    The ID3 stream is in the program of its audio or video.

    A player plays one program and never reads the data of another. An input without any audio or
    video, such as a recording of the ID3 stream alone, does not fail this rule.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Declare the ID3 PID in the PMT of the program with the audio and video.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.1"
  )
}

struct PmtStreamType: NoteRule {
  static let id: RuleID = "pmt-stream-type"
  static let title = "ID3 stream not declared as stream type 0x15"
  static let text = """
    The ID3 stream has stream_type 0x15.

    Private data with an ID3 descriptor means the same, but AVPlayer and hls.js require 0x15
    (metadata in PES).
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Declare the ID3 PID with stream_type 0x15 in the PMT.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.2"
  )
}

struct PmtUnstable: NoteRule {
  static let id: RuleID = "pmt-unstable"
  static let title = "PID or type of the ID3 stream changes"
  static let text = """
    The PID and the stream_type of the ID3 stream do not change, except at a discontinuity.

    Players that took the PID from the first PMT ignore later PIDs. A version_number that changes
    with every copy of the same PMT is reported as information.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Keep the PID, and declare it from the beginning, even if no tag is sent yet.",
    source: "this tool's own rule"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .mapVersion {
      log.add(note.detail, at: Place(note), severity: .info)
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
    }
  }
}
