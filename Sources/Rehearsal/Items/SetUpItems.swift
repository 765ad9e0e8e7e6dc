extension RehearsalItem {
  static let setUp: [RehearsalItem] = sessionStart + appIdentity + testBuild + captureItems
}
