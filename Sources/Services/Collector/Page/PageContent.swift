import CResources
import Formats
import Records
import Reports

/// The page for one view. Without its script the page shows its data. The script adds filters, reloads the page when
/// pings arrive, and shows times in the time zone of the browser instead of UTC.
struct PageContent {
  let view: PageView
  /// The URL of the collector, for the commands that the page shows.
  let origin: String
  let database: String
  let size: Int64
  let kinds: [(kind: PingTotals.Kind, count: Int)]
  let apps: [String]
  let sessions: [StoredSession]
  let list: PingList
  /// The ping that is shown in full; nil if no ping is selected, or if the selected ping is not stored.
  let detail: PingDetail?
  /// The comparison with the expected pings; nil if no pings are expected.
  let comparison: SessionComparison?

  private static let page = HTMLPage(
    style: String(cString: page_css()),
    script: String(cString: page_js()),
    isServed: true
  )

  static let policy = page.header

  var bytes: [UInt8] {
    let content: HTML = """
      \(Self.page.opening(title: "Pings – id3tap collect"))\
      <header>
      <h1>Pings received <small>id3tap collect</small></h1>
      <p class="lead"><span id="live" class="live scripted-only" role="status">connecting</span>
      <span id="stored">\(stored)</span></p>
      <noscript><p class="cut">Filters and new pings need JavaScript: load the page again to see what has arrived.</p></noscript>
      </header>
      <main>
      \(filters)\
      <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <div id="sessions">\(SessionTimeline(view: view, sessions: sessions).html)</div>
      </section>
      \(comparison.map { ComparisonSection(view: view, comparison: $0).html })\
      <div class="columns\(if: view.ping != nil, " open")">
      \(listSection)\(view.ping.map(detailSection))</div>
      </main>
      <footer><p class="scripted-only"><kbd>j</kbd> <kbd>k</kbd> next and previous ping, <kbd>/</kbd> find a session, \
      <kbd>f</kbd> follow or stop, <kbd>Esc</kbd> close.</p>
      <p>Independent software, not affiliated with Nielsen; not a certification.</p></footer>
      \(Self.page.closing)
      """
    return Array(content.markup.utf8)
  }

  private var stored: String {
    let count = Quantity.plural(kinds.reduce(0) { $0 + $1.count }, "ping")
    return "\(count) stored, \(Quantity.bytes(size)) in \(database)"
  }

  // MARK: - Filters

  private var filters: HTML {
    """
    <form id="filters" class="controls scripted-only" autocomplete="off" data-events="\(view.eventsAddress)">
    <label>Product \(select("product", counts { $0.product }, view.filter.product))</label>
    <label>Type \(select("type", counts { $0.type }, view.filter.type))</label>
    <label>App id <input name="app" list="apps" placeholder="all" spellcheck="false" value="\(view.filter.app ?? "")"></label>
    <label>Session <input name="session" placeholder="all" spellcheck="false" value="\(view.filter.session ?? "")"></label>
    <label>Findings <select name="findings"><option value="">all pings</option>\
    \(option("error", "errors only", view.findings?.rawValue))\
    \(option("warning", "errors and warnings", view.findings?.rawValue))</select></label>
    <a href="?">Show all</a>
    <datalist id="apps">\(apps.map { "<option value=\"\($0)\">" as HTML })</datalist>
    </form>

    """
  }

  private func select(_ name: String, _ values: [(String, Int)], _ chosen: String?) -> HTML {
    let isMissing = chosen.map { value in !values.contains { $0.0 == value } } ?? false
    let all = values + (isMissing ? [(chosen ?? "", 0)] : [])
    return """
      <select name="\(name)"><option value="">all</option>\
      \(all.map { option($0, "\($0) (\(Quantity.count($1)))", chosen) })</select>
      """
  }

  private func option(_ value: String, _ words: String, _ chosen: String?) -> HTML {
    "<option value=\"\(value)\"\(if: value == chosen, " selected")>\(words)</option>"
  }

