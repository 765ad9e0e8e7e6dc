/// Takes events as they happen, on the threads of the feeds: it must not wait for anything.
package protocol EventSink: Sendable {
  func take(_ event: WatchEvent)
}
