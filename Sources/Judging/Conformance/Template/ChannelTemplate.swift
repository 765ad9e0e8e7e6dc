import NielsenTag

/// The values that the tags of a channel are expected to have: what `--expect` compares a stream with.
///
/// A value that is left out is not compared. `Documentation/Expect.md` describes the file.
package struct ChannelTemplate: Sendable, Equatable {
  /// The name of the channel, for reports.
  package var channel: String
  /// Any remark; nothing is compared with it.
  package var note: String?
  /// The expected values of the Program Content.
  package var pc = Source()
  /// The expected values of the Final Distributor.
  package var fd = Source()
  /// The breakout codes that occur, of two digits each; empty: any.
  package var breakouts: [String] = []
  /// The prefixes of owners of PRIV frames; empty: any.
  package var owners: [String] = []
  /// The renditions of a playlist that carry Nielsen tags; nil: any.
  package var renditions: TaggedRenditions?
  /// Minutes of an hour without a tag of the channel; nil: any.
  package var adLoad: ClosedRange<Double>?
  /// How often tags come, where that is not as usual.
  package var cadence = Cadence()

  /// The template of a channel that expects nothing yet.
  package init(channel: String) { self.channel = channel }

  /// The values of one of the two sources that a tag names.
  package struct Source: Sendable, Equatable {
    /// Whether tags name it; nil: either.
    package var isExpected: Bool?
    /// For how long tags may leave it out in one piece, in seconds; nil: the limit of the rule.
    package var nullSeconds: Double?
    /// Its CIDs; empty: any.
    package var cids: [DatedCID] = []
    /// Its source identifiers, which only Nielsen can read; empty: any.
    package var sids: [ClosedRange<Int64>] = []
    /// Its offsets, in seconds since the start of its broadcast day; nil: any.
    package var offset: ClosedRange<Int64>?
  }

  /// A CID, and when it is in use.
  package struct DatedCID: Sendable, Equatable {
    package var cid: ContentID
    /// The first moment at which it is in use, in Unix seconds; nil: always before `to`.
    package var from: Int64?
    /// The first moment at which it is no longer in use, in Unix seconds; nil: always after `from`.
    package var to: Int64?

    /// Whether it is in use at a time; of an unknown time it may be.
    func covers(_ time: Int64?) -> Bool {
      guard let time else { return true }
      return from.map { $0 <= time } ?? true && to.map { time < $0 } ?? true
    }
  }

  /// Renditions of a playlist.
  package enum TaggedRenditions: Sendable, Equatable {
    /// Every variant and audio rendition.
    case all
    /// Every variant with video.
    case video
    /// Every audio rendition.
    case audio
    /// Those with these names.
    case named([String])
  }

  /// How often tags come, in seconds; nil: as usual.
  package struct Cadence: Sendable, Equatable {
    /// From one DATA tag to the next.
    package var data: Double?
    /// From one INFO tag to the next.
    package var info: Double?
  }
}

/// The two sources that a tag names.
package enum TaggedSource: String, Sendable, CaseIterable {
  /// Program Content.
  case pc
  /// Final Distributor.
  case fd

  /// Its short name in messages.
  var name: String { rawValue.uppercased() }

  /// Its CID in a payload; nil where it cannot be read.
  func cid(_ payload: NielsenPayload) -> ContentID? {
    switch self {
    case .pc: payload.pcCID
    case .fd: payload.fdCID
    }
  }

  /// Its offset in a payload; nil where it cannot be read.
  func offset(_ payload: NielsenPayload) -> Int? {
    switch self {
    case .pc: payload.pcOffset
    case .fd: payload.fdOffset
    }
  }

  func values(_ template: ChannelTemplate) -> ChannelTemplate.Source {
    switch self {
    case .pc: template.pc
    case .fd: template.fd
    }
  }
}
