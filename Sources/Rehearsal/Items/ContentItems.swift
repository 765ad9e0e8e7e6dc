extension RehearsalItem {
  static let content: [RehearsalItem] = []
}
