/// The headings of options in the help. They appear in the order in which a command declares its groups:
/// own options, input, output, network.
enum OptionTitle {
  static let input = "Input options"
  static let output = "Output options"
  static let network = "Network options"
  static let rules = "Rule options"
  static let playback = "Playback options"
}
