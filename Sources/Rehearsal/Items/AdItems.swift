extension RehearsalItem {
  static let ads: [RehearsalItem] = []
}
