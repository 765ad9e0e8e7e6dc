extension EngineConfiguration {
  static func reading(_ json: String, over base: EngineConfiguration)
    throws(EngineConfigurationError) -> (configuration: EngineConfiguration, warnings: [String])
  { (base, []) }
}
