/// Makes the outputs of a chain of devices for the same content, so that tags can be compared from hop to hop.
///
/// ```
/// encoder.ts             the transport stream of an encoder, with SCTE-35
/// packager/master.m3u8   HLS made from it, with variants and an audio rendition
/// cdn/master.m3u8        a copy of that HLS
/// ads/master.m3u8        HLS with an ad instead of the first ad break, between two discontinuities
/// ```
///
/// Each tag has the same bytes and PTS in all taps, except tags in the ad break of the last tap and tags changed by a
/// fault.
public struct ChainMaker {
  /// A point at which the chain can be read. Cases are in the order of the chain.
  public enum Tap: String, Sendable, CaseIterable {
    case encoder, packager, cdn, ads

    /// The path of the file to read, relative to the folder of the chain.
    public var entryName: String {
      self == .encoder ? "encoder.ts" : "\(rawValue)/\(PresentationMaker.masterPlaylistName)"
    }
  }

  private let options: PresentationOptions
  private let fault: HopFault?

  /// Creates a maker for a chain.
  ///
  /// - Parameters:
  ///   - options: The options for the encoder's stream and the HLS presentations. `options.stream.fault` is ignored.
  ///   - fault: The fault of one hop. Nil for a chain without a fault.
  public init(_ options: PresentationOptions, fault: HopFault? = nil) {
    self.options = options
    self.fault = fault
  }

  /// Writes the files of all taps.
  ///
  /// - Parameters:
  ///   - notice: Called with a message for each damaged input. The message names the file, the problem and the remedy.
  ///   - store: Receives the files.
  /// - Throws: `StreamMakerError`, or any error that `store` throws.
  public func write(
    notice: (String) -> Void = { _ in },
    to store: any PresentationStore
  ) throws {
    // The last tap is made first, because it has the strictest requirements on the options.
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
