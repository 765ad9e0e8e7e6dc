/// The titles of the documents on which items are based. `W:` means Nielsen's public wiki.
enum Documents {
  static let guide = "DCR Sweden Video iOS SDK (2024-09)"
  static let api = "iOS SDK API Reference (2019-02)"
  static let optOut = "iOS Privacy and Opt-Out template (2019-05)"
  static let casting = "DCR Chromecast iOS SDK (2023-07)"
  static let devices = "iOS AirPlay template (2021-08)"

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

  /// `ping-fields.json` and its invariants.
  static let pingFields = "the list of ping parameters"
  static let engine = "the specification of id3tap's engine"
  static let ours = "id3tap's own requirement"

  /// The source text for reports, with `W:` spelled out.
  static func words(_ source: String) -> String {
    source.replacing("W: ", with: "Nielsen's wiki: ")
  }

  static func all(_ names: String...) -> String { names.joined(separator: ", ") }
}
