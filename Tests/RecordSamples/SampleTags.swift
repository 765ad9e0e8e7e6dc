import ID3
import NielsenTag
import TimedMetadata

/// Tags for the tests of rows.
package enum SampleTags {
  /// A public example payload: Adobe Primetime TVSDK for iOS, "Parsing Nielsen ID3 tags".
  package static let payload =
    "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/"
    + "CE0C61TsDo0jIrNn9N2yTPe6nVG3dHZHfgS52fJeQjf9fJCga9tj4OW4NXPZ9fI1mx0gfYUPBXnjqolHemZPtn_F"
    + "CoNg8Dqw8-Auruf15fU04pJfXTTN0IgZ4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvVjmPIdY5jyRQTA="
    + "/00000/21778/00"

  /// A DATA tag as a transport stream carries it.
  package static func data() throws -> TimedTag {
    let tag = ID3Tag(
      version: .v24,
      isExperimental: true,
      frames: [.priv(owner: payload, data: [0x41])]
    )
    return TimedTag(
      carriage: .tsPES,
      program: 1,
      pid: 258,
      offset: 3384,
      pts: 900_000,
      time: 8.567,
      bytes: try tag.encoded(),
      tag: tag,
      nielsen: NielsenPayload(owner: payload),
      notes: ["recovered-header"]
    )
  }

  /// Bytes that start like a tag but hold none.
  package static func broken() -> TimedTag {
    TimedTag(
      carriage: .packedAudio,
      rendition: "audio",
      segment: "a,1.aac",
      wallClock: 1_491_483_783.5,
      bytes: Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 1, 0],
      tag: nil,
      nielsen: nil
    )
  }
}
