/// Takes events when they happen, in the tasks of the feeds: it must not block.
package protocol EventSink: Sendable {
  func take(_ event: WatchEvent)
}