  /// The numbers of pings by a property of their kind, sorted by that property.
  private func counts(_ name: (PingTotals.Kind) -> String?) -> [(String, Int)] {
    let named = kinds.compactMap { entry in name(entry.kind).map { ($0, entry.count) } }
    return Dictionary(named, uniquingKeysWith: +).sorted { $0.key < $1.key }.map { ($0, $1) }
  }

  // MARK: - List

  private var listSection: HTML {
    let title = (view.isLatest ? "Latest" : "Earlier") + (view.isFiltered ? ", filtered" : "")
    let news =
      !list.lines.isEmpty || view.findings == nil
      ? ""
      : list.hasOlder
        ? "None of the examined pings has such findings: Older continues the search."
        : "No pings with such findings were found."
    return """
      <section aria-labelledby="list-title" class="list">
      <h2 id="list-title">\(title)</h2>
      <p class="tools"><label class="scripted-only"><input type="checkbox" id="follow" checked> Follow</label>
      <span id="news" role="status">\(news)</span>
      <span class="exports" id="exports">Export: <a id="export-lines" href="export.jsonl\(view.filterQuery)">JSON Lines</a> \
      <a id="export-har" href="export.har\(view.filterQuery)">HAR</a></span></p>
      <table class="pings">
      <thead><tr><th scope="col" id="zone">Time, UTC</th><th scope="col">Product</th><th scope="col">Ping</th>\
      <th scope="col">Session</th><th scope="col">Findings</th></tr></thead>
      <tbody id="rows">\(rows)</tbody>
      </table>
      <div id="empty">\(if: list.lines.isEmpty && !view.isFiltered && view.isLatest, empty)</div>
      \(pager)\(if: comparison == nil, compare)</section>

      """
  }

  private var empty: HTML {
    """
    <p>No ping has arrived. To see some, send the pings of a recording: <code>id3tap pings --collector \(origin) recording.ts</code></p>
    <p>For an app on a phone, set the address and port of mitmproxy on this computer as the phone's HTTP proxy. The add-on in \
    <code>Integrations/mitmproxy</code> passes Nielsen's pings on to this page; <code>TestYourPlayer.md</code> has the steps.</p>
    """
  }

  private var compare: HTML {
    """
    <p class="soft">Compare what arrived with the pings of a stream: \
    <code>id3tap compare recording.ts \(database)</code></p>

    """
  }

  private var pager: HTML {
    let oldest = list.oldest ?? list.lines.last?.ping.id
    let newer = list.hasNewer ? list.lines.first?.ping.id : nil
    let older = list.hasOlder ? oldest : nil
    return """
      <nav class="pager" id="pager" aria-label="Pages">\
      \(step("newest", "Latest", view.isLatest ? nil : view.address { ($0.before, $0.after) = (nil, nil) })) \
      \(step("newer", "Newer", newer.map { id in view.address { ($0.before, $0.after) = (nil, id) } })) \
      \(step("older", "Older", older.map { id in view.address { ($0.before, $0.after) = (id, nil) } }))</nav>

      """
  }

  /// A link to another part of the list, or only `words` if there is no such part.
  private func step(_ id: String, _ words: String, _ address: String?) -> HTML {
    guard let address else { return "<a id=\"\(id)\" class=\"off\">\(words)</a>" }
    return "<a id=\"\(id)\" href=\"\(address)\">\(words)</a>"
  }

  /// The lines of the list. If three or more pings in a row are equal and have neither errors nor warnings, only the
  /// newest of them is shown, with a link that unfolds the others. A run in which an older ping is selected stays
  /// unfolded.
  private var rows: [HTML] {
    let lines = list.lines
    var rows: [HTML] = []
    while rows.count < lines.count {
      let start = rows.count
      let run = lines[start...].prefix {
        lines[start].summary.isFaultless && $0.equals(lines[start])
      }
      // The id of the oldest ping remains the same while newer pings arrive.
      let name = run.last?.ping.id ?? 0
      let isFolded =
        run.count >= 3 && !view.unfolded.contains(name)
        && !run.dropFirst().contains { $0.ping.id == view.ping }
      let more: HTML = """
         <a class="more" href="\(view.address { $0.unfolded.append(name) })">× \(run.count) ▸</a>
        """
      rows.append(row(lines[start], isHidden: false, isFolded ? " " + more : ""))
      guard isFolded else { continue }
      rows += run.dropFirst().map { row($0, isHidden: true, "") }
    }
    return rows
  }

