import Foundation
import HTTP
import NielsenAppApi
import Synchronization

/// Carries the plain HTTP of a test device to every host but those of production.
///
/// The device reaches through it what it reaches by itself: for a device on another machine, addresses of this
/// machine and of its link are refused.
final class ForwardProxy: Sendable {
  /// The most bytes of one answer: it is kept in memory until it is complete.
  static let bodyLimit = 32 << 20
  /// Requests that are carried at a time.
  static let capacity = 16
  /// Refused hosts that are reported; each once.
  private static let reportLimit = 100

  private let near: HTTPClient
  private let far: HTTPClient
  private let running = Mutex(0)
  private let reported = Mutex<Set<String>>([])
  private let onProblem: @Sendable (String) -> Void

  /// - Parameters:
  ///   - environment: The environment variables, which may name a proxy after this one.
  ///   - onProblem: Receives which hosts were refused.
  init(
    environment: [String: String]?,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.onProblem = onProblem
    var options = HTTPClient.Options()
    if let environment { options.environment = environment }
    // The route keeps them back already.
    options.allowsHost = { ProductionHosts.domain(of: $0) == nil }
    near = HTTPClient(options)
    options.allowsHost = { ProductionHosts.domain(of: $0) == nil && !LocalAddress.isName($0) }
    options.allowsAddress = { $0.map { !LocalAddress.isLocal($0) } ?? false }
    far = HTTPClient(options)
  }

  /// Ends the requests that are being carried.
  func close() {
    near.close()
    far.close()
  }

  /// The answer to a request that is refused, which is reported the first time.
  func refuse(_ refusal: ProxyRefusal, to peer: String) -> ServerResponse {
    if let report = refusal.report(peer: peer) {
      let isNew = reported.withLock { reported in
        reported.count < Self.reportLimit && reported.insert(report).inserted
      }
      if isNew { onProblem(report) }
    }
    return refusal.response
  }

  /// Asks the host of the request's URL. Redirects and bodies are passed on as they are.
  func forward(_ request: ServerRequest) async -> ServerResponse {
    let mayRun = running.withLock { count in
      guard count < Self.capacity else { return false }
      count += 1
      return true
    }
    guard mayRun else {
      return .text(503, "The proxy carries \(Self.capacity) requests at a time.").retrying(after: 1)
    }
    defer { running.withLock { $0 -= 1 } }
    var asked = HTTPRequest(url: request.target)
    asked.method = request.method
    asked.headers = ProxyHeaders.request(request.headers)
    asked.body = request.hasBody ? request.body : nil
    asked.timeout = .seconds(60)
    asked.bodyLimit = Self.bodyLimit
    let client = LocalAddress.isPeer(request.peer) ? near : far
    do throws(HTTPFailure) {
      let answer = try await client.send(asked)
      guard (200...599).contains(answer.status) else {
        return .text(502, "The server answered with the status \(answer.status).")
      }
      return ServerResponse(
        answer.status,
        ProxyHeaders.response(answer.headers),
        .bytes(answer.body)
      )
    } catch {
      return Self.failure(error)
    }
  }

  private static func failure(_ error: HTTPFailure) -> ServerResponse {
    switch error.code {
    case .refusedAddress:
      .text(403, "The proxy does not connect there: \(error.explanation).")
    case .tooLarge:
      .text(
        502,
        "The answer has more than \(bodyLimit >> 20) MiB: let the device fetch it without the proxy."
      )
    case .timeout: .text(504, "The server did not answer in time (\(error.explanation)).")
    default: .text(502, "The server gave no answer: \(error.explanation).")
    }
  }
}

/// Addresses that a device on another machine cannot reach by itself.
enum LocalAddress {
  /// Whether an address is of this machine or of its link: loopback, unspecified, link-local.
  static func isLocal(_ address: IPAddress) -> Bool {
    let bytes = plain(address)
    guard bytes.count == 16 else {
      return bytes[0] == 0 || bytes[0] == 127 || bytes[0] == 169 && bytes[1] == 254
    }
    return bytes.dropLast().allSatisfy { $0 == 0 } || bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }

  /// The bytes, also of an IPv4 address in the form of IPv6.
  private static func plain(_ address: IPAddress) -> [UInt8] {
    let bytes = address.bytes
    let isMapped =
      bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xff, 0xff]
    return isMapped ? Array(bytes[12...]) : bytes
  }

  /// Whether a client is on this machine.
  static func isPeer(_ peer: String) -> Bool {
    guard let address = IPAddress(peer) else { return false }
    let bytes = plain(address)
    return bytes.count == 4 ? bytes[0] == 127 : bytes[0] == 0 && isLocal(address)
  }

  /// Whether a host is one by its name alone.
  static func isName(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return IPAddress(name).map(isLocal) ?? false
  }
}
