import ArgumentParser
import Collector
import Glibc
import PingAnalysis
import PingDelivery
import TimedMetadata

struct CapturedInput {
  private enum Form {
    case capture(CaptureReader)
    case database(CollectedFile)
  }

  private let form: Form
  let name: String

  /// Nil if the source is neither a capture nor a database. In that case, `head` has the first bytes of the source,
  /// which reading has removed from it.
  /// - Throws: An error if the source cannot be read.
  init?(_ source: any ByteSource, head: inout [UInt8]) throws {
    name = source.name
    do {
      if let reader = try CaptureReader.detect(source, head: &head) {
        form = .capture(reader)
      } else if head.starts(with: CollectedFile.magic) {
        guard CaptureInput.isFile(name) else {
          throw TimedMetadataError(
            .cannotRead,
            input: name,
            reason: "is a database, which can only be read as a file",
            remedy: "name the file itself"
          )
        }
        form = .database(try CollectedFile(path: name))
      } else {
        return nil
      }
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// Passes the pings to `body`.
  /// - Throws: An error if the capture cannot be read, or the error of `body`.
  func forEachPing(_ body: (SentPing) throws -> Void) throws {
    try forEachExchange { exchange in
      for ping in PingRecognizer.pings(in: exchange.request) { try body(ping) }
    }
  }

  /// Passes each request to `body`, with the recorded data about its client and its response.
  /// - Throws: An error if the capture cannot be read, or the error of `body`.
  func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    func take(_ exchange: CapturedExchange) throws {
      if Task.isCancelled {
        throw TimedMetadataError(
          .cancelled,
          input: name,
          reason: "interrupted",
          remedy: "run the command again"
        )
      }
      try body(exchange)
    }
    do {
      switch form {
      case .capture(let reader): try reader.forEachExchange(take)
      case .database(let file): try file.forEachExchange(take)
      }
    } catch {
      throw Self.failure(error, name)
    }
  }

  private static func failure(_ error: any Error, _ name: String) -> any Error {
    switch error {
    case let error as CollectorError:
      TimedMetadataError(
        .cannotRead,
        input: name,
        reason: error.reason,
        remedy: error.code == .wrongValue
          ? error.remedy : "name a database of 'id3tap collect', or an export of it"
      )
    case let error as CaptureError:
      TimedMetadataError(
        .cannotRead,
        input: error.input,
        reason: error.reason,
        remedy: error.remedy
      )
    default: error
    }
  }
}

enum CaptureInput {
  /// The remedy for a capture without a ping.
  static let remedyWithoutPings = "look for requests to /cgi-bin/ in the capture"

  /// The error for a stream where a capture is needed.
  static func refusal(of name: String) -> TimedMetadataError {
    TimedMetadataError(
      .unsupportedKind,
      input: name,
      reason: "is not a capture of pings",
      remedy: "name a HAR file, or another capture of the app's pings"
    )
  }

  /// Whether `name` is a regular file, not standard input, a pipe or a URL.
  static func isFile(_ name: String) -> Bool {
    var status = stat()
    return name != "-" && stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The pings in an argument that is the URL of pings. The URL is not fetched.
  static func pings(ofArgument argument: String) -> [SentPing] {
    Array(PingRecognizer.pings(in: CapturedRequest(url: argument)))
  }

  /// Refuses a URL that would be fetched from a host that collects real measurement data.
  static func refuseProduction(_ argument: String) throws {
    guard let scheme = InputURL.scheme(of: argument),
      InputURL(argument, scheme: scheme)?.kind == .web
    else { return }
    do {
      try Collector.checkAddress(argument)
    } catch {
      guard error.isProductionHost else { return }
      throw ValidationError(
        "\(InputURL.shown(argument)): is not a ping, and nothing is fetched from hosts that collect real "
          + "measurement data: name a file, or the URL of a ping."
      )
    }
  }
}
