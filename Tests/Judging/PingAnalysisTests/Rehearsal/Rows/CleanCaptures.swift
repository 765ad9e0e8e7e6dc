import PingAnalysis
import Playback

/// Captures that several rows are made of, all clean.
enum CleanCaptures {
  /// A preroll, and a midroll after 330 s of an episode.
  static let ads = PlayedScenario.clean
  /// Eleven minutes of an episode, D1 to D3.
  static let plain = played { _ in }
  /// A clip of 200 s.
  static let short = played { $0.duration = 200 }
  /// Two contents one after the other, 400 s each.
  static let two = two(["assetid": "vid345-67484", "title": "The Pants S1E4"])
  /// An app of the Swedish market that says nothing of what only the US asks.
  static let swedish = played {
    $0.appInfo["clientid"] = "se-910685"
    $0.content["title"] = "Byxorna"
    $0.content["airdate"] = nil
    $0.content["crossId1"] = nil
  }
  /// An episode of which the user is out for 300 s; the app ends as the user opts in, and plays the next one.
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
  /// The pages home and sport, 20 s and 340 s, then an episode of 660 s.
  static let pages: [String] = {
    let app = DrivenApp()
    app.show("home", for: 20)
    app.show("sport", for: 340)
    app.begin()
    app.play(0...660)
    app.end()
    return app.urls
  }()

  /// The URLs of a scenario; none where it cannot be played.
  static func played(_ change: (inout PlayedScenario) -> Void) -> [String] {
    var scenario = PlayedScenario()
    change(&scenario)
    return (try? scenario.urls()) ?? []
  }

  /// The ads of ``ads`` around other metadata.
  static func playedAds(_ change: (inout PlayedScenario) -> Void) -> [String] {
    played {
      $0.steps = """
        {"at": "start", \(PlayedScenario.ad("preroll", "ad_pre", 15))},
        {"at": 330, \(PlayedScenario.ad("midroll", "ad_mid", 30))}
        """
      change(&$0)
    }
  }

  /// An episode, then another content whose metadata differs from it.
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

  /// The tester's actions, in seconds from the start of a scenario.
  static func actions(_ list: (ViewerAction.Name, Int64)...) -> [ViewerAction] {
    list.map { ViewerAction(time: Double(PlayedScenario.start + $0.1), name: $0.0) }
  }

  /// A list of URLs with what the tester did.
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
