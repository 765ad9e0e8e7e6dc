/// When and how to load a live playlist again (RFC 8216, section 6.3.4; rfc8216bis, section 6.2.5).
extension MediaPlaylist {
  /// The target duration taken where the playlist has none.
  private static let usualTargetDuration = 6.0
  /// Bounds of a delay for any playlist: neither a flood of requests nor an end of requests.
  private static let delayBounds = 0.25...3600

  /// Seconds from the start of a load to the start of the next: the target duration after a change,
  /// half of it when the playlist was the same.
  public func reloadDelay(isChanged: Bool) -> Double {
    let longest = segments.lazy.map(\.duration).max()
    let target = targetDuration.map(Double.init) ?? longest ?? Self.usualTargetDuration
    let delay = isChanged ? target : target / 2
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The media sequence number of the segment that comes next.
  public var nextMediaSequenceNumber: Int {
    mediaSequence + missingSkippedCount + segments.count
  }

  /// The directives that the next request can use, by EXT-X-SERVER-CONTROL.
  ///
  /// - Parameters:
  ///   - usesParts: Wait for the next partial segment; else for the next whole segment.
  ///   - age: Seconds since this playlist was requested. A playlist that is too old for a delta
  ///     update is asked for as a whole.
  /// - Returns: The directives; nil where the server offers nothing.
  public func deliveryDirectives(usesParts: Bool, age: Double) -> DeliveryDirectives? {
    guard let control = serverControl, isLive else { return nil }
    var directives = DeliveryDirectives()
    if control.canBlockReload {
      directives.mediaSequenceNumber = nextMediaSequenceNumber
      if usesParts, partTarget != nil { directives.part = trailingParts.count }
    }
    if let boundary = control.canSkipUntil, missingSkippedCount == 0, age <= boundary / 2 {
      directives.skip = control.canSkipDateRanges ? .segmentsAndDateRanges : .segments
    }
    return directives == DeliveryDirectives() ? nil : directives
  }
}
