/// The machine-readable dictionary of ping parameters: names, keys, rules and invariants.
public enum PingDictionary {
  /// The dictionary as JSON. Its `howToRead` says what the keys mean.
  public static var json: String {
    String(decoding: PackageResources.ping_fields_json, as: UTF8.self)
  }
}
