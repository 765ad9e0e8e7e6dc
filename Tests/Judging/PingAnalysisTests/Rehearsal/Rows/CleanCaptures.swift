import PingAnalysis
import Playback

/// Captures without faults from which several rows are made.
enum CleanCaptures {
  /// An episode with a preroll, and a midroll after 330 s.
  static let ads = PlayedScenario.clean
  /// Eleven minutes of an episode with timers D1 to D3.
  static let plain = played { _ in }
  /// A clip of 200 s.
  static let short = played { $0.duration = 200 }
  /// Two contents of 400 s each, in sequence.
  static let two = two(["assetid": "vid345-67484", "title": "The Pants S1E4"])
  /// An app of the Swedish market, without metadata that only the US market requires.
  static let swedish = played {
    $0.appInfo["clientid"] = "se-910685"
    $0.content["title"] = "Byxorna"
    $0.content["airdate"] = nil
    $0.content["crossId1"] = nil
  }
  /// An episode during which the user opts out for 280 s. At the opt-in, the app ends it and plays the next episode.
  static let endAtOptIn: [String] = {
    let app = DrivenApp()
    app.begin()
    app.play(0...100)
    app.optOut(true)
    app.begin()
    app.play(100...380)
    app.optOut(false)
    app.end()
    app.begin(
      PlayedScenario.episode.merging(["assetid": "vid345-67484", "title": "The Pants S1E4"]) { $1 }
    )
    app.play(0...660)
    app.end()
    return app.urls
  }()
  /// The pages home (20 s) and sport (340 s), then an episode of 660 s.
  static let pages: [String] = {
    let app = DrivenApp()
    app.show("home", for: 20)
    app.show("sport", for: 340)
    app.begin()
    app.play(0...660)
    app.end()
    return app.urls
  }()

  /// The URLs of a scenario's pings. Empty if the scenario cannot be played.
  static func played(_ change: (inout PlayedScenario) -> Void) -> [String] {
    var scenario = PlayedScenario()
    change(&scenario)
    return (try? scenario.urls()) ?? []
  }

  /// The ads of ``ads`` in content with changed metadata.
  static func playedAds(_ change: (inout PlayedScenario) -> Void) -> [String] {
    played {
      $0.steps = """
        {"at": "start", \(PlayedScenario.ad("preroll", "ad_pre", 15))},
        {"at": 330, \(PlayedScenario.ad("midroll", "ad_mid", 30))}
        """
      change(&$0)
    }
  }

  /// An episode, followed by content with changed metadata.
  static func two(_ changes: [String: String]) -> [String] {
    played {
      let next = PlayedScenario.episode.merging(changes) { $1 }
      let fields = next.sorted { $0.key < $1.key }.map { #""\#($0.key)": "\#($0.value)""# }
      $0.duration = 800
      $0.steps = """
        {"at": 400, "do": "channel", "name": "Channel Seven", \
        "content": {\(fields.joined(separator: ", "))}}
        """
    }
  }

  /// Actions of the tester, in seconds from the start of a scenario.
  static func actions(_ list: (ViewerAction.Name, Int64)...) -> [ViewerAction] {
    list.map { ViewerAction(time: Double(PlayedScenario.start + $0.1), name: $0.0) }
  }

  static func rehearsed(_ urls: [String], _ actions: [ViewerAction]) -> RehearsalCase {
    RehearsalCase(
      exchanges: urls.map { CapturedExchange(request: CapturedRequest(url: $0)) },
      actions: actions,
      streamTags: nil,
      settings: RehearsalCase.Settings(),
      holdsOtherRequests: false
    )
  }
}
