extension RehearsalItem {
  static let tags: [RehearsalItem] = []
}
