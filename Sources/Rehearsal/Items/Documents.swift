/// The documents that items follow, as records name them.
enum Documents {
  static let guide = "000_b9806a5a179dbbce.txt"
  static let api = "001_02a7fd0bf6158311.txt"
  static let optOut = "002_0887932e29f3ccdb.txt"
  static let casting = "003_5af46cfbdf2c7bcc.txt"
  static let devices = "004_3fefc14d48752cd9.txt"

  static let dcrChecklist = "W: DCR Pre-Certification Checklist"
  static let dtvrChecklist = "W: DTVR Pre-Certification Checklist"
  static let appChecklist = "W: Digital Pre-Certification Checklist App SDK"
  static let browserChecklist = "W: Digital Pre-Certification Checklist Browser SDK"
  static let testing = "W: Digital Measurement Testing"
  static let faq = "W: Digital Measurement FAQ"
  static let metadata = "W: Template DCR Content Metadata (2022)"
  static let comparison = "W: DCR vs DTVR"
  static let staticiOS = "W: DCR Static iOS SDK"
  static let audio = "W: Digital Audio Metadata"
  static let onboarding = "W: Digital Measurement Onboarding"

  /// An invariant of `ping-fields.json`.
  static let pingFields = "ping-fields.json"
  static let engine = "engine specification"
  static let ours = "ours"

  /// The titles of the documents that records name by their files.
  private static let titles = [
    guide: "DCR Sweden Video iOS SDK (2024-09)", api: "iOS SDK API Reference (2019-02)",
    optOut: "iOS Privacy and Opt-Out template (2019-05)",
    casting: "DCR Chromecast iOS SDK (2023-07)", devices: "iOS AirPlay template (2021-08)",
    pingFields: "the list of ping parameters",
  ]

  /// A source as it is shown: `W:` represents Nielsen's public wiki.
  static func words(_ source: String) -> String {
    titles.reduce(source) { $0.replacing($1.key, with: $1.value) }
      .replacing("W: ", with: "Nielsen's wiki: ")
  }

  /// Several of them in one line.
  static func all(_ names: String...) -> String { names.joined(separator: ", ") }
}
