import CResources

/// The frame that the pages of `explain`, `compare`, `rehearse` and `report --diff` share: style, filter,
/// landmarks.
package enum PageShell {
  private static let page = HTMLPage(
    style: String(cString: shell_css()),
    script: String(cString: shell_js())
  )

  /// Up to the content; `lead` is the sentence under the heading.
  package static func opening(title: String, lead: String) -> HTML {
    page.opening(title: title) + """
      <header>
      <h1>\(title)</h1>
      <p class="lead">\(lead)</p>
      </header>
      <main>

      """
  }

  /// After the content.
  package static let closing =
    """
    </main>
    <footer>Made by id3tap. Independent software, not affiliated with Nielsen; not a certification. \
    This page is one file and loads nothing from the network.</footer>

    """ + page.closing

  /// The controls over the entries of a page, which are elements with `data-level`. `noun` names one entry;
  /// without a headline the script counts the entries and lists their most frequent findings. `status` is the
  /// class of a headline that is a verdict: `fail` or `pass`. `only` is the label of the box that hides all but
  /// errors; nil where every entry is one.
  package static func controls(
    noun: String,
    headline: String? = nil,
    status: String = "",
    only: String? = "Errors only"
  ) -> HTML {
    let counted: HTML = """
      <p class="headline" id="headline"></p>
      <ol class="causes" id="causes" aria-label="Most frequent findings" hidden></ol>
      """
    let box = only.map { label -> HTML in
      "<label class=\"tick\"><input name=\"errors\" type=\"checkbox\"> \(label)</label>\n"
    }
    return """
      \(headline.map { "<p class=\"headline \(status)\">\($0)</p>" } ?? counted)
      <form id="filter" class="controls scripted-only" data-noun="\(noun)" autocomplete="off">
      <label class="grow">Filter <input name="text" type="search" spellcheck="false"></label>
      \(box)<button type="button" id="expand">Expand all</button>
      <button type="reset">Show all</button>
      </form>
      <p class="soft scripted-only" id="shown" role="status"></p>
      <noscript><p class="cut">Filter and summary need JavaScript.</p></noscript>

      """
  }
}

/// The document of rows as a page of this shell: sections are written as they come.
package struct HTMLRows<Row>: RowDocument {
  /// What was not written yet.
  private var opening: HTML
  private let section: @Sendable (Row) -> HTML

  /// Makes a document; `section` makes that of a row.
  package init(opening: HTML, _ section: @escaping @Sendable (Row) -> HTML) {
    (self.opening, self.section) = (opening, section)
  }

  package mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    bytes += (opening + section(row)).markup.utf8
    opening = ""
  }

  package mutating func finish(to bytes: inout [UInt8]) {
    bytes += (opening + PageShell.closing).markup.utf8
  }
}
