import NielsenAppApi

/// How a parameter of two pings is compared. Parameters that differ between devices and runs, such as random
/// identifiers, are not compared.
package enum FieldComparison: Sendable, Equatable {
  case exact
  /// Compared as numbers of seconds, which may differ by the tolerance.
  case seconds
  /// Compared as Unix seconds, after the shift of the session.
  case clock
  /// Compared as a credit string, part by part.
  case credit
  /// Compared as a tag payload, by the content ids.
  case payload
  /// Compared as player events: names in order, and positions within the tolerance.
  case events
  /// Not compared. The associated value is the reason.
  case ignored(String)

  /// Parameters that are not compared in any ping, with the reasons. `Documentation/Commands/compare.md` lists the same
  /// parameters.
  package static let reasons: [(names: [String], reason: String)] = [
    (
      [
        "fp_id", "fp_cr_tm", "fp_acc_tm", "fp_emm_tm", "ve_id", "sessionId", "c29", "c59", "cat_id",
        "pli",
      ],
      "random identifiers: new for each device and run"
    ),
    (["c9", "c1"], "identifiers of the device"),
    (["rnd"], "a random number or the time, to bypass caches"),
    (["c61"], "when the ping was made: compared as early or late"),
    (["c62", "sdd", "retry"], "when and how often the ping was sent: depends on the network"),
    (["dd", "hrd", "wkd", "nodeTM", "logTM"], "filled in by the receiving server"),
    (["c16", "c30", "plugv", "playerv"], "versions of SDK and player"),
    (
      ["c7", "c8", "c10", "c14", "c73", "c74", "devtypid", "c68", "enc"],
      "the device, its system and the app's package"
    ),
    (["lat", "lon", "segment1", "segment2"], "the location of the viewer"),
    (["ch"], "made of ci and c6, which are compared"),
    (["adid"], "the same as ai, which is compared"),
    (["si", "sup", "vtoff", "df", "c69", "h33", "c60"], "the meaning is not published"),
    (["nmspc", "fmt", "tsvevt", "vn", "c24", "c26"], "a constant of the SDK's version"),
    (
      ["hem_sha256", "hem_sha1", "hem_md5", "hem_unknown", "uid2", "uid2_token", "luid"],
      "the logged-in user"
    ),
  ]

  private static let reasonByName = Dictionary(
    reasons.flatMap { rule in rule.names.map { ($0, rule.reason) } },
    uniquingKeysWith: { first, _ in first }
  )

  /// The engine's placeholders for missing data: a parameter, its placeholder value, and the parameters that are not
  /// compared if a ping has that value.
  private static let placeholders: [(name: String, value: String, names: Set<String>)] = [
    ("c13", "P00000000-0000-0000-0000-000000000000", ["c12", "c13", "c15"]),
    ("ci", EngineConfiguration().client.ci, ["ci", "c6"]),
  ]

  static func rule(
    for name: String,
    of ping: SentPing,
    _ options: ComparisonOptions
  ) -> FieldComparison {
    let product = ping.product
    if placeholders.contains(where: { $0.names.contains(name) && ping.plain($0.name) == $0.value })
    {
      return .ignored("the expected run has no appInfo")
    }
    let entries = FieldDictionary.standard.fields(name, of: product.rawValue)
    if options.ignored.contains(name)
      || entries.contains(where: { entry in
        entry.key.map(options.ignored.contains) ?? false
      })
    {
      return .ignored("named by --ignore")
    }
    if let reason = reasonByName[name] { return .ignored(reason) }
    if entries.isEmpty { return .ignored("not in the dictionary of parameters") }
    switch name {
    case "cr": return product == .page ? .exact : .credit
    case "c64": return .clock
    case "c27", "c51": return .seconds
    case "id3": return .payload
    case "evdata": return .events
    case "ca" where product == .dcr: return .ignored("made of ci, c6 and ai, which are compared")
    case "pc": return .ignored("the same as c13 or a constant")
    default: return .exact
    }
  }
}

extension FieldComparison {
  /// Whether the dictionary has a parameter with this name or key.
  package static func isKnown(_ text: String) -> Bool {
    FieldDictionary.standard.fields.contains { $0.name == text || $0.key == text }
  }
}
