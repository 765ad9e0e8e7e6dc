import TimedMetadata

/// Reads the requests of a capture: URL lists, HAR 1.2, Charles sessions (JSON or CSV), rows from `id3tap pings`, and
/// access logs and other lines with URLs. The format is detected from the content. Memory use is independent of the
/// capture's size.
package struct CaptureReader {
  /// Receives a request. Throwing an error stops the reader.
  typealias Hand = (CapturedExchange) throws(CaptureError) -> Void

  private let kind: CaptureKind
  private let bytes: CaptureBytes

  /// Reads the beginning of an input to detect whether it is a capture.
  ///
  /// - Parameters:
  ///   - source: The input to read from.
  ///   - head: Receives the bytes that were read from `source`.
  /// - Returns: A reader. Nil if the input is not a capture of pings; it may be a stream.
  /// - Throws: ``CaptureError`` if the input cannot be read, or is a capture in an unsupported format.
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

  /// Passes each request to `body`, in the order of the capture, with its client and response if they were recorded.
  ///
  /// - Throws: ``CaptureError`` if the capture is truncated, damaged or unreadable, or any error that `body` throws.
  package func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    // The parsers can throw only `CaptureError`, so an error from `body` is kept here.
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
