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

  /// A DATA tag as carried in a transport stream.
  package static func data() throws -> TimedTag {
    let tag = ID3Tag(
      version: .v24,
      isExperimental: true,
      frames: [.priv(owner: payload, data: [0x41])]
    )
    var sample = TimedTag(.transportStream(TransportFacts()), bytes: try tag.encoded())
    (sample.program, sample.pid, sample.offset) = (1, 258, 3384)
    (sample.pts, sample.time) = (900_000, 8.567)
    (sample.tag, sample.nielsen) = (tag, NielsenPayload(owner: payload))
    sample.notes = ["recovered-header"]
    return sample
  }

  /// Bytes that start like a tag but do not contain one.
  package static func broken() -> TimedTag {
    var sample = TimedTag(
      .packedAudio(codec: nil, precedingFrame: nil),
      bytes: Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 1, 0]
    )
    (sample.rendition, sample.segment) = ("audio", "a,1.aac")
    sample.wallClock = 1_491_483_783.5
    return sample
  }
}
