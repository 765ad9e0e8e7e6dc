import NielsenTag

/// A tag payload in a raw ping.
struct ReportedTag: Sendable {
  let payload: String
  /// The raw ping with the payload.
  let ping: RehearsedPing
  /// The time of the previous raw ping of the app session; nil for the first.
  let previousAt: Double?
  let place: TagPlace?
}

/// The position of a tag in its programme.
struct TagPlace: Sendable, Equatable {
  /// The CID to which the tag is credited: that of the final distributor, otherwise that of the content.
  let cid: String
  /// Seconds since the start of the broadcast day.
  let offset: Int

  /// Nil for a text that is not a payload, and for a tag without a CID.
  init?(_ payload: String) {
    guard let fields = TagFields(payload) else { return nil }
    if fields.fdCID != TagFields.nullCID, let offset = Int(fields.fdOffset) {
      (cid, self.offset) = (fields.fdCID, offset)
    } else if fields.pcCID != TagFields.nullCID, let offset = Int(fields.pcOffset) {
      (cid, self.offset) = (fields.pcCID, offset)
    } else {
      return nil
    }
  }
}

/// The fields of a payload that can be read without its watermark.
struct TagFields: Sendable {
  static let nullCID = ContentID.null.text

  let pcCID: String
  let fdCID: String
  let pcOffset: Substring
  let fdOffset: Substring

  /// Nil for a text that does not have all seven fields.
  init?(_ payload: String) {
    let parts = payload.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 7, payload.hasPrefix(NielsenPayload.ownerPrefix),
      parts[1].utf8.count == ContentID.characterCount,
      parts[2].utf8.count == ContentID.characterCount
    else { return nil }
    (pcCID, fdCID, pcOffset, fdOffset) = (String(parts[1]), String(parts[2]), parts[4], parts[5])
  }

  /// The CIDs without the null CID.
  var cids: [String] { [pcCID, fdCID].filter { $0 != Self.nullCID } }
}

extension RehearsedPing {
  /// The payloads of a raw ping; none for other pings.
  var payloads: [String] {
    isRaw ? self["tp"].split(separator: "~").map(String.init) : []
  }
}

extension RehearsalCase {
  /// The reported payloads of each app session, in the order of their pings.
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
      cids.formUnion(TagFields(tag.payload)?.cids ?? [])
    }
    return cids
  }
}
