extension RehearsalItem {
  /// All items in the order in which they are shown.
  package static let all: [RehearsalItem] =
    setUp + content + ads + pages + tags + interruptions + optOut + casting + audio + goingLive
    + transport
}
