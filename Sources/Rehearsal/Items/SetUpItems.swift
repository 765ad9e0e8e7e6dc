extension RehearsalItem {
  static let setUp: [RehearsalItem] = []
}
