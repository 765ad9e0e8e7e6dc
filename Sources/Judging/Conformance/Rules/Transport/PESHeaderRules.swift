import TimedMetadata

struct PesAlignment: Rule {
  static let id: RuleID = "pes-alignment"
  static let title = "Alignment indicator wrong"
  static let text = """
    The data alignment indicator is set where a tag starts, and only there.

    media3 ignores a PES packet without the indicator, and treats a packet with it as the start of a
    tag.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy:
      "Set data_alignment_indicator in the first PES packet of every tag, and clear it "
      + "in the others.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.3; google/ExoPlayer#5747"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport else { return }
    if facts.tagsInFront == 0, facts.isAligned == false { log.add(Self.clear, at: tag.place) }
    if facts.isContinuationAligned { log.add(Self.set, at: tag.place) }
  }
}

extension PesAlignment {
  static let clear = "data_alignment_indicator 0: media3 ignores this tag"
  static let set = "data_alignment_indicator 1 where a tag continues: media3 starts a new tag"
}

struct PesDts: Rule {
  static let id: RuleID = "pes-dts"
  static let title = "DTS in the ID3 stream"
  static let text = """
    PES packets of the ID3 stream have no DTS.

    A tag is not decoded ahead of its time. The flags 01, which declare a DTS without a PTS, are
    forbidden.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write only a PTS into the PES packets of the ID3 stream.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.3; ISO/IEC 13818-1, 2.4.3.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0 else {
      return
    }
    switch facts.timestampFlags {
    case 3: log.add(Self.present, at: tag.place)
    case 1: log.add(Self.forbidden, at: tag.place)
    default: break
    }
  }
}

extension PesDts {
  static let present = "metadata PES with a DTS"
  static let forbidden = "metadata PES with the forbidden PTS_DTS_flags '01'"
}

struct PesEmpty: NoteRule {
  static let id: RuleID = "pes-empty"
  static let title = "Empty PES packet"
  static let text = """
    No PES packet on the ID3 PID is empty or filled with zeros.

    Some inserters send empty packets between the tags. Older releases of ExoPlayer stop at them.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Send nothing on the PID between tags.",
    source: "google/ExoPlayer#1966"
  )
}

struct PesLength: Rule {
  static let id: RuleID = "pes-length"
  static let title = "Wrong length of a PES packet"
  static let text = """
    PES_packet_length is the length of the packet.

    A length of 0 means "until the next packet begins", and is allowed for video only. If the PES
    packet of a tag has length 0, a player holds the tag back until the next tag arrives, about ten
    seconds later. A wrong length cuts the tag, or adds the next packet to it.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write the exact length into the PES packets of the ID3 stream.",
    source: "ISO/IEC 13818-1, 2.4.3.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      let declared = facts.declaredLength
    else { return }
    if declared == 0 {
      log.add(Self.unbounded, at: tag.place)
    } else if let arrived = facts.arrivedLength, arrived != declared {
      log.add(Self.length(declared, arrived: arrived), at: tag.place)
    }
  }
}

extension PesLength {
  static let unbounded = "PES_packet_length is 0, which is allowed for video only"

  static func length(_ declared: Int, arrived: Int) -> String {
    "PES_packet_length is \(declared), but \(arrived) bytes arrived"
  }
}

struct PesMarkerBits: NoteRule {
  static let id: RuleID = "pes-marker-bits"
  static let title = "Marker bits of the PTS wrong"
  static let text = """
    The marker bits of the PTS are 1.

    Marker bits keep a time stamp from looking like a start code. Players do not test these bits;
    analyzers and strict multiplexers reject the packet.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Write the PTS in the five-byte form of the standard.",
    source: "ISO/IEC 13818-1, 2.4.3.7"
  )
}

struct PesPtsMissing: Rule {
  static let id: RuleID = "pes-pts-missing"
  static let title = "Tag without a PTS"
  static let text = """
    Every PES packet that starts a tag has a PTS.

    Players read the time of a tag only from its PTS.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy:
      "Write a PTS into every PES packet of the ID3 stream: the PTS of the audio that the tag "
      + "belongs to.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.3"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      tag.tag.pts == nil
    else { return }
    log.add(Self.missing, at: tag.place)
  }
}

extension PesPtsMissing {
  static let missing = "no PTS: hls.js drops this tag, and media3 stops"
}

struct PesStreamId: Rule {
  static let id: RuleID = "pes-stream-id"
  static let title = "Wrong stream_id in the ID3 stream"
  static let text = """
    PES packets of the ID3 stream have stream_id 0xbd (private stream 1).

    stream_id 0xfc (metadata stream) is correct for metadata in access unit cells, which
    `pes-mau-header` judges.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write stream_id 0xbd into the PES packets of the ID3 stream.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      let streamID = facts.streamID, streamID != Self.privateStream1,
      streamID != Self.metadataStream || !tag.has(.pesMauHeader)
    else { return }
    log.add(Self.streamID(streamID), at: tag.place)
  }

  private static let privateStream1: UInt8 = 0xbd
  private static let metadataStream: UInt8 = 0xfc
}

extension PesStreamId {
  static func streamID(_ streamID: UInt8) -> String {
    "stream_id 0x\(Words.hex(streamID)), expected 0x\(Words.hex(privateStream1))"
  }
}
