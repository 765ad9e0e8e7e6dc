extension RehearsalItem {
  static let transport: [RehearsalItem] = []
}
