extension RehearsalItem {
  static let audio: [RehearsalItem] = []
}
