import TestSupport
import TimedMetadata
import TransportStream

private typealias Builder = StreamBuilder

private func stream(_ payloads: [UInt8]...) -> (inout StreamBuilder) -> Void {
  { builder in
    builder.tables()
    builder.audio(pts: 900_000)
    for (index, payload) in payloads.enumerated() {
      builder.id3(payload, pts: 900_000 + Int64(index) * 90_000)
    }
  }
}

private let tag = StreamBuilder.tag(0)

/// A tag with another version, other flags and other sizes around the same Nielsen frame.
private func tag(_ major: UInt8, flags: UInt8, body: [UInt8], footer: [UInt8] = []) -> [UInt8] {
  [0x49, 0x44, 0x33, major, 0, flags, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F)]
    + body + footer
}

private let frame = Array(tag.dropFirst(10))
private let privateBody = Array(frame.dropFirst(10))

/// Edge cases of the bytes of a tag.
let tagCases: [EdgeCase] = [
  EdgeCase(
    "a tag header without its first five bytes is restored",
    tags: [tag],
    tagNotes: ["recovered-header", "ffmpeg-stripped-header"],
    build: stream(Array(tag.dropFirst(5)))
  ),
  EdgeCase(
    "a tag header of which all ten bytes were stripped is restored",
    tags: [tag],
    tagNotes: ["recovered-header", "ffmpeg-stripped-header"],
    build: stream(Array(tag.dropFirst(10)))
  ),
  EdgeCase(
    "a stripped header is restored even if zeros follow the tag",
    tags: [tag],
    tagNotes: ["recovered-header", "ffmpeg-stripped-header"],
    build: stream(Array(tag.dropFirst(5)) + [0, 0, 0])
  ),
  EdgeCase(
    "a Nielsen payload without an ID3 tag around it is delivered",
    tags: [StreamBuilder.payload(0)],
    tagNotes: ["tag-truncated"],
    build: stream([1, 2, 3] + StreamBuilder.payload(0) + [0])
  ),
  EdgeCase(
    "a tag that declares more bytes than its payload has is truncated",
    tags: [
      Array(tag.prefix(8)) + [3, 5] + tag.dropFirst(10)
    ],
    tagNotes: ["tag-truncated", "tag-header"],
    streamNotes: ["tag-truncated"],
    build: stream(Array(tag.prefix(8)) + [3, 5] + tag.dropFirst(10))
  ),
  EdgeCase(
    "other bytes after a tag in its PES packet are reported",
    tags: [tag, StreamBuilder.tag(1)],
    tagNotes: ["tag-trailing-bytes"],
    build: stream(tag + [0, 0x41, 0, 0x7F], StreamBuilder.tag(1))
  ),
  EdgeCase(
    "zeros after a tag are ignored",
    tags: [tag],
    tagNotes: [],
    build: stream(tag + [0, 0, 0, 0])
  ),
  EdgeCase(
    "a second tag after other bytes is read",
    tags: [tag, StreamBuilder.tag(1)],
    tagNotes: ["tag-trailing-bytes", "pes-multiple-tags"],
    build: stream(tag + [1, 2, 3] + StreamBuilder.tag(1))
  ),
  EdgeCase(
    "a Nielsen tag of version 2.3 is reported",
    tags: [
      tag(3, flags: 0, body: Array("PRIV".utf8) + [0, 0, 0, 251, 0, 0] + privateBody)
    ],
    tagNotes: ["tag-header"],
    build: stream(tag(3, flags: 0, body: Array("PRIV".utf8) + [0, 0, 0, 251, 0, 0] + privateBody))
  ),
  EdgeCase(
    "an unsynchronised Nielsen tag is reported",
    tags: [tag(4, flags: 0x80, body: frame)],
    tagNotes: ["tag-header"],
    build: stream(tag(4, flags: 0x80, body: frame))
  ),
  EdgeCase(
    "a Nielsen tag with an extended header is reported",
    tags: [tag(4, flags: 0x40, body: [0, 0, 0, 6, 1, 0] + frame)],
    tagNotes: ["tag-header"],
    build: stream(tag(4, flags: 0x40, body: [0, 0, 0, 6, 1, 0] + frame))
  ),
  EdgeCase(
    "a Nielsen tag with a footer is reported",
    tags: [
      tag(4, flags: 0x10, body: frame, footer: Array("3DI".utf8) + [4, 0, 0x10, 0, 0, 2, 5])
    ],
    tagNotes: ["tag-header"],
    build: stream(
      tag(4, flags: 0x10, body: frame, footer: Array("3DI".utf8) + [4, 0, 0x10, 0, 0, 2, 5])
    )
  ),
  EdgeCase(
    "a PRIV frame whose owner has no NUL is reported",
    tags: [
      tag(
        4,
        flags: 0x20,
        body: Array("PRIV".utf8) + [0, 0, 1, 121, 0, 0] + privateBody.dropLast(2)
      )
    ],
    tagNotes: ["tag-header", "tag-trailer"],
    build: stream(
      tag(
        4,
        flags: 0x20,
        body: Array("PRIV".utf8) + [0, 0, 1, 121, 0, 0] + privateBody.dropLast(2)
      )
    )
  ),
  EdgeCase(
    "a PRIV frame with empty private data is reported",
    tags: [
      tag(
        4,
        flags: 0x20,
        body: Array("PRIV".utf8) + [0, 0, 1, 122, 0, 0] + privateBody.dropLast(1)
      )
    ],
    tagNotes: ["tag-header", "tag-trailer"],
    build: stream(
      tag(
        4,
        flags: 0x20,
        body: Array("PRIV".utf8) + [0, 0, 1, 122, 0, 0] + privateBody.dropLast(1)
      )
    )
  ),
  EdgeCase(
    "a Nielsen payload in a frame other than PRIV is reported",
    tags: [tag(4, flags: 0x20, body: Array("GEOB".utf8) + frame.dropFirst(4))],
    tagNotes: ["tag-header"],
    build: stream(tag(4, flags: 0x20, body: Array("GEOB".utf8) + frame.dropFirst(4)))
  ),
  EdgeCase(
    "a compressed tag of version 2.2 is delivered without being parsed",
    tags: [tag(2, flags: 0x40, body: [1, 2, 3])],
    tagNotes: ["unparsed-tag"],
    build: stream(tag(2, flags: 0x40, body: [1, 2, 3]))
  ),
  EdgeCase(
    "a tag of 2.4 MB in a PES packet without a length is read",
    tags: [pictureTag, StreamBuilder.tag(1)],
    tagNotes: ["pes-length"],
    build: {
      $0.tables()
      $0.audio(pts: 900_000)
      $0.id3(pictureTag, pts: 900_000, length: .fixed(0))
      $0.id3(StreamBuilder.tag(1), pts: 990_000)
    }
  ),
]

/// A tag of 2.4 MB.
private let pictureTag: [UInt8] = {
  let size = 2_400_000
  let synchsafe = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  let frameSize = [21, 14, 7, 0].map { UInt8((size - 10) >> $0 & 0x7F) }
  return [0x49, 0x44, 0x33, 4, 0, 0] + synchsafe + Array("APIC".utf8) + frameSize + [0, 0]
    + Array("\0image/png\0\u{3}\0".utf8) + [UInt8](repeating: 0x5A, count: size - 10 - 13)
}()
