import NielsenTag

/// A payload that a raw ping reports.
struct ReportedTag: Sendable {
  let payload: String
  /// The raw ping that has it.
  let ping: RehearsedPing
  /// When the raw ping before it in its app session was made; nil for the first.
  let previousAt: Double?
  let place: TagPlace?
}

/// Where a tag stands in its programme.
struct TagPlace: Sendable, Equatable {
  /// The CID by which the tag is credited: that of the final distributor, else that of the content.
  let cid: String
  /// Seconds since the start of the broadcast day.
  let offset: Int

  /// Nil for a text that cannot be read, and for a tag without a CID.
  init?(_ payload: String) {
    guard let tag = NielsenPayload(owner: payload) else { return nil }
    if let cid = tag.fdCID, !cid.isNull, let offset = tag.fdOffset {
      (self.cid, self.offset) = (cid.text, offset)
    } else if let cid = tag.pcCID, !cid.isNull, let offset = tag.pcOffset {
      (self.cid, self.offset) = (cid.text, offset)
    } else {
      return nil
    }
  }
}

extension RehearsedPing {
  /// The payloads of a raw ping; none of others.
  var payloads: [String] {
    isRaw ? self["tp"].split(separator: "~").map(String.init) : []
  }
}

extension RehearsalCase {
  /// The reported payloads of each app session, in the order in which they were reported.
  var reportedTags: [[ReportedTag]] {
    appSessions.map { session in
      var previous: Double?
      return session.pings.filter(\.isRaw).flatMap { ping -> [ReportedTag] in
        defer { previous = ping.madeAt }
        return ping.payloads.map { payload in
          ReportedTag(
            payload: payload,
            ping: ping,
            previousAt: previous,
            place: TagPlace(payload)
          )
        }
      }
    }
  }

  /// The CIDs of the tags of the stream, without the null CID.
  var streamCIDs: Set<String> {
    var cids: Set<String> = []
    for tag in streamTags ?? [] {
      guard let payload = NielsenPayload(owner: tag.payload) else { continue }
      for case let cid? in [payload.pcCID, payload.fdCID] where !cid.isNull {
        cids.insert(cid.text)
      }
    }
    return cids
  }
}
