extension RehearsalItem {
  static let ads: [RehearsalItem] = adRuns + adAssets + adContent
}
