import TimedMetadata

/// How players handle event messages and packed audio.
extension PlayerJudge {
  /// The events that a player received, with their end times in presentation seconds.
  struct ListedEvents: Sendable {
    private struct Event: Hashable {
      var declared: DeclaredEvent
      var id: UInt32
    }

    private var ends: [Event: Double] = [:]
    private static let maximumCount = 4096

    /// Adds the next event. Returns false only if the previous event with the same id has ended.
    mutating func receive(_ message: EventMessage, at time: Double?, timescale: Int?) -> Bool {
      let event = Event(declared: DeclaredEvent(message), id: message.id)
      let length =
        message.duration == .max
        ? .infinity : Double(message.duration) / Double(max(1, timescale ?? 1))
      defer {
        if ends[event] != nil || ends.count < Self.maximumCount {
          ends[event] = (time ?? 0) + length
        }
      }
      guard let end = ends[event] else { return true }
      return time.map { $0 < end } ?? true
    }
  }

  /// Returns the reason if a behaviour makes the player miss a tag outside a transport stream; nil if it does not.
  static func reason(
    _ behaviour: PlayerBehaviour,
    outside tag: CheckedTag,
    _ state: inout StreamState,
    _ listed: inout ListedEvents
  ) -> Reason? {
    guard let message = tag.tag.eventMessage else {
      guard case .packedAudio(let codec, _) = tag.tag.origin else { return nil }
      return reason(behaviour, packed: tag, codec, &state)
    }
    switch behaviour {
    case .takesSchemes(let schemes):
      return schemes.take(message.scheme) ? nil : "scheme \(Words.printable(message.scheme))"
    case .dropsMessageVersion0: return message.version == 0 ? "emsg version 0" : nil
    case .ignoresMessages: return "tags in emsg"
    case .requiresTagAtStart:
      return message.isAfterOtherBytes ? MissedFor.notAtStartOfMessage : nil
    case .readsOneTag: return message.tagsInFront > 0 ? "not the first tag in its emsg" : nil
    case .dropsRepeatedIDs:
      let isListed = listed.receive(message, at: tag.tag.time, timescale: tag.tag.timescale)
      return tag.has(.emsgIDReuse) && isListed ? MissedFor.repeatedID : nil
    default: return nil
    }
  }

  private static func reason(
    _ behaviour: PlayerBehaviour,
    packed tag: CheckedTag,
    _ codec: PackedCodec?,
    _ state: inout StreamState
  ) -> Reason? {
    switch behaviour {
    case .ignoresPackedAudio(let codecs):
      let isIgnored = codec.map(codecs.contains) ?? (codecs == PackedCodec.all)
      return isIgnored ? "packed audio" : nil
    case .readsLeadingTags:
      guard let offset = tag.tag.offset else { return nil }
      let start = state.leading.flatMap { $0.segment == tag.tag.segment ? $0.end : nil } ?? 0
      guard offset <= start else { return "packed audio, not at the start of the segment" }
      state.leading = (tag.tag.segment, offset + Int64(tag.tag.bytes.count))
      return nil
    default: return nil
    }
  }
}

extension DeclaredEvent {
  init(_ message: EventMessage) { self.init(scheme: message.scheme, value: message.value) }
}
