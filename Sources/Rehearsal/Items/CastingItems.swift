extension RehearsalItem {
  static let casting: [RehearsalItem] = []
}
