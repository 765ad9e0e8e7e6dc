/// Takes events when they happen, on the threads of the feeds: it must not block.
package protocol EventSink: Sendable {
  func take(_ event: WatchEvent)
}
