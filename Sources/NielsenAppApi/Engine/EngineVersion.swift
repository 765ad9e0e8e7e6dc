/// The version of this engine.
enum EngineVersion {
  static let number = "1.0.0"

  /// `ox.1.0.0`: the prefix says that no Nielsen SDK made the ping.
  static func meter(_ sdk: EngineConfiguration.SDK) -> String { "\(sdk.prefix).\(number)" }

  /// `ox.1.0.0.0_open`.
  static func build(_ sdk: EngineConfiguration.SDK) -> String {
    "\(sdk.prefix).\(number).0_\(sdk.flavour)"
  }
}
