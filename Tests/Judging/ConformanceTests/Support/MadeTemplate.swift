import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

/// Templates for tests.
enum MadeTemplate {
  /// A template with these fields besides its version and channel, as a file has them.
  static func with(_ fields: String) throws -> ChannelTemplate {
    try ChannelTemplate(json: Array(#"{"version": 1, "channel": "a", \#(fields)}"#.utf8))
  }

  /// The CIDs of the tags that `MadeTag` makes.
  static func cids() throws -> (pc: ContentID, fd: ContentID) {
    let element = try #require(SyntheticTags(seed: 7).first { $0.kind == .data })
    return (element.content.pcCID, element.content.fdCID)
  }

  /// Another CID than those.
  static let other = ContentID(bytes: [UInt8](repeating: 7, count: 16)) ?? .null
}
