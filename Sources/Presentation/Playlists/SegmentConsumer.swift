/// Receives the events of a `SegmentSource`, in their order.
protocol SegmentConsumer: AnyObject {
  /// An event was found.
  func receive(_ event: RenditionEvent)
  /// A run begins: no event of it has been delivered.
  func willBeginRun()
  /// The start of the current segment is known.
  func didPlacePart()
  /// A part of the current segment has been read, and the next one may take long.
  func willWaitForPart()
  /// A segment has been read; no event of the next has been delivered.
  func willEndPart()
}
