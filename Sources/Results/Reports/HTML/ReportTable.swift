import Conformance
import Formats
import Records

/// The table of inputs with its filters. The script filters and sorts its rows.
struct ReportTable {
  let report: Report
  let index: ReportIndex
  private let folder: String
  /// The inputs whose details are printed on paper, so that the printed table leaves them out.
  let blocks: Set<Int>

  private static let shownFolders = 100
  private static let longestProblem = 160

  init(report: Report, index: ReportIndex, blocks: Set<Int>) {
    (self.report, self.index, self.blocks) = (report, index, blocks)
    folder = InputName.commonFolder(report.inputs.map(\.name))
  }

  var opening: HTML {
    let hasStrips = index.hasStrips
    let sorts: [(String, HTML, Bool)] = [
      ("verdict", "Verdict", false), ("name", "Input", false), ("", "Tags over time", false),
      ("problem", "Main problem", false), ("data", "DATA", true), ("duration", "Length", true),
      ("gap", "Longest gap", true),
    ]
    let heads = sorts.filter { hasStrips || !$0.0.isEmpty }.map { key, label, isNumber -> HTML in
      let style: HTML = isNumber ? " class=\"number\"" : ""
      guard !key.isEmpty else { return "<th scope=\"col\" class=\"strips\">\(label)</th>" }
      return """
        <th scope="col"\(style) data-key="\(key)"><button type="button" class="filter">\(label)</button></th>
        """
    }
    return """
      \(folders)<section id="inputs" aria-label="Inputs">
      <h3 class="paper-only">The other inputs</h3>
      <div class="controls scripted-only" role="search">
      <input type="search" id="search" placeholder="Part of a name" autocomplete="off" aria-label="Find">
      \(rules)<p class="status" id="found" role="status"></p>\
      <button type="button" id="clear">Clear</button></div>
      \(if: !folder.isEmpty, "<p class=\"status\">All inputs are in <code>\(folder)</code></p>\n")\
      <div class="scroll"><table class="inputs"><caption class="unseen">Inputs</caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody>

      """
  }

  static let closing: HTML =
    """
    </tbody></table></div>
    <button type="button" class="scripted-only" id="more" hidden>Show 1,000 more</button>
    </section>

    """

  private var rules: HTML {
    let broken = report.rules.map { (rule: $0.rule, count: $0[.fail] + $0[.warn]) }
      .filter { $0.count > 0 }.sorted { $0.count > $1.count }
    let options = broken.map { rule, count -> HTML in
      "<option value=\"\(rule.rawValue)\">\(RuleTitle.words(rule)) (\(Quantity.count(count)))</option>\n"
    }
    return """
      <select id="rule" aria-label="Failed or warned by"><option value="">All rules</option>
      \(options)</select>

      """
  }

  /// The number of inputs with each verdict, for each folder below the common folder. Nil if there are fewer than two
  /// folders or too many, or if folders have fewer than two inputs on average, such as one playlist each.
  private var folders: HTML? {
    var groups: [String: [InputStatus: Int]] = [:]
    for input in report.inputs {
      let rest = input.name.dropFirst(folder.count)
      guard let end = rest.firstIndex(of: "/"), !rest[...end].hasSuffix(":/") else { continue }
      groups[String(rest[...end]), default: [:]][input.status, default: 0] += 1
      guard groups.count <= Self.shownFolders else { return nil }
    }
    let count = groups.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    guard groups.count > 1, count >= 2 * groups.count else { return nil }
    let rows = groups.sorted { $0.key < $1.key }.map { name, counts -> HTML in
      let verdicts = InputStatus.allCases.compactMap { status in
        counts[status].map { count -> HTML in
          .verdict(status.styleClass, status.mark, "\(Quantity.count(count)) \(status.words)")
        }
      }
      return """
        <tr><th scope="row"><a class="filter" \
        href="#folder=\(InputName.encoded(folder + name))">\(HTML.breakable(name))</a></th>\
        <td>\(verdicts, separator: " ")</td></tr>

        """
    }
    return """
      <details class="folders"><summary>Verdicts by folder: \(Quantity.plural(rows.count, "folder"))</summary>
      <table><caption class="unseen">Verdicts by folder</caption>
      <thead class="unseen"><tr><th scope="col">Folder</th><th scope="col">Verdicts</th></tr></thead>
      <tbody>
      \(rows)</tbody></table>
      </details>

      """
  }

  // MARK: - Rows

