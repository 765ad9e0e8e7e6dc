import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

/// Templates for tests.
enum MadeTemplate {
  /// A template from the JSON text of its fields, without version and channel.
  static func with(_ fields: String) throws -> ChannelTemplate {
    try ChannelTemplate(json: Array(#"{"version": 1, "channel": "a", \#(fields)}"#.utf8))
  }

  /// The CIDs of the tags that `MadeTag` makes.
  static func cids() throws -> (pc: ContentID, fd: ContentID) {
    let element = try #require(SyntheticTags(seed: 7).first { $0.kind == .data })
    return (element.content.pcCID, element.content.fdCID)
  }

  /// A CID that `MadeTag` does not use.
  static let other = ContentID(bytes: [UInt8](repeating: 7, count: 16)) ?? .null
}
