extension RehearsalItem {
  static let optOut: [RehearsalItem] = []
}
