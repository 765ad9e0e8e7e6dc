import Formats
import HTTP
import NielsenAppApi
import Synchronization

/// Requests time-shift codes from your own server.
///
///     let client = try TimeShiftClient("http://127.0.0.1:8978/tsv")
///     environment.timeShift = client.responder
///
/// The server receives `GET URL?id3=PAYLOAD&breakout=00&fmt=json` and answers `{"tsv": "03"}`. There is no code without
/// such an answer, with a status of 200 to 299, within `tsv.timeoutSeconds`. API calls do not wait for the answer: the
/// code is used in pings made after its arrival.
public final class TimeShiftClient: Sendable {
  /// The maximum size of an answer's body, in bytes.
  private static let bodyLimit = 4096
  /// The maximum number of simultaneous lookups, and thus of connections; further lookups get no code.
  private static let lookupLimit = 64

  private let address: WebAddress
  private let client: HTTPClient
  private let running = Atomic(0)

  /// Prepares a client for the `http` or `https` URL of a server. `hosts` and their subdomains are
  /// refused in addition to the production hosts. `caFile` is a PEM file with certificates that are
  /// trusted in addition to those of the system.
  ///
  /// - Throws: ``CollectorURLError`` if the URL is invalid, has a user name, or has a host that must not be contacted.
  public init(
    _ url: String,
    refusing hosts: Set<String> = [],
    userAgent: String = "id3tap",
    caFile: String? = nil
  ) throws(CollectorURLError) {
    address = try WebAddress(contacting: url, refusing: hosts)
    var options = HTTPClient.Options()
    options.userAgent = userAgent
    options.caFile = caFile
    options.offersHTTP2 = false
    client = HTTPClient(options)
  }

  /// Ends the running lookups without a code. Later lookups get no code either.
  public func cancel() { client.close() }

  /// The responder for the environment of an engine.
  public var responder: TimeShiftResponder {
    .requesting { lookup, answer in
      let isFree = self.running.add(1, ordering: .relaxed).oldValue < Self.lookupLimit
      Task {
        let code = isFree ? await self.code(lookup) : nil
        self.running.subtract(1, ordering: .relaxed)
        answer(code)
      }
    }
  }

  private func code(_ lookup: TimeShiftResponder.Lookup) async -> String? {
    let query = [("id3", lookup.payload), ("breakout", lookup.breakout), ("fmt", "json")]
      .map { "\($0.0)=\(PercentEncoding.component.encode($0.1))" }.joined(separator: "&")
    let mark = address.text.contains("?") ? "&" : "?"
    var request = HTTPRequest(url: address.text + mark + query)
    // A timeout of 0 would mean no limit.
    request.connectTimeout = max(.seconds(lookup.timeoutSeconds), .milliseconds(1))
    request.timeout = request.connectTimeout
    request.bodyLimit = Self.bodyLimit
    do {
      let response = try await client.send(request)
      guard (200..<300).contains(response.status) else { return nil }
      return try JSONValue(parsing: response.body)["tsv"]?.stringValue
    } catch {
      // Any failure means that there is no code, and the engine raises error 11.
      return nil
    }
  }
}
