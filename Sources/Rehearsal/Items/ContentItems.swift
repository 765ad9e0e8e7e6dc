extension RehearsalItem {
  static let content: [RehearsalItem] =
    contentViews + contentTimers + contentMetadata + contentAssets
}
