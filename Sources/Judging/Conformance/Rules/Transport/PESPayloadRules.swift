import Formats
import TimedMetadata

struct PesPayloadStart: Rule {
  static let id: RuleID = "pes-payload-start"
  static let title = "Bytes before the tag"
  static let text = """
    The payload of a PES packet starts with the tag.

    hls.js and mux.js look for ID3 only at the first byte. Other data between tags causes no loss
    and is reported as a warning: hls.js and mux.js log it as damaged.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Look for the device that puts bytes, such as metadata headers, before the tags.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.2"
  )

  /// The PES packets without an ID3 tag on one PID.
  private struct OtherData: Sendable {
    var stream: Subject
    var first: StreamNote
    var count = 0
  }

  private var otherData: [OtherData] = []

  private static let maximumCount = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .otherData {
      receive(otherData: note)
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
    }
  }

  private mutating func receive(otherData note: StreamNote) {
    let stream = Subject(rendition: note.rendition, pid: note.pid)
    if let index = otherData.firstIndex(where: { $0.stream == stream }) {
      otherData[index].count += 1
    } else if otherData.count < Self.maximumCount {
      otherData.append(OtherData(stream: stream, first: note, count: 1))
    }
  }

  /// Reports data other than ID3 only on PIDs with tags, because metadata such as KLV may have its own PID. If the
  /// input has no Nielsen tag, such data is reported on every PID.
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for data in otherData {
      let isShared = facts.streams.contains {
        $0.key.rendition == data.stream.rendition && $0.key.pid == data.stream.pid
          && $0.tags != TagCounts()
      }
      guard isShared || facts.nielsenTags == 0 else { continue }
      log.add(
        Self.withoutID3(data.count, first: data.first.detail),
        at: Place(data.first),
        severity: .warning,
        amount: data.count
      )
    }
    return .assessed
  }
}

extension PesPayloadStart {
  static func withoutID3(_ count: Int, first: String) -> String {
    count == 1 ? first : "\(count) PES packets without an ID3 tag on the PID, the first: \(first)"
  }
}

struct PesMauHeader: Rule {
  static let id: RuleID = "pes-mau-header"
  static let title = "Access unit header before the tag"
  static let text = """
    No metadata access unit header comes before the tag.

    Players look for "ID3" at the first byte of the payload, but the header takes the first five
    bytes.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Carry the tags in private stream 1 without access unit cells.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      tag.has(log.rule)
    else { return }
    log.add(Self.header(streamID: facts.streamID), at: tag.place)
  }
}

extension PesMauHeader {
  static func header(streamID: UInt8?) -> String {
    "metadata AU cell header before ID3"
      + (streamID.map { " (stream_id 0x\(Words.hex($0)))" } ?? "")
  }
}

struct PesMultipleTags: Rule {
  static let id: RuleID = "pes-multiple-tags"
  static let title = "Several tags in a PES packet"
  static let text = """
    A PES packet carries one tag.

    Players that stop after the first tag lose the others.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write each tag into its own PES packet.",
    source: "practice of existing validators"
  )

  /// Identifies a PES packet. The segment is needed because packets of different segments often have the same offset.
  private struct Packet: Equatable {
    var segment: String?
    var mediaSequence: Int?
    var offset: Int64
  }

  private var last = PerStream<Packet?>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagCount > 1,
      // If a packet has only tags of other owners, its last tag is reported.
      tag.isJudged || facts.tagsInFront == facts.tagCount - 1
    else { return }
    let packet = tag.tag.offset.map {
      Packet(segment: tag.tag.segment, mediaSequence: tag.tag.mediaSequence, offset: $0)
    }
    let isNew = last.update(tag.stream, from: nil) { last in
      defer { last = packet }
      return last == nil || last != packet
    }
    if isNew == true { log.add(Self.several(facts.tagCount), at: tag.place) }
  }
}

extension PesMultipleTags {
  static func several(_ tags: Int) -> String {
    "\(tags) tags in one PES: media3 and mux.js read the first"
  }
}

struct PesSplitTag: Rule {
  static let id: RuleID = "pes-split-tag"
  static let title = "Tag split over PES packets"
  static let text = """
    A tag that fits into one PES packet is not split.

    Only a tag of about 65,535 bytes or more must continue in a second packet.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write a tag into one PES packet.",
    source: "Apple, Timed Metadata for HTTP Live Streaming, 2.4"
  )

  /// The largest value of `PES_packet_length`.
  private static let maximumSize = 65_535

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.pesCount > 1,
      tag.tag.bytes.count <= Self.maximumSize
    else { return }
    log.add(Self.split(tag.tag.bytes.count, packets: facts.pesCount), at: tag.place)
  }
}

extension PesSplitTag {
  static func split(_ bytes: Int, packets: Int) -> String {
    "tag of \(Decimals.counted(bytes, "byte")) split over \(packets) PES"
  }
}

struct FfmpegStrippedHeader: Rule {
  static let id: RuleID = "ffmpeg-stripped-header"
  static let title = "Tag header cut off by FFmpeg before 6.1"
  static let text = """
    Tags have complete headers.

    FFmpeg before 6.1 treats the first five bytes of every tag as a header and drops them, even when
    copying. No player recognizes such a tag. `check` restores the header and judges the rest.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tags],
    repairedBy: .packager,
    remedy:
      "Repackage with FFmpeg 6.1 or newer, or with another packager; players cannot "
      + "repair this stream.",
    source: "FFmpeg libavformat/mpegts.c before 6.1"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.has(log.rule) else { return }
    log.add(Self.stripped(tag.tag.transport?.restoredBytes ?? 5), at: tag.place)
  }
}

extension FfmpegStrippedHeader {
  static func stripped(_ bytes: Int) -> String {
    bytes > 5
      ? "tag starts at its first frame, ten bytes short: repackaged twice with FFmpeg 6.0 or older; "
        + "players drop it silently"
      : "tag starts at its flags byte, five bytes short: repackaged with FFmpeg 6.0 or older; "
        + "players drop it silently"
  }
}
