/// Takes what a `SegmentSource` has to say, in its order.
protocol SegmentConsumer: AnyObject {
  /// Something that was found.
  func receive(_ event: RenditionEvent)
  /// A run begins: nothing has been said of it.
  func willBeginRun()
  /// It is known where the segment in hand starts.
  func didPlacePart()
  /// A part of the segment in hand has been read, and the next may take long to come.
  func willWaitForPart()
  /// A segment has been read; nothing has been said of the next.
  func willEndPart()
}
