import NielsenTag

/// A tag payload in an ID3 ping (`/cgi-bin/trans`).
struct ReportedTag: Sendable {
  let payload: String
  let ping: RehearsedPing
  /// The time of the app session's previous ID3 ping, in Unix seconds. Nil if there is no such ping.
  let previousAt: Double?
  let place: TagPlace?
}

/// The CID and the offset of a tag.
struct TagPlace: Sendable, Equatable {
  /// The CID to which the tag is credited: that of the final distributor, else that of the program content.
  let cid: String
  /// The time since the start of the broadcast day, in seconds.
  let offset: Int

  /// Parses a payload. Nil if the text is not a payload, or has no CID with an offset.
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

/// The payload fields that can be read without decoding the watermark.
struct TagFields: Sendable {
  static let nullCID = ContentID.null.text

  let pcCID: String
  let fdCID: String
  let pcOffset: Substring
  let fdOffset: Substring

  /// Splits a payload. Nil unless the text has the prefix and seven fields, and both CIDs have the right length.
  init?(_ payload: String) {
    let parts = payload.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 7, payload.hasPrefix(NielsenPayload.ownerPrefix),
      parts[1].utf8.count == ContentID.characterCount,
      parts[2].utf8.count == ContentID.characterCount
    else { return nil }
    (pcCID, fdCID, pcOffset, fdOffset) = (String(parts[1]), String(parts[2]), parts[4], parts[5])
  }

  /// The CIDs, excluding the null CID.
  var cids: [String] { [pcCID, fdCID].filter { $0 != Self.nullCID } }
}

extension RehearsedPing {
  /// The tag payloads of an ID3 ping. Empty for other pings.
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

  /// The CIDs of the stream's tags, excluding the null CID.
  var streamCIDs: Set<String> {
    var cids: Set<String> = []
    for tag in streamTags ?? [] {
      cids.formUnion(TagFields(tag.payload)?.cids ?? [])
    }
    return cids
  }
}
