import TimedMetadata

/// Reads the requests of a capture: URLs one a line, HAR 1.2, Charles sessions as JSON or CSV, rows
/// of `id3tap pings`, access logs in the combined format. The kind is decided by the content. Memory
/// does not grow with the capture.
package struct CaptureReader {
  /// Takes a request; throws when nothing more is wanted.
  typealias Hand = (CapturedExchange) throws(CaptureError) -> Void

  private let kind: CaptureKind
  private let bytes: CaptureBytes

  /// Reads the beginning of an input.
  ///
  /// - Parameters:
  ///   - source: The input. The bytes that are read of it are in `head` afterwards.
  ///   - head: Gets what was read of the input.
  /// - Returns: A reader, or nil when the input is not a capture of pings: it may be a stream.
  /// - Throws: ``CaptureError`` when it cannot be read, or is a capture in a form that is not read.
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

  /// Delivers all requests in their order, with what is known of their clients and answers.
  ///
  /// - Throws: ``CaptureError`` where the capture is cut off; `body`'s errors.
  package func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    // The parsers throw nothing but their own errors; those of `body` are carried past them.
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
