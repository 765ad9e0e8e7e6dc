import NielsenTag
import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

private let tag = StreamBuilder.tag(1)
private let fragment = ISO.fragment(ISO.Fragment(at: 0, duration: 90_000))
private let movie = ISO.fileType() + ISO.movie(ISO.Track())

/// Messages with one irregularity, and the expected notes.
struct MessageCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// Notes of each tag.
  let tags: [[NoteID]]
  /// Notes of the stream.
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
    .file("version 1, AOM", ISO.message(tag, at: 0), tags: [[]]),
    .file(
      "version 0, AOM",
      ISO.message(tag, after: 0, scheme: ISO.aomedia),
      tags: [["emsg-version"]]
    ),
    .file("version 0, Nielsen", ISO.message(tag, after: 0), tags: [[]]),
    .file("version 1, Nielsen", ISO.message(tag, at: 0, scheme: ISO.nielsen), tags: [[]]),
    .file(
      "Apple's old scheme",
      ISO.message(tag, at: 0, scheme: "https://developer.apple.com/streaming/emsg-id3"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "id3.org",
      ISO.message(tag, after: 0, scheme: "http://www.id3.org/", value: "502"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "another scheme with a Nielsen tag",
      ISO.message(tag, at: 0, scheme: "urn:x"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "another scheme with another tag",
      ISO.message(plainID3, at: 0, scheme: "urn:x"),
      tags: [["emsg-scheme"]]
    ),
    .file(
      "another scheme without ID3",
      ISO.message(Array("mark".utf8), at: 0, scheme: "urn:scte:scte35:2013:bin")
    ),
    .file(
      "no scheme",
      ISO.message(Array("mark".utf8), at: 0, scheme: ""),
      notes: ["emsg-without-scheme"]
    ),
    .file(
      "an ID3 scheme without ID3",
      ISO.message(Array("mark".utf8), at: 0),
      notes: ["emsg-message-data"]
    ),
  ]

  private static let contents: [MessageCase] = [
    .file("another owner", ISO.message(plainID3, at: 0), tags: [[]]),
    .file(
      "zeros behind the tag",
      ISO.message(tag + [0, 0, 0], at: 0),
      tags: [[]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "bytes behind the tag",
      ISO.message(tag + [1, 2, 3], at: 0),
      tags: [["tag-trailing-bytes"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "two tags",
      ISO.message(tag + plainID3, at: 0),
      tags: [["emsg-message-data"], ["emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "bytes before the tag",
      ISO.message([1, 2] + tag, at: 0),
      tags: [["emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "the payload without its tag",
      ISO.message(Array(NielsenPayload.ownerPrefix.utf8) + tag.dropFirst(36).dropLast(2), at: 0),
      tags: [["tag-truncated", "emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "a tag cut short",
      ISO.message(Array(tag.prefix(200)), at: 0),
      tags: [["tag-truncated", "emsg-message-data"]],
      notes: ["tag-truncated"]
    ),
    .file(
      "a tag without its first five bytes",
      ISO.message(Array(tag.dropFirst(5)), at: 0),
      tags: [["recovered-header", "ffmpeg-stripped-header"]]
    ),
    .file(
      "the text form with base64",
      ISO.message(
        Array("type=nielsen_tag&payload=\(base64(tag))&x=1".utf8),
        at: 0,
        scheme: "urn:x"
      ),
      tags: [["emsg-scheme", "emsg-message-data"]],
      notes: ["emsg-message-data"]
    ),
    .file(
      "the text form without a payload",
      ISO.message(Array("type=nielsen_tag&payload=&x=1".utf8), at: 0, scheme: "urn:x")
    ),
  ]

  private static let repeats: [MessageCase] = [
    .file(
      "a message repeated in the same fragment",
      ISO.message(tag, at: 0),
      ISO.message(tag, at: 0),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    MessageCase(
      "a message repeated in the next fragment",
      movie + ISO.message(tag, at: 0) + fragment + ISO.message(tag, at: 0),
      ISO.fragment(ISO.Fragment(at: 90_000, duration: 90_000)),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    MessageCase(
      "a version 0 message repeated in the next segment",
      movie + ISO.message(tag, after: 100_000) + fragment + ISO.fileType(type: "styp"),
      ISO.message(tag, after: 10_000) + ISO.fragment(ISO.Fragment(at: 90_000, duration: 90_000)),
      tags: [[]],
      notes: ["emsg-duplicate"]
    ),
    .file(
      "the same content at another time",
      ISO.message(tag, at: 0, id: 0),
      ISO.message(tag, at: 9000, id: 0),
      tags: [[], []]
    ),
    .file(
      "one identifier for two contents",
      ISO.message(tag, at: 0, id: 0),
      ISO.message(plainID3, at: 9000, id: 0),
      tags: [[], ["emsg-id-reuse"]]
    ),
    .file(
      "one identifier in two schemes",
      ISO.message(tag, at: 0),
      ISO.message(plainID3, at: 0, scheme: ISO.nielsen),
      tags: [[], []]
    ),
  ]

  private static let boxes: [MessageCase] = [
    .file("version 2", ISO.box("emsg", [2, 0, 0, 0], tag), notes: ["emsg-version"]),
    .file("timescale 0", ISO.message(tag, at: 0, timescale: 0), notes: ["emsg-timescale"]),
    .file(
      "a scheme without its end",
      ISO.box("emsg", [0, 0, 0, 0], Array(ISO.nielsen.utf8)),
      notes: ["emsg-malformed"]
    ),
    .file("an empty box", ISO.box("emsg"), notes: ["emsg-malformed"]),
    .file("a 64-bit size", ISO.largeBox("emsg", Array(ISO.message(tag, at: 0)[8...])), tags: [[]]),
    MessageCase(
      "size 0: to the end",
      movie + fragment + [0, 0, 0, 0] + ISO.message(tag, at: 0)[4...],
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "a size below 8",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 0, 7] + Array("free".utf8),
      ISO.message(tag, at: 0, id: 2),
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    MessageCase(
      "a box past the end",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 9, 0] + Array("free".utf8) + tag,
      tags: [[]],
      notes: ["ends-within-box"]
    ),
    MessageCase(
      "no box where one should start",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 0, 9, 1, 2, 3, 4, 5, 6],
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    MessageCase(
      "a message that the end cuts behind its payload",
      movie + fragment + ISO.message(tag, at: 0).dropLast(2),
      tags: [["tag-truncated"]],
      notes: ["ends-within-box", "tag-at-input-end"]
    ),
    MessageCase(
      "a message that the end cuts inside its payload",
      movie + fragment + ISO.message(tag, at: 0).dropLast(3),
      notes: ["ends-within-box", "tag-at-input-end"]
    ),
    MessageCase(
      "an end within the header of a box",
      movie + ISO.message(tag, at: 0) + fragment + [0, 0, 9],
      tags: [[]],
      notes: ["ends-within-box"]
    ),
    .file(
      "a message of more than 1 MiB",
      ISO.message([UInt8](repeating: 1, count: 1 << 20), at: 0),
      ISO.message(tag, at: 0),
      tags: [[]],
      notes: ["emsg-malformed"]
    ),
    .file("a broken moof", ISO.box("moof", [0, 0, 0, 1]), notes: ["emsg-malformed"]),
    MessageCase(
      "more tags than are read from one message",
      movie + ISO.message((0...256).flatMap { _ in Array(plainID3) }, at: 0) + fragment,
      tags: [[NoteID]](repeating: ["emsg-message-data"], count: 256),
      notes: ["emsg-message-data"]
    ),
  ]

  private static let positions: [MessageCase] = [
    MessageCase(
      "before ftyp",
      ISO.message(tag, at: 0) + movie + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "between ftyp and moov",
      ISO.fileType() + ISO.message(tag, at: 0) + ISO.movie(ISO.Track()) + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "between moof and mdat",
      movie + ISO.box("moof") + ISO.message(tag, at: 0) + ISO.box("mdat") + fragment,
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "before styp",
      movie + ISO.message(tag, at: 0) + ISO.fileType(type: "styp") + fragment,
      tags: [[]]
    ),
    MessageCase(
      "after the last fragment",
      movie + fragment + ISO.message(tag, at: 0),
      tags: [["emsg-position"]],
      notes: ["emsg-position"]
    ),
    MessageCase(
      "after a fragment, and before the next",
      movie + fragment + ISO.message(tag, at: 180_000)
        + ISO.fragment(ISO.Fragment(at: 180_000, duration: 90_000)),
      tags: [[]]
    ),
    MessageCase(
      "after a fragment, in front of one that was cut off",
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
