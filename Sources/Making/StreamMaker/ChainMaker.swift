/// Makes one content as the devices of a chain pass it on, for a comparison of what each of them has.
///
/// ```
/// encoder.ts             the transport stream of an encoder, with SCTE-35
/// packager/master.m3u8   HLS of it, with variants and an audio rendition
/// cdn/master.m3u8        a copy of that
/// ads/master.m3u8        the same with an ad in place of the first ad break, between two discontinuities
/// ```
///
/// Each tag has the same bytes and the same PTS in all taps, except for the tags within the ad break of the last one, and those
/// that the fault of a hop strikes.
public struct ChainMaker {
  /// A point of the chain at which the content can be read, in the order in which the content passes.
  public enum Tap: String, Sendable, CaseIterable {
    case encoder, packager, cdn, ads

    /// The file that reading begins with, in the folder of the chain.
    public var entryName: String {
      self == .encoder ? "encoder.ts" : "\(rawValue)/\(PresentationMaker.masterPlaylistName)"
    }
  }

  private let options: PresentationOptions
  private let fault: HopFault?

  /// A maker of a chain.
  ///
  /// - Parameters:
  ///   - options: The presentation of the packager. Its fault is not used.
  ///   - fault: What one hop does wrong; nil for a chain without a fault.
  public init(_ options: PresentationOptions, fault: HopFault? = nil) {
    self.options = options
    self.fault = fault
  }

  /// Writes the taps.
  ///
  /// - Parameters:
  ///   - notice: Takes a line about media that is not whole: file, what is wrong, what to do.
  ///   - store: Takes the files.
  /// - Throws: `StreamMakerError`, or what `store` throws, which ends the writing.
  public func write(
    notice: (String) -> Void = { _ in },
    to store: any PresentationStore
  ) throws {
    // The last one first: it is the one that the options may not fit.
    for tap in Tap.allCases.reversed() {
      var options = options
      options.stream.announcesBreaks = true
      options.stream.fault = fault?.fault(in: tap)
      options.replacesFirstBreak = tap == .ads
      guard tap == .encoder else {
        let folder = SubfolderStore(store: store, name: tap.rawValue)
        try PresentationMaker(options).write(to: folder)
        continue
      }
      try StreamMaker(options.stream).write(notice: notice) {
        try store.append(Array($0), to: tap.entryName)
      }
      try store.close(tap.entryName)
    }
  }
}

/// A folder in a store.
private struct SubfolderStore: PresentationStore {
  let store: any PresentationStore
  let name: String

  func write(_ bytes: [UInt8], to file: String) throws {
    try store.write(bytes, to: "\(name)/\(file)")
  }

  func append(_ bytes: [UInt8], to file: String) throws {
    try store.append(bytes, to: "\(name)/\(file)")
  }

  func close(_ file: String) throws { try store.close("\(name)/\(file)") }

  func remove(_ file: String) throws { try store.remove("\(name)/\(file)") }
}
