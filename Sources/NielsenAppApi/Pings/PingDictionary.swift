import CResources

/// The machine-readable dictionary of ping parameters: names, keys, rules and invariants.
public enum PingDictionary {
  /// The dictionary as JSON. Its `howToRead` says what the keys mean.
  public static var json: String {
    String(cString: ping_fields_json())
  }
}
