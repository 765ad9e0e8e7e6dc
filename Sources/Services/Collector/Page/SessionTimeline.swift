import Records
import Reports

/// The pings of the latest sessions on one time axis.
struct SessionTimeline {
  let view: PageView
  let sessions: [StoredSession]

  /// The number of equal intervals into which labels divide the time axis.
  private static let steps = 4

  var html: HTML {
    let times = sessions.flatMap { $0.marks.map(\.received) }
    guard let first = times.min(), let last = times.max() else {
      return "<p class=\"soft\">No session yet.</p>"
    }
    // A single ping is drawn at the start of one second.
    let span = max(1000, last - first)
    let labels = (0...Self.steps).map { step -> HTML in
      let time = first + span * Int64(step) / Int64(Self.steps)
      return """
        <span data-time="\(Int(time))">\(ArrivalTime.text(time, exact: span < 10_000))</span>
        """
    }
    let products = Set(sessions.flatMap { $0.marks.map(\.product) }).sorted().map {
      product -> HTML in
      "<li><span class=\"product \(ProductTone.name(product))\">\(product)</span></li>"
    }
    return """
      <div class="timeline">\(sessions.map { lane($0, first, span) })<span></span><div class="axis">\(labels)</div></div>
      <ul class="key">\(products)</ul>
      """
  }

  private func lane(_ session: StoredSession, _ first: Int64, _ span: Int64) -> HTML {
    let marks = session.marks.reversed().map { mark -> HTML in
      let place = Int((mark.received - first) * 10_000 / span)
      let time = ArrivalTime.text(mark.received, exact: true)
      return """
        <a href="\(view.address { $0.ping = mark.id })" tabindex="-1">\
        <rect class="mark \(ProductTone.name(mark.product))\(if: mark.id == view.ping, " chosen")" \
        x="\(place / 100).\(place % 100 / 10)\(place % 10)%" y="3" width="6" height="12" rx="1">\
        <title data-time="\(Int(mark.received))">\(time) \(mark.product) \(mark.type ?? "")</title></rect></a>
        """
    }
    let name = session.session.isEmpty ? "no session" : session.session
    let count = Quantity.plural(session.pings, "ping")
    let address = view.address {
      ($0.filter.app, $0.filter.session) = (session.app, session.session)
      ($0.before, $0.after) = (nil, nil)
    }
    return """
      <a href="\(address)" title="\(name), \(session.app): \(count)">\
      \(SessionTitle.html(app: session.app, session: session.session, first: session.first)) · \(Quantity.count(session.pings))</a>\
      <svg height="18" role="group" aria-label="\(count)">\(marks)</svg>

      """
  }
}

/// The name of a session on the page: the shortened id of the app (of the session if there is no app id) and the time
/// of the first ping.
enum SessionTitle {
  /// The number of characters of an id that are shown at its beginning and at its end.
  private static let shown = 5

  /// The title as an element. `first` is the first ping's arrival time, in milliseconds since 1970; nil if unknown.
  static func html(app: String, session: String, first: Int64?) -> HTML {
    let id = app.isEmpty ? session : app
    let short = id.count > 2 * shown + 2 ? "\(id.prefix(shown))…\(id.suffix(shown))" : id
    let name = id.isEmpty ? "no session" : short
    return first.map { first -> HTML in
      "<span data-time=\"\(Int(first))\">\(name) · \(ArrivalTime.text(first))</span>"
    } ?? HTML(text: name)
  }
}
