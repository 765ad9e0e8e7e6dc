import Conformance
import Formats
import ID3
import NielsenTag
import System
import TimedMetadata

/// A row of `extract`: one timed ID3 tag.
package struct ExtractRow: RecordRow {
  package let input: String
  package let index: Int
  package let tag: TimedTag
  /// The index of the first tag with the same bytes, if that tag is in another rendition.
  package let sameAs: Int?
  /// The time since the previous DATA tag of the same stream, in seconds. Nil unless it exceeds the limit of
  /// `cadence-gap`. Only the text shows the gap.
  package let gap: Double?

  package init(
    input: String,
    index: Int,
    tag: TimedTag,
    sameAs: Int? = nil,
    gap: Double? = nil
  ) {
    (self.input, self.index, self.tag, self.sameAs, self.gap) = (input, index, tag, sameAs, gap)
  }

  /// All formats of rows except `url`: a tag has no URL.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv]

  package typealias Fields = TimedTagFields
}

extension ExtractRow {
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

  /// The number of characters of a CID that are shown: enough to distinguish the channels of a network.
  private static let cidLength = 8

  /// The line above a tag that follows a gap. Nil if there is no gap.
  package var lineAbove: TableCell? {
    guard let gap else { return nil }
    let place = tag.rendition.map { " in \($0)" } ?? ""
    return TableCell("gap of \(Int(min(gap, 1e9).rounded())) s\(place)", .bad)
  }

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

  /// The CID of the Final Distributor or, if it is null or missing, of the Program Content. Nil if there is neither.
  private var cid: String? {
    [tag.nielsen?.fdCID, tag.nielsen?.pcCID].compactMap { $0 }.first { !$0.isNull }?.text
  }

  private var kind: String { tag.nielsen?.kind.rawValue ?? "id3" }

  /// The time from the first to the last tag time, such as `10s`.
  private var span: String? {
    guard let first = tag.nielsen?.firstTagTime, let last = tag.nielsen?.lastTagTime else {
      return nil
    }
    return "\(last - first)s"
  }

  /// The program, rendition and segment of the tag, which have about the same length in all rows of an input.
  private var origin: [String] {
    var parts: [String] = []
    // In nearly all streams with a single program, the program has the number 1.
    if let program = tag.program, program != 1, tag.rendition == nil {
      parts.append("program \(program)")
    }
    if let rendition = tag.rendition { parts.append(rendition) }
    if let segment = tag.segment { parts.append(Self.lastComponent(of: segment)) }
    return parts
  }

  /// The frames of a tag that is not Nielsen's, the first equal tag, and the notes, all of which vary in length.
  private var content: [String] {
    var parts: [String] = []
    if tag.nielsen == nil {
      parts += tag.tag?.frames.map(\.summary) ?? ["\(tag.bytes.count) bytes"]
    }
    if let sameAs { parts.append("same as #\(sameAs)") }
    return parts + tag.notes.map(\.rawValue)
  }

  /// The last component of a URI's path, which is usually the part that identifies it.
  private static func lastComponent(of uri: String) -> String {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? uri
  }
}

extension ID3Frame {
  /// The id and the main content of the frame, for the table.
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

/// Finds gaps between the DATA tags of each stream, for the table of `extract`.
package struct DataTagGaps {
  private var lastTimes: [Stream: Double] = [:]

  private struct Stream: Hashable {
    var rendition: String?
    var program: Int?
    var pid: Int?
  }

  package init() {}

  /// Takes the next tag of the input.
  /// - Returns: The time since the previous DATA tag of the same stream, in seconds. Nil unless it exceeds the limit of
  ///   `cadence-gap`.
  package mutating func gap(before tag: TimedTag) -> Double? {
    guard tag.nielsen?.kind == .data, let time = tag.time, time.isFinite else { return nil }
    let stream = Stream(rendition: tag.rendition, program: tag.program, pid: tag.pid)
    let last = lastTimes.updateValue(time, forKey: stream)
    guard let last, time - last > RuleDescription.cadenceGapLimit else { return nil }
    return time - last
  }
}
