/// Finds settings that an app must not have when it goes live. Each is reported once per app session.
enum ReleaseNotes {
  enum Note: String {
    case debug = "debug-flag"
    case testApp = "test-app-id"
    case facility = "certification-facility"
    case flag = "fpid-flag"
    case hash = "hashed-email"
  }

  static func findings(in ping: SentPing, _ known: inout Set<Note>) -> [PingFinding] {
    var found: [(note: Note, field: String?, message: String)] = []
    if let value = ping.plain("nol_devDebug") {
      found.append((.debug, "nol_devDebug", "'\(short(value))': \(remove("nol_devDebug"))"))
    }
    if let name = ["c13", "pc"].first(where: { isTestApp(ping.plain($0)) }) {
      found.append((.testApp, name, "is the id of a test app (T…): use the id of the app (P…)"))
    }
    if let (field, text) = facility(of: ping) { found.append((.facility, field, text)) }
    if let value = ping.plain("enableFpid"), value != "true", value != "false" {
      found.append((.flag, "enableFpid", "'\(short(value))': write true or false"))
    }
    if let text = hash(in: ping) { found.append((.hash, "hem_unknown", text)) }
    return found.filter { known.insert($0.note).inserted }.map { item in
      PingFinding(
        item.note.rawValue,
        .info,
        item.field,
        "before going live: \(item.message)"
      )
    }
  }

  private static func remove(_ name: String) -> String {
    "remove \(name) from the appInfo: it is for tests only"
  }

  /// Whether an app id is that of a test app: `T` and a GUID, whose digits may be replaced by X.
  private static func isTestApp(_ id: String?) -> Bool {
    guard let id, id.first == "T" else { return false }
    let parts = id.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "X") } }
  }

  /// Detects a certification facility: a `cert` part, as in `dcr-cert`, in `sfcode` or in the host name.
  private static func facility(of ping: SentPing) -> (field: String?, text: String)? {
    for name in ["sfcode", "nol_sfcode"] {
      if let value = ping.plain(name), value.split(separator: "-").contains("cert") {
        return (name, "'\(short(value))' is a certification facility: remove sfcode")
      }
    }
    let labels = ping.host.lowercased().split(separator: ".")
    guard let label = labels.first(where: { $0.split(separator: "-").contains("cert") }) else {
      return nil
    }
    let text =
      "the host (\(short(String(label)))…) belongs to a certification facility: remove sfcode from the appInfo"
    return (nil, text)
  }

  /// The message for a `hem_unknown` that cannot be a hash. Values with characters other than digits and letters are
  /// left to `ParameterLint`.
  private static func hash(in ping: SentPing) -> String? {
    guard let value = ping.plain("hem_unknown"),
      value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    guard value.allSatisfy(\.isHexDigit), [32, 40, 64, 96, 128].contains(value.count) else {
      return
        "the value (\(value.count) characters) is not a hash of an e-mail address: Sweden "
        + "expects SHA-512, 128 hexadecimal digits"
    }
    return nil
  }

  private static func short(_ text: String) -> String { RememberedText(text).short }
}
