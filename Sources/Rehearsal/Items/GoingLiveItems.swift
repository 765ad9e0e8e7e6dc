extension RehearsalItem {
  static let goingLive: [RehearsalItem] = []
}
