import Conformance
import Formats
import ID3
import NielsenTag
import System
import TimedMetadata

/// A row of `extract`: one timed ID3 tag.
package struct ExtractRow: RecordRow {
  /// The input, as the user named it.
  package let input: String
  /// The place of the tag among all tags of the input, from 0.
  package let index: Int
  package let tag: TimedTag
  /// The index of the first tag with the same bytes, when that is of another rendition.
  package let sameAs: Int?
  /// Seconds without a DATA tag in its stream just before this one, where they are too many. For text output:
  /// programs see it in the times.
  package let gap: Double?

  package init(
    input: String,
    index: Int,
    tag: TimedTag,
    sameAs: Int? = nil,
    gap: Double? = nil
  ) {
    self.input = input
    self.index = index
    self.tag = tag
    self.sameAs = sameAs
    self.gap = gap
  }

  /// A tag has no URL.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv]

  package typealias Fields = TimedTagFields
}

extension ExtractRow {
  /// The columns of the table.
  package static let columns = [
    TableColumn("#", width: 4, alignment: .right),
    TableColumn("TIME", width: 9, alignment: .right),
    TableColumn("PID", width: 4, alignment: .right),
    TableColumn("KIND", width: 4),
    TableColumn("CID", width: cidLength + 1),
    TableColumn("SEQ", width: 5, alignment: .right),
    TableColumn("FIRST TAG TIME", width: 20, isOptional: true),
    TableColumn("SPAN", width: 4, alignment: .right, isOptional: true),
    TableColumn("PC+", width: 5, alignment: .right, isOptional: true),
    TableColumn("FD+", width: 5, alignment: .right, isOptional: true),
    TableColumn("DETAILS", width: 8),
  ]

  /// The characters of a CID that are shown: they tell the channels of a network apart.
  private static let cidLength = 8

  /// The line between two tags of a stream that are too far apart.
  package var lineAbove: TableCell? {
    guard let gap else { return nil }
    let place = tag.rendition.map { " in \($0)" } ?? ""
    return TableCell("gap of \(Int(min(gap, 1e9).rounded())) s\(place)", .bad)
  }

  /// The cells of the table.
  package var cells: [TableCell] {
    let nielsen = tag.nielsen
    return [
      TableCell(index),
      TableCell(tag.time.flatMap(Decimals.fixed)),
      TableCell(tag.pid),
      TableCell(kind, nielsen?.kind == .info ? .accent : .none),
      TableCell(cid.map { "\($0.prefix(Self.cidLength))…" }),
      TableCell(nielsen?.sequence),
      TableCell(nielsen?.firstTagTime.flatMap { UTCTime.text($0) }),
      TableCell(span),
      TableCell(nielsen?.pcOffset),
      TableCell(nielsen?.fdOffset),
      TableCell(
        (origin + content).joined(separator: ", "),
        tag.notes.isEmpty ? .none : .warning,
        room: origin.joined(separator: ", ").count
      ),
    ]
  }

  /// The CID of the final distributor, as in the table of `watch`; else that of the program.
  private var cid: String? {
    [tag.nielsen?.fdCID, tag.nielsen?.pcCID].compactMap { $0 }.first { !$0.isNull }?.text
  }

  private var kind: String { tag.nielsen?.kind.rawValue ?? "id3" }

  /// Seconds from the first to the last tag time.
  private var span: String? {
    guard let first = tag.nielsen?.firstTagTime, let last = tag.nielsen?.lastTagTime else {
      return nil
    }
    return "\(last - first)s"
  }

  /// Where the tag was: about as long in every row of an input.
  private var origin: [String] {
    var parts: [String] = []
    // Number 1 is that of nearly all streams with one program.
    if let program = tag.program, program != 1, tag.rendition == nil {
      parts.append("program \(program)")
    }
    if let rendition = tag.rendition { parts.append(rendition) }
    if let segment = tag.segment { parts.append(Self.lastComponent(of: segment)) }
    return parts
  }

  /// The notes, and for a tag that is not Nielsen's what is in it: of any length.
  private var content: [String] {
    var parts: [String] = []
    if tag.nielsen == nil {
      parts += tag.tag?.frames.map(\.summary) ?? ["\(tag.bytes.count) bytes"]
    }
    if let sameAs { parts.append("same as #\(sameAs)") }
    return parts + tag.notes.map(\.rawValue)
  }

  /// The last part of a URI, which identifies it best.
  private static func lastComponent(of uri: String) -> String {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? uri
  }
}

extension ID3Frame {
  /// The frame in a few words.
  fileprivate var summary: String {
    switch content {
    case .priv(let owner, _), .uniqueFileIdentifier(let owner, _): "\(id) \(owner)"
    case .text(_, let values): "\(id) \(values.joined(separator: " / "))"
    case .userText(_, let description, let values):
      "\(id) \(description)=\(values.joined(separator: " / "))"
    case .url(let url): "\(id) \(url)"
    case .userURL(_, let description, let url): "\(id) \(description)=\(url)"
    case .comment(_, _, _, let text): "\(id) \(text)"
    case .object(_, _, let fileName, _, let data): "\(id) \(fileName) (\(data.count) bytes)"
    case .picture(let picture): "\(id) \(picture.mimeType) (\(picture.byteCount) bytes)"
    case .popularimeter(let email, let rating, _): "\(id) \(email) \(rating)"
    case .transformed(let body): "\(id) (\(body.bytes.count) bytes)"
    case .data(let data): "\(id) (\(data.count) bytes)"
    }
  }
}

/// Notices the times without DATA tags in each stream of an input, for the table of `extract`.
package struct DataTagGaps {
  private var lastTimes: [Stream: Double] = [:]

  private struct Stream: Hashable {
    var rendition: String?
    var program: Int?
    var pid: Int?
  }

  /// Makes a memory without tags.
  package init() {}

  /// Takes the next tag of the input.
  /// - Returns: Seconds since the DATA tag before it in its stream, where they are over the limit.
  package mutating func gap(before tag: TimedTag) -> Double? {
    guard tag.nielsen?.kind == .data, let time = tag.time, time.isFinite else { return nil }
    let stream = Stream(rendition: tag.rendition, program: tag.program, pid: tag.pid)
    let last = lastTimes.updateValue(time, forKey: stream)
    guard let last, time - last > RuleDescription.cadenceGapLimit else { return nil }
    return time - last
  }
}
