import NielsenTag
import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

private let tag = StreamBuilder.tag(1)
private let fragment = ISO.fragment(ISO.Fragment(at: 0, duration: 90_000))
private let movie = ISO.fileType() + ISO.movie(ISO.Track())

/// An input with messages, and the expected notes.
struct MessageCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The expected notes of each tag.
  let tags: [[NoteID]]
  /// The expected notes about the stream.
  let notes: [NoteID]

  init(_ name: String, _ bytes: [UInt8]..., tags: [[NoteID]] = [], notes: [NoteID] = []) {
    self.name = name
    self.bytes = bytes.flatMap { $0 }
    self.tags = tags
    self.notes = notes
  }

  var testDescription: String { name }

  /// A movie, messages, and the fragment after them.
  private static func file(
    _ name: String,
    _ messages: [UInt8]...,
    tags: [[NoteID]] = [],
    notes: [NoteID] = []
  ) -> MessageCase {
    MessageCase(name, movie, messages.flatMap { $0 }, fragment, tags: tags, notes: notes)
  }

  private static let plainID3: [UInt8] =
    [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 13] + Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0, 3]
    + Array("ab".utf8)

  private static let schemes: [MessageCase] = [
    .file(
      "a version 1 message with the AOM scheme has no notes",
      ISO.message(tag, at: 0),
      tags: [[]]
    ),
    .file(
      "a version 0 message with the AOM scheme is reported",
      ISO.message(tag, after: 0, scheme: ISO.aomedia),
      tags: [["emsg-version"]]
    ),
    .file(
      "a version 0 message with the Nielsen scheme has no notes",
      ISO.message(tag, after: 0),
      tags: [[]]
    ),
    .file(
      "a version 1 message with the Nielsen scheme has no notes",
      ISO.message(tag, at: 0, scheme: ISO.nielsen),
      tags: [[]]
    ),
    .file(
      "a message with Apple's old ID3 scheme is reported",
      ISO.message(tag, at: 0, scheme: "https://developer.apple.com/streaming/emsg-id3"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "a message with the ID3 scheme of id3.org is reported",
      ISO.message(tag, after: 0, scheme: "http://www.id3.org/", value: "502"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "a message of another scheme with a Nielsen tag is reported",
      ISO.message(tag, at: 0, scheme: "urn:x"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "a message of another scheme with an ID3 tag of another kind is reported",
      ISO.message(plainID3, at: 0, scheme: "urn:x"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "a message of another scheme without an ID3 tag is skipped",
      ISO.message(Array("mark".utf8), at: 0, scheme: "urn:scte:scte35:2013:bin")
    ),
    .file(
      "a message without a scheme is reported",
      ISO.message(Array("mark".utf8), at: 0, scheme: ""),
      notes: ["emsg-without-scheme"]
    ),
    .file(
      "a message with an ID3 scheme but no ID3 tag is reported",
      ISO.message(Array("mark".utf8), at: 0),
      notes: ["emsg-message-data"]
    ),
  ]

  private static let contents: [MessageCase] = [
    .file("a tag without a Nielsen frame is read", ISO.message(plainID3, at: 0), tags: [[]]),
    .file(
      "zeros after the tag are reported",
      ISO.message(tag + [0, 0, 0], at: 0),
      tags: [[]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "bytes after the tag are reported",
      ISO.message(tag + [1, 2, 3], at: 0),
      tags: [["tag-trailing-bytes"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "two tags in one message are read and reported",
      ISO.message(tag + plainID3, at: 0),
      tags: [["emsg-message-data"], ["emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "bytes before the tag are reported",
      ISO.message([1, 2] + tag, at: 0),
      tags: [["emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "a Nielsen payload without a tag around it is read and reported",
      ISO.message(Array(NielsenPayload.ownerPrefix.utf8) + tag.dropFirst(36).dropLast(2), at: 0),
      tags: [["tag-truncated", "emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "a tag that is cut in a complete box is reported as truncated",
      ISO.message(Array(tag.prefix(200)), at: 0),
      tags: [["tag-truncated", "emsg-message-data"]],
      notes: ["tag-truncated"]
    ),
    .file(
      "a tag without its first five bytes is restored",
      ISO.message(Array(tag.dropFirst(5)), at: 0),
      tags: [["recovered-header", "ffmpeg-stripped-header"]]
    ),
    .file(
      "a message in the text form with Base64 is read and reported",
      ISO.message(
        Array("type=nielsen_tag&payload=\(base64(tag))&x=1".utf8),
        at: 0,
        scheme: "urn:x"
      ),
      tags: [["emsg-scheme", "emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "a message in the text form without a payload is skipped",
      ISO.message(Array("type=nielsen_tag&payload=&x=1".utf8), at: 0, scheme: "urn:x")
    ),
  ]

  private static let repeats: [MessageCase] = [
    .file(
      "a message that is repeated in the same fragment is delivered once",
      ISO.message(tag, at: 0),
      ISO.message(tag, at: 0),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    MessageCase(
      "a message that is repeated in the next fragment is delivered once",
      movie + ISO.message(tag, at: 0) + fragment + ISO.message(tag, at: 0),
      ISO.fragment(ISO.Fragment(at: 90_000, duration: 90_000)),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    MessageCase(
      "a version 0 message that is repeated in the next segment is delivered once",
      movie + ISO.message(tag, after: 100_000) + fragment + ISO.fileType(type: "styp"),
      ISO.message(tag, after: 10_000) + ISO.fragment(ISO.Fragment(at: 90_000, duration: 90_000)),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    .file(
      "a message with the same content at another time is not a repeat",
      ISO.message(tag, at: 0, id: 0),
      ISO.message(tag, at: 9000, id: 0),
      tags: [[], []]
    ),
    .file(
      "a message identifier that is reused for other content is reported",
      ISO.message(tag, at: 0, id: 0),
      ISO.message(plainID3, at: 9000, id: 0),
      tags: [[], ["emsg-id-reuse"]]
    ),
    .file(
      "the same message identifier in two schemes is not reported as reused",
      ISO.message(tag, at: 0),
      ISO.message(plainID3, at: 0, scheme: ISO.nielsen),
      tags: [[], []]
    ),
  ]

  private static let boxes: [MessageCase] = [
    .file(
      "a message of version 2 is reported",
      ISO.box("emsg", [2, 0, 0, 0], tag),
      notes: ["emsg-version"]
    ),
    .file(
      "a message with the timescale 0 is reported",
      ISO.message(tag, at: 0, timescale: 0),
      notes: ["emsg-timescale"]
    ),
    .file(
      "a message whose scheme has no terminating NUL is malformed",
      ISO.box("emsg", [0, 0, 0, 0], Array(ISO.nielsen.utf8)),
      notes: ["emsg-malformed"]
    ),
    .file("an empty message box is malformed", ISO.box("emsg"), notes: ["emsg-malformed"]),
    .file(
      "a message box with a 64-bit size is read",
      ISO.largeBox("emsg", Array(ISO.message(tag, at: 0)[8...])),
      tags: [[]]
    ),
    MessageCase(
      "a message box with the size 0 extends to the end of the input",
      movie + fragment + [0, 0, 0, 0] + ISO.message(tag, at: 0)[4...],
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "the rest of the input after a box size below 8 is skipped",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 0, 7] + Array("free".utf8),
      ISO.message(tag, at: 0, id: 2),
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    MessageCase(
      "a box that extends beyond the end of the input is reported",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 9, 0] + Array("free".utf8) + tag,
      tags: [[]],
      notes: ["ends-within-box"]
    ),
    MessageCase(
      "bytes that are not a box are reported",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 0, 9, 1, 2, 3, 4, 5, 6],
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    MessageCase(
      "a message that the input's end cuts after its Nielsen payload is delivered as truncated",
      movie + fragment + ISO.message(tag, at: 0).dropLast(2),
      tags: [["tag-truncated"]],
      notes: ["ends-within-box", "tag-at-input-end"]
    ),
    MessageCase(
      "a message that the input's end cuts within its Nielsen payload is not delivered",
      movie + fragment + ISO.message(tag, at: 0).dropLast(3),
      notes: ["ends-within-box", "tag-at-input-end"]
    ),
    MessageCase(
      "an input that ends within a box header is reported",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 9],
      tags: [[]],
      notes: ["ends-within-box"]
    ),
    .file(
      "a message of more than 1 MiB is skipped and reported",
      ISO.message([UInt8](repeating: 1, count: 1 << 20), at: 0),
      ISO.message(tag, at: 0),
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    .file("a broken moof is reported", ISO.box("moof", [0, 0, 0, 1]), notes: ["emsg-malformed"]),
    MessageCase(
      "at most 256 tags are read from one message",
      movie + ISO.message((0...256).flatMap { _ in Array(plainID3) }, at: 0) + fragment,
      tags: [[NoteID]](repeating: ["emsg-message-data"], count: 256),
      notes: ["emsg-message-data"]
    ),
  ]

  private static let positions: [MessageCase] = [
    MessageCase(
      "a message before ftyp is misplaced",
      ISO.message(tag, at: 0) + movie + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "a message between ftyp and moov is misplaced",
      ISO.fileType() + ISO.message(tag, at: 0) + ISO.movie(ISO.Track()) + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "a message between moof and mdat is misplaced",
      movie + ISO.box("moof") + ISO.message(tag, at: 0) + ISO.box("mdat") + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "a message before styp is not misplaced",
      movie + ISO.message(tag, at: 0) + ISO.fileType(type: "styp") + fragment,
      tags: [[]]
    ),
    MessageCase(
      "a message after the last fragment is misplaced",
      movie + fragment + ISO.message(tag, at: 0),
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "a message between two fragments is not misplaced",
      movie + fragment + ISO.message(tag, at: 180_000)
        + ISO.fragment(ISO.Fragment(at: 180_000, duration: 90_000)),
      tags: [[]]
    ),
    MessageCase(
      "a message between a fragment and a truncated fragment is not misplaced",
      movie + fragment + ISO.message(tag, at: 0)
        + ISO.fragment(ISO.Fragment(at: 180_000, duration: 90_000)).prefix(40),
      tags: [[]],
      notes: ["ends-within-box"]
    ),
  ]

  static let all = schemes + contents + repeats + boxes + positions
}

/// Base64 with padding, as a connector writes it.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for index in 0...group.count { text.append(alphabet[value >> (18 - 6 * index) & 63]) }
    text += String(repeating: "=", count: 3 - group.count)
  }
  return text
}
