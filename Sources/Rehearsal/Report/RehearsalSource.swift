/// The documents that items follow. Items name them short; what is shown names them whole.
enum RehearsalSource {
  private static let names: [String: String] = [
    "000": "000_b9806a5a179dbbce.txt",
    "001": "001_02a7fd0bf6158311.txt",
    "002": "002_0887932e29f3ccdb.txt",
    "003": "003_5af46cfbdf2c7bcc.txt",
    "004": "004_3fefc14d48752cd9.txt",
    "W-DTVR": "W: DTVR Pre-Certification Checklist (2017-08)",
    "W-DCR": "W: DCR Pre-Certification Checklist (2018-03, 2023-04 revisions)",
    "W-App": "W: Digital Pre-Certification Checklist App SDK",
    "W-BSDK": "W: Digital Pre-Certification Checklist Browser SDK",
    "W-Test": "W: Digital Measurement Testing",
    "W-FAQ": "W: Digital Measurement FAQ",
    "W-Audio": "W: Digital Audio Metadata",
    "W-Meta": "W: Template DCR Content Metadata (2022)",
    "W-vs": "W: DCR vs DTVR",
    "W-DiOS": "W: DTVR iOS SDK",
    "W-Static": "W: DCR Static iOS SDK",
    "W-Onb": "W: Digital Measurement Onboarding",
    "PF": "the invariants of ping-fields.json",
    "ENG": "id3tap's specification of the engine",
  ]

  /// The text with whole names in the place of short ones. A short name stands alone between white space and
  /// punctuation.
  static func expanding(_ text: String) -> String {
    var result = ""
    var word = ""
    func take() {
      result += names[word] ?? word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        word.append(character)
      } else {
        take()
        result.append(character)
      }
    }
    take()
    return result
  }
}
