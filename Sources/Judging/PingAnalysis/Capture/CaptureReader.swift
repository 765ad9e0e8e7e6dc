import TimedMetadata

/// Reads the requests of a capture: URLs, one per line; HAR 1.2; Charles sessions as JSON or CSV; rows of
/// `id3tap pings`; access logs in the combined format. The format is found by the content. Memory use does
/// not grow with the capture.
package struct CaptureReader {
  /// Receives a request. An error ends the reading.
  typealias Hand = (CapturedExchange) throws(CaptureError) -> Void

  private let kind: CaptureKind
  private let bytes: CaptureBytes

  /// Reads the beginning of an input to find out whether it is a capture.
  ///
  /// - Parameters:
  ///   - source: The input. The bytes that were read from it are in `head` afterwards.
  ///   - head: Receives the bytes that were read.
  /// - Returns: A reader; nil when the input is not a capture of pings, but may be a stream.
  /// - Throws: ``CaptureError`` when the input cannot be read, or is a capture in a format that cannot be read.
  package static func detect(
    _ source: any ByteSource,
    head: inout [UInt8]
  ) throws(CaptureError) -> CaptureReader? {
    var piece = [UInt8](repeating: 0, count: 32 << 10)
    while head.count < CaptureKind.headSize {
      let count: Int
      do throws(TimedMetadataError) {
        count = try CaptureBytes.read(source, into: &piece)
      } catch {
        throw CaptureError(error)
      }
      if count == 0 { break }
      head += piece[..<count]
      if let refusal = CaptureKind.refusal(head) {
        throw CaptureError(
          .unsupported,
          input: source.name,
          reason: refusal.reason,
          remedy: refusal.remedy
        )
      }
      if head.prefix(1024).contains(0) { return nil }
      if let kind = CaptureKind.detect(head) {
        return CaptureReader(kind: kind, bytes: CaptureBytes(source, head: head))
      }
    }
    return nil
  }

  /// Passes all requests to `body` in their order, with what the capture has about their clients and answers.
  ///
  /// - Throws: ``CaptureError`` when the capture is truncated or damaged, or an error of `body`.
  package func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    // The parsers can only throw `CaptureError`. An error of `body` is kept here.
    var failure: (any Error)?
    func hand(_ exchange: CapturedExchange) throws(CaptureError) {
      do {
        try body(exchange)
      } catch {
        failure = error
        throw CaptureError(
          .unreadable,
          input: bytes.name,
          reason: "reading was stopped",
          remedy: "run it again"
        )
      }
    }
    var problem: CaptureError?
    do throws(CaptureError) {
      switch kind {
      case .json:
        var capture = JSONCapture(JSONStream(bytes))
        try capture.read(hand)
      case .csv: try CSVCapture(bytes).read(hand)
      case .lines: try LineCapture(bytes).read(hand)
      }
    } catch {
      problem = error
    }
    if let failure { throw failure }
    if let problem { throw problem }
  }
}
