import CResources

/// A scenario that is part of the program: those of SampleStreams/scenarios.
public struct DeliveredScenario: Sendable, Equatable {
  /// Its name: that of its file without `.json`.
  public let name: String
  /// The script.
  public let json: String

  /// All of them, in the order of their names.
  public static let all: [DeliveredScenario] = {
    var all: [DeliveredScenario] = []
    while let name = scenario_name(Int32(all.count)), let json = scenario_json(Int32(all.count)) {
      all.append(DeliveredScenario(name: String(cString: name), json: String(cString: json)))
    }
    return all
  }()

  /// The one called `name`; nil when there is none.
  public static func named(_ name: String) -> DeliveredScenario? {
    all.first { $0.name == name }
  }
}
