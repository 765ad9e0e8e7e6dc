import TimedMetadata

/// Words that several facts share.
enum MissedFor {
  static let alignment = "data_alignment_indicator 0"
  static let size = "PES_packet_length ends before the tag"
  static let short = "PES_packet_length is larger than the PES"
  static let notFirst = "not the first tag in its PES"
  static let streamType = "stream_type not 0x15"
  static let secondPID = "second ID3 PID"
  static let strippedHeader = "tag header stripped"
  static let repeatedID = "event id repeated"
  static let undeclared = "PID not declared as ID3"
  static let noOwner = "no PRIV frame with a Nielsen owner"
  static let notAtStart = "not at the first byte of its PES"
  static let repeatedCounter = "continuity counter repeated: dropped as a duplicate"
  static let split = "tag over several PES"
  static let truncated = "tag cut short"
  static let openOwner = "owner of a PRIV frame without zero byte"
  static let noPTS = "no PTS"
  static let media = "no audio or video in the program"
  static let nextMap = "PMT with current_next_indicator 0"
  static let invalidMessage = "emsg without scheme, or of a version other than 0 and 1"
  static let invalidText = "text that is not UTF-8 as declared"
  static let declaredInMPD = "scheme and value not in the MPD"

  /// Of a variant that comes without tags.
  static func none(in variant: String) -> String { "\(noneStart)\(Words.printable(variant))" }

  private static let noneStart = "no tag in "

  /// The remedy for a reason, if it is more specific than that of the player's rule; nil: the rule's.
  static func remedy(for reason: PlayerJudge.Reason) -> String? {
    switch reason {
    case strippedHeader:
      "Pass the tag on from its first byte: FFmpeg 5.x and older cut its header off."
    case alignment: "Set data_alignment_indicator in the PES of each tag."
    case size: "Make PES_packet_length fit the tag in the PES."
    case short: "Make PES_packet_length fit the bytes that follow."
    case notFirst: "Give every tag a PES packet of its own."
    case streamType: "Declare the PID of the tags with stream_type 0x15."
    case secondPID: "Name the PID of the tags before other ID3 PIDs, or use one PID."
    case undeclared: "Declare the PID of the tags in the PMT."
    case noOwner: "Pass on the PRIV frame of the tag with its owner."
    case notAtStart: "Let the tag begin at the first byte of its PES."
    case repeatedCounter: "Count the continuity counter up with every packet of the tags."
    case repeatedID: "Count the id of the event messages up."
    case split: "Write each tag into one PES packet."
    case truncated: "Write the tag to its last byte."
    case openOwner: "End the owner of the PRIV frame with a zero byte."
    case declaredInMPD: "Name scheme and value in an InbandEventStream of the MPD."
    case _ where reason.hasPrefix(noneStart):
      "Let the packager pass the tags on into the variant, or into each of its audio renditions."
    case _ where reason.hasPrefix(noPTS): "Write a PTS into each PES."
    default: nil
    }
  }
}

/// Words about carriages of which nothing is known for a player.
enum NotExamined {
  /// By carriage. An event track is for packagers, and a text for no player: nothing is said about them.
  static let words: [Carriage: String] = [
    .tsPES: "tags in a transport stream: not examined",
    .packedAudio: "tags in packed audio: not examined",
    .emsg: "tags in emsg: not examined",
    .mpdEvent: "tags in an EventStream of the MPD: not examined",
  ]
}
