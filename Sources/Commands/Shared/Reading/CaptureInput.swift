import ArgumentParser
import Collector
import Glibc
import PingAnalysis
import PingDelivery
import TimedMetadata

/// Inputs that may be captures of pings.
enum CaptureInput {
  /// The remedy for a capture without a ping.
  static let remedyWithoutPings = "look for requests to /cgi-bin/ in the capture"

  /// Reads `source` if it is a capture, or the database of a collector: passes its pings to `body` and
  /// returns nil. Else returns the first bytes, which have been taken from the source.
  static func read(
    _ source: any ByteSource,
    _ body: (SentPing) throws -> Void
  ) throws -> [UInt8]? {
    try readExchanges(source) { exchange in
      for ping in PingRecognizer.pings(in: exchange.request) { try body(ping) }
    }
  }

  /// As ``read(_:_:)``: passes all requests, with what is known of their clients and answers.
  static func readExchanges(
    _ source: any ByteSource,
    _ body: (CapturedExchange) throws -> Void
  ) throws -> [UInt8]? {
    do {
      var head: [UInt8] = []
      func take(_ exchange: CapturedExchange) throws {
        if Interruption.isRequested {
          throw TimedMetadataError(
            .cancelled,
            input: source.name,
            reason: "interrupted",
            remedy: "run the command again"
          )
        }
        try body(exchange)
      }
      if let reader = try CaptureReader.detect(source, head: &head) {
        try reader.forEachExchange(take)
      } else if head.starts(with: CollectedFile.magic) {
        guard isFile(source.name) else {
          throw TimedMetadataError(
            .cannotRead,
            input: source.name,
            reason: "is a database, which can only be read as a file",
            remedy: "name the file itself"
          )
        }
        try CollectedFile(path: source.name).forEachExchange(take)
      } else {
        return head
      }
      return nil
    } catch let error as CollectorError {
      throw TimedMetadataError(
        .cannotRead,
        input: source.name,
        reason: error.reason,
        remedy: error.code == .wrongValue
          ? error.remedy : "name a database of 'id3tap collect', or an export of it"
      )
    } catch let error as CaptureError {
      throw TimedMetadataError(
        .cannotRead,
        input: error.input,
        reason: error.reason,
        remedy: error.remedy
      )
    }
  }

  /// Whether a name is that of a file, and not of standard input, a pipe or a server.
  static func isFile(_ name: String) -> Bool {
    var status = stat()
    return name != "-" && stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The pings that an argument is by itself: it is never fetched.
  static func pings(ofArgument argument: String) -> [SentPing] {
    Array(PingRecognizer.pings(in: CapturedRequest(url: argument)))
  }

  /// Refuses to fetch anything from where real measurement data is collected.
  static func refuseProduction(_ argument: String) throws {
    guard let scheme = InputURL.scheme(of: argument),
      InputURL(argument, scheme: scheme)?.kind == .web
    else { return }
    do {
      try Collector.checkAddress(argument)
    } catch {
      guard error.code == .productionHost else { return }
      throw ValidationError(
        "\(argument): is not a ping, and nothing is fetched from where real measurement data is "
          + "collected: name a file, or the URL of a ping."
      )
    }
  }
}
