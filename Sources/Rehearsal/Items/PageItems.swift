extension RehearsalItem {
  static let pages: [RehearsalItem] = []
}
