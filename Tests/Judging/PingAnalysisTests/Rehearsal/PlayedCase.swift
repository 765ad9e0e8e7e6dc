import PingAnalysis
import Playback

/// Cases for tests: captures with the tester's actions.
extension RehearsalCase {
  /// Creates a case from URLs. By default, the list of actions is empty. Nil means that there is no list.
  static func of(
    _ urls: [String],
    actions: [ViewerAction]? = [],
    stream: [StreamTag]? = nil,
    products: Set<String> = [],
    answers: String? = nil,
    holdsOthers: Bool = false
  ) -> RehearsalCase {
    var settings = Settings()
    settings.products = products
    return RehearsalCase(
      exchanges: urls.map {
        CapturedExchange(
          request: CapturedRequest(url: $0),
          status: holdsOthers ? 200 : nil,
          response: $0.contains("/cgi-bin/tsv") ? answers : nil
        )
      },
      actions: actions,
      streamTags: stream,
      settings: settings,
      holdsOtherRequests: holdsOthers
    )
  }
}

extension RehearsalCase {
  /// Creates a case from exchanges in capture order, which may include requests other than pings.
  init(
    exchanges: [CapturedExchange],
    actions: [ViewerAction]?,
    streamTags: [StreamTag]?,
    settings: Settings,
    holdsOtherRequests: Bool
  ) {
    var sorter = ExchangeSorter()
    for exchange in exchanges { sorter.take(exchange) }
    self.init(
      pings: sorter.pings,
      otherRequests: sorter.otherRequests,
      actions: actions,
      streamTags: streamTags,
      settings: settings,
      holdsOtherRequests: holdsOtherRequests
    )
  }

  /// Creates a case from only a list of URLs.
  init(urls: [String]) { self = .of(urls, actions: nil) }
}

/// An action of the tester, at a second of a played scenario.
func did(_ name: ViewerAction.Name, _ second: Int64, _ value: String? = nil) -> ViewerAction {
  let value = value.map { Int64($0).map(ViewerAction.Value.number) ?? .text($0) }
  return ViewerAction(time: Double(PlayedScenario.start + second), name: name, value: value)
}

extension Pick {
  /// Pings made within a range of seconds of a played scenario.
  static func made(_ seconds: ClosedRange<Int64>) -> Pick {
    Pick { ping in
      ping.number("c61").map { seconds.contains($0 - PlayedScenario.start) } ?? false
    }
  }
}

extension [String] {
  /// The value of a parameter, without its key, in the first picked ping that has it.
  func first(_ name: String, of pick: Pick) -> String {
    for url in keeping(pick) {
      let pings = PingRecognizer.pings(in: CapturedRequest(url: url))
      if let value = pings.first?.plain(name) { return value }
    }
    return ""
  }
}