  /// The row of an input. `isFirst` means that the input is the first with its verdict: links to the verdict lead to
  /// its row if the script does not run.
  func row(_ number: Int, isFirst: Bool) -> HTML {
    let (input, entry) = (report.inputs[number], index.entries[number])
    let (status, more) = (input.status, entry.causes.count - 1)
    let broken = report.broken(in: input)
    let isUnread = status == .unreadable && input.duration == nil
    let hasStrips = index.hasStrips
    return """
      <tr\(if: blocks.contains(number), " class=\"block\"") data-verdict="\(status.words)" \
      data-data="\(input.tags.data)" data-duration="\(input.duration.flatMap(Decimals.seconds) ?? "")" \
      data-gap="\(input.longestGap.flatMap(Decimals.seconds) ?? "")" \
      data-causes="\(entry.causes.map { index.causes[$0].key }.joined(separator: " "))" \
      data-rules="\(broken.map(\.rule.rawValue).joined(separator: " "))">\
      <td\(if: isFirst, " id=\"verdict=\(InputName.encoded(status.words))\"")>\
      \(HTML.verdict(status.styleClass, status.mark, status.words))</td>\
      <th scope="row" class="name"><a href="\(InputName.address(input.name))">\
      \(HTML.breakable(input.name.isEmpty ? "(no name)" : String(input.name.dropFirst(folder.count))))\
      </a></th>\(if: hasStrips, "<td class=\"strips\">\(strips(entry))</td>")\
      <td class="problem">\(entry.problem.map { LongText.cut($0, to: Self.longestProblem) } ?? "")\
      \(if: more > 0, " <small>+\(Quantity.count(more)) more</small>")</td>\
      <td class="number" data-label="DATA">\(isUnread ? Quantity.unknown : Quantity.count(input.tags.data))</td>\
      <td class="number" data-label="Length">\(Quantity.clock(input.duration))</td>\
      <td class="number" data-label="Longest gap">\(Quantity.length(input.longestGap))</td></tr>

      """
  }

  private func strips(_ entry: ReportIndex.Entry) -> HTML {
    let more = entry.otherStrips
    return """
      \(entry.strips.map(\.html))\(if: more > 0, "<small>\(Quantity.count(more)) more</small>")
      """
  }
}

extension MiniStrip {
  /// The strip as an SVG drawing, in which adjacent cells of one kind are one shape.
  var html: HTML {
    var runs: [(cell: Cell, start: Int, count: Int)] = []
    for (index, cell) in cells.enumerated() {
      if runs.last?.cell == cell {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((cell, index, 1))
      }
    }
    var kinds: [String] = []
    for run in runs where !kinds.contains(run.cell.words) { kinds.append(run.cell.words) }
    let shapes = runs.map { run -> HTML in
      "<path class=\"\("\(run.cell)")\" d=\"M\(run.start) 0h\(run.count)v8h-\(run.count)z\"/>"
    }
    return """
      <svg class="strip-of-track" viewBox="0 0 \(cells.count) 8" preserveAspectRatio="none" role="img">\
      <title>\(name): \(kinds.joined(separator: ", "))</title>\(shapes)</svg>
      """
  }
}

extension MiniStrip.Cell {
  fileprivate var words: String {
    switch self {
    case .covered: "another rendition carries the tags"
    case .none: "no tag"
    case .tags: "tags"
    case .gap: "gap"
    case .fault: "fault"
    }
  }
}

/// The names of inputs in text and in addresses of the page.
enum InputName {
  private static let longest = 44

  /// The name or, if it is too long, its end, which is more informative than its beginning.
  static func short(_ name: String) -> String {
    guard name.unicodeScalars.count > longest else { return name }
    return "…" + String(String.UnicodeScalarView(name.unicodeScalars.suffix(longest - 1)))
  }

  /// The folder that contains all inputs, with its last `/`. Empty if there is only one input or no common folder.
  static func commonFolder(_ names: [String]) -> String {
    guard var folder = names.first?[...], names.count > 1 else { return "" }
    for name in names {
      folder = folder.prefix(zip(folder, name).prefix { $0 == $1 }.count)
      if folder.isEmpty { return "" }
    }
    return folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? ""
  }

  static func address(_ name: String) -> String { "#" + id(name) }

  /// The id of the element with an input's details.
  static func id(_ name: String) -> String { "input=" + encoded(name) }

  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let scalar = UnicodeScalar(byte)
      if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
        || [0x2d, 0x2e, 0x2f, 0x5f].contains(byte)
      {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
