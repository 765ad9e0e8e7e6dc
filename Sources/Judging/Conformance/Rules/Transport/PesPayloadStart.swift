import TimedMetadata

struct PesPayloadStart: Rule {
  static let title = "Bytes before the tag"
  static let text = """
    The payload of a PES packet starts with the tag.

    hls.js and mux.js look for ID3 only at the first byte. Other data between tags causes no loss
    and is a warning: these players log it as damaged.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Look for the device that puts bytes before the tags; leave metadata headers out.",
    source: "Apple 2.2"
  )

  /// PES packets of one PID without ID3.
  private struct OtherData: Sendable {
    var stream: Subject
    var first: StreamNote
    var count = 0
  }

  private var otherData: [OtherData] = []

  /// More PIDs than this are not distinguished.
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

  /// Other metadata, such as KLV, may have a PID of its own beside that of the tags. Without any tag
  /// all of it is reported.
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
    count == 1 ? first : "\(count) PES without ID3 on the PID, the first: \(first)"
  }
}
