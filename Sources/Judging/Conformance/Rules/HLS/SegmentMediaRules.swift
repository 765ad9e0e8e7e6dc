import TimedMetadata

struct HlsSegmentPsi: Rule {
  static let id: RuleID = "hls-segment-psi"
  static let title = "No PAT or PMT in a segment"
  static let text = """
    PAT and PMT are in every transport stream segment, or in its EXT-X-MAP.

    A player that starts at a segment without these tables finds neither the media nor the tags. The
    standard recommends the first two packets for them; tables at another position are reported as
    information.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.transportStreamSegments],
    listsEach: false,
    remedy: "Configure the segmenter to write PAT and PMT at the start of every segment.",
    source: "RFC 8216, 3.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard segment.isComplete, let tables = segment.tables else { return }
    switch (tables.hasPAT, tables.hasPMT) {
    case (true, true):
      guard !tables.startsWithTables else { return }
      log.add(Self.late(segment.uri), at: Place(segment), severity: .info)
    case (true, false): log.add(Self.missing("PMT", in: segment.uri), at: Place(segment))
    case (false, true): log.add(Self.missing("PAT", in: segment.uri), at: Place(segment))
    case (false, false): log.add(Self.missing("PAT and PMT", in: segment.uri), at: Place(segment))
    }
  }
}

extension HlsSegmentPsi {
  static func missing(_ tables: String, in uri: String) -> String {
    "segment \(uri) has no \(tables): its tags can be found only with earlier tables"
  }

  static func late(_ uri: String) -> String {
    "segment \(uri) does not start with PAT and PMT"
  }
}

struct HlsSingleProgram: Rule {
  static let id: RuleID = "hls-single-program"
  static let title = "Several programs in a segment"
  static let text = """
    A transport stream segment holds one program.

    Players use the first program that they find, which may not be the one with the tags.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.transportStreamSegments],
    remedy: "Write one program, with its own PAT, into each segment.",
    source: "RFC 8216, 3.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let tables = segment.tables, tables.programs > 1 else { return }
    log.add(Self.several(tables.programs, in: segment.uri), at: Place(segment))
  }
}

extension HlsSingleProgram {
  static func several(_ count: Int, in uri: String) -> String {
    "\(count) programs in segment \(uri)"
  }
}

struct HlsPackedAudioTimestamp: Rule {
  static let id: RuleID = "hls-packed-audio-timestamp"
  static let title = "Packed audio without its time stamp"
  static let text = """
    Every packed audio segment begins with a tag that gives the time stamp of the first audio frame.

    Audio frames have no time stamps. Without this tag, or with a wrong one, a player cannot time
    the segment and the tags in it.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.packedAudioSegments],
    remedy:
      "Configure the packager to write com.apple.streaming.transportStreamTimestamp in 8 bytes, of which "
      + "the lower 33 bits count.",
    source: "RFC 8216, 3.4"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(Self.fault(note), at: Place(note))
  }
}

extension HlsPackedAudioTimestamp {
  static func fault(_ note: StreamNote) -> String {
    note.segment.map { "segment \($0): \(note.detail)" } ?? note.detail
  }
}

struct HlsTagSplit: NoteRule {
  static let id: RuleID = "hls-tag-split"
  static let title = "Tag split over two segments"
  static let text = """
    A tag does not begin in one segment and end in the next.

    A player that joins at the second segment, or changes the rendition between the two, gets half a
    tag, and drops it.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    remedy: "Configure the segmenter to cut between PES packets of the ID3 stream.",
    source: "RFC 8216, 3"
  )
}
