// Help texts keep their own line lengths.
// swift-format-ignore-file: LineLength

extension HelpTexts {
  static let player = ""
}
