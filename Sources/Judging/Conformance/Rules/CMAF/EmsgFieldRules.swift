import NielsenTag
import TimedMetadata

struct EmsgVersion: Rule {
  static let id: RuleID = "emsg-version"
  static let title = "Wrong version of emsg"
  static let text = """
    Event messages have version 1 in AOM's scheme, and 0 or 1 in Nielsen's.

    HLS players do not know the segment start to which the time of a version 0 message is relative.
    Some drop the message, some show it at the wrong time, and one player crashed.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tagsOrFindings],
    remedy: "Configure the packager to write emsg version 1.",
    source: "AOMediaCodec/id3-emsg; Apple, About the Common Media Application Format with HLS"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      message.scheme == EventScheme.aomedia, message.version == 0
    else { return }
    log.add(Self.zero, at: tag.place)
  }

  /// Receives the reader's notes about versions other than 0 and 1, which cannot be read.
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }
}

extension EmsgVersion {
  static let zero = "emsg version 0 with scheme \(EventScheme.aomedia): version 1 is required"
}

struct EmsgTimescale: Rule {
  static let id: RuleID = "emsg-timescale"
  static let title = "Wrong timescale of emsg"
  static let text = """
    The timescale of an event message is not 0, and is usually the timescale of the track.

    With a timescale of 0, no time can be computed. A timescale other than the track's is allowed,
    but few packagers write it, and few players were tested with it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy: "Configure the packager to write the timescale of the track.",
    source: "ISO/IEC 23009-1"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let timescale = tag.tag.timescale,
      let track = tag.tag.eventMessage?.trackTimescale, timescale != track
    else { return }
    log.add(Self.other(timescale, track: track), at: tag.place, severity: .info)
  }
}

extension EmsgTimescale {
  static func other(_ timescale: Int, track: Int) -> String {
    "timescale \(timescale), but the track has \(track)"
  }
}

struct EmsgDuration: Rule {
  static let id: RuleID = "emsg-duration"
  static let title = "Event has a duration"
  static let text = """
    event_duration is unknown (FFFFFFFF) or 0.

    A tag applies to one moment. Another duration is allowed; some players keep the event active for
    that time.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4, .tags],
    remedy: "Configure the packager to write event_duration FFFFFFFF (unknown).",
    source: "AOMediaCodec/id3-emsg"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      message.duration != 0, message.duration != .max
    else { return }
    log.add(Self.other(message.duration), at: tag.place)
  }
}

extension EmsgDuration {
  static func other(_ duration: UInt32) -> String {
    "event_duration is \(duration), expected FFFFFFFF or 0"
  }
}

struct EmsgPosition: NoteRule {
  static let id: RuleID = "emsg-position"
  static let title = "emsg at the wrong position"
  static let text = """
    Event messages are at the top level before moof, not in the initialization section.

    Players look for event messages between the start of a segment and its fragment. Messages before
    ftyp make the file unreadable for some players; messages after the last mdat of a segment are
    read too late, or not at all.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy:
      "Configure the packager to put emsg between styp and moof of the segment that the event belongs to.",
    source: "ISO/IEC 23009-1; CMAF (ISO/IEC 23000-19)"
  )
}

struct EmsgMalformed: NoteRule {
  static let id: RuleID = "emsg-malformed"
  static let title = "MP4 boxes cannot be read"
  static let text = """
    The boxes of fragmented MP4 can be read: their sizes fit, and their strings are terminated.

    A player loses everything after a broken box. An input or segment that ends within a box is
    reported by `tag-truncated` or `hls-segment-cut` instead.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy: "Check the box at the given byte: the packager wrote it incorrectly.",
    source: "ISO/IEC 23009-1"
  )
}

struct EmsgMessageData: Rule {
  static let id: RuleID = "emsg-message-data"
  static let title = "emsg does not hold one whole tag"
  static let text = """
    message_data is one whole tag and nothing else.

    Players parse message_data as an ID3 tag from its first byte. In Nielsen's scheme, message_data
    is the 271 bytes of the tag as the encoder wrote them.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tagsOrFindings],
    remedy:
      "Configure the packager to copy the whole tag, from its first byte to its last, into "
      + "message_data.",
    source: "AOMediaCodec/id3-emsg; practice of existing validators"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.tag.eventMessage?.scheme == EventScheme.nielsen,
      tag.tag.bytes.count != TagEnvelope.tagByteCount, !tag.has(log.rule),
      !tag.tag.notes.contains("tag-truncated")
    else { return }
    log.add(Self.size(tag.tag.bytes.count, expected: TagEnvelope.tagByteCount), at: tag.place)
  }
}

extension EmsgMessageData {
  static func size(_ count: Int, expected: Int) -> String {
    "message_data has \(count) bytes, expected the \(expected) bytes of the tag"
  }
}
