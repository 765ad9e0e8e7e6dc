extension RehearsalItem {
  static let interruptions: [RehearsalItem] = []
}