  private func row(_ line: PingLine, isHidden: Bool, _ more: HTML) -> HTML {
    let ping = line.ping
    let start = sessions.first { $0.app == ping.app && $0.session == ping.session }?.first
    let status = ping.request.status == 200 ? nil : "answered \(ping.request.status)"
    let notes = [line.summary.credit, status].compactMap { $0 }.joined(separator: ", ")
    let findings = [
      (line.summary.errors, "error"), (line.summary.warnings, "warning"),
      (line.summary.infos, "info"),
    ].filter { $0.0 > 0 }.map { count, level -> HTML in
      let word = level == "info" ? "note" : level
      return "<span class=\"\(level)\">\(Quantity.plural(count, word))</span>"
    }
    let session = view.address {
      ($0.filter.app, $0.filter.session) = (ping.app, ping.session)
      ($0.before, $0.after) = (nil, nil)
    }
    return """
      <tr data-id="\(Int(ping.id))"\(if: ping.id == view.ping, " class=\"chosen\"")\(if: isHidden, " hidden")>\
      <td><a href="\(view.address { $0.ping = ping.id })">\(ArrivalTime.html(ping.request.received))</a></td>\
      <td><span class="product \(ProductTone.name(ping.product))">\(ping.product)</span></td>\
      <td class="words">\(line.title)\(more)<small>\(notes)</small></td>\
      <td class="session"><a href="\(session)" title="\(ping.session) \(ping.app)">\
      \(SessionTitle.html(app: ping.app, session: ping.session, first: start))</a></td>\
      <td class="findings">\(findings, separator: " ")\(if: findings.isEmpty, "<span class=\"soft\">none</span>")</td></tr>

      """
  }

  // MARK: - One ping

  private func detailSection(_ id: Int64) -> HTML {
    let ids = list.lines.map(\.ping.id)
    let position = ids.firstIndex(of: id)
    func address(_ distance: Int) -> String? {
      guard let place = position.map({ $0 + distance }), ids.indices.contains(place) else {
        return nil
      }
      return view.address { $0.ping = ids[place] }
    }
    let missing: HTML = "<p class=\"error\">There is no ping \(Int(id)), or it was removed.</p>"
    return """
      <section id="detail" class="detail" aria-labelledby="detail-title" data-ping="\(Int(id))">
      <h2 id="detail-title" tabindex="-1">\(detail?.line.title ?? "Ping")</h2>
      <p class="steps" id="steps">\(step("detail-newer", "Newer", address(-1))) \(step("detail-older", "Older", address(1))) \
      \(step("detail-close", "Close", view.address { $0.ping = nil }))</p>
      \(detail?.html ?? missing)</section>

      """
  }
}

/// The arrival time of a ping, as the page shows it: in UTC until the script converts it to local time.
enum ArrivalTime {
  /// The time of day with milliseconds, as an element. `received` is in milliseconds since 1970.
  static func html(_ received: Int64) -> HTML {
    let text = UTCTime.milliseconds(Double(received) / 1000) ?? "-"
    return """
      <time datetime="\(text)" title="\(text)" data-time="\(Int(received))">\(text.dropFirst(11).dropLast())</time>
      """
  }

  /// The time of day, such as `11:43:05`, or `11:43:05.123` if it is `exact`.
  static func text(_ received: Int64, exact: Bool = false) -> String {
    let text = UTCTime.milliseconds(Double(received) / 1000) ?? "-"
    return String(text.dropFirst(11).prefix(exact ? 12 : 8))
  }
}

enum ProductTone {
  static func name(_ product: String) -> String {
    switch product {
    case "dtvr", "dcr", "static", "id3", "tsv", "error": product
    case "session": "session-ping"
    default: ""
    }
  }
}
