import Formats
import Glibc
import HTTP
import NielsenAppApi
import Synchronization
import System

/// Transfers pings to a collector.
protocol PingTransport: Sendable {
  /// Makes one attempt to send the ping `url`.
  func send(_ url: String) async -> TransportAnswer
  /// Closes connections and files.
  func close()
}

/// How one attempt to send a ping ended.
enum TransportAnswer: Sendable, Equatable {
  /// The collector has it.
  case received
  /// There was no answer. `reason` goes into the next attempt: `offline`, `timeout` or `tls`.
  case noAnswer(reason: String, explanation: String)
  /// The collector cannot take it now, and may ask for a delay: the header `Retry-After`.
  case busy(status: Int, retryAfter: String?)
  /// It will never be taken: the collector says so (`failedSendPing`), or no request was made, as the host must not be
  /// contacted or the URL is not valid (`failedCreateRequest`).
  case refused(LogCode, String)
}

/// Sends pings to an HTTP collector, one after the other over one connection that is kept alive.
///
/// No redirect is followed: an answer that redirects is an answer (section 8.3 of the engine's
/// specification). Only one to a host that must not be contacted is refused, as a sign that the collector
/// is not one's own.
final class HTTPTransport: PingTransport {
  /// The most bytes of an answer that are read: a larger answer ends the connection.
  private static let bodyLimit = 65_536

  private let collector: HTTPAddress
  private let timeout: Duration
  private let refusedHosts: RefusedHosts
  private let client: HTTPClient

  init(collector: HTTPAddress, settings: PingDelivery.Settings) {
    self.collector = collector
    timeout = .seconds(max(1, settings.configuration.queue.timeoutSeconds))
    refusedHosts = RefusedHosts(settings.configuration.refusedHosts)
    var options = HTTPClient.Options()
    options.userAgent = settings.userAgent
    options.verifiesCertificates = !settings.isInsecure
    options.caFile = settings.caFile
    // Pings go one after the other.
    options.offersHTTP2 = false
    client = HTTPClient(options)
  }

  func close() { client.close() }

  func send(_ url: String) async -> TransportAnswer {
    let address: HTTPAddress
    do throws(CollectorURLError) {
      if let refusal = refusedHosts.refusal(of: collector.host) { throw refusal }
      address = try Collector.url(of: url, at: collector)
    } catch {
      return .refused(.failedCreateRequest, error.description)
    }
    var request = HTTPRequest(url: address.text)
    request.timeout = timeout
    request.connectTimeout = timeout
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    do {
      return answer(try await client.send(request), of: address)
    } catch {
      let reason =
        switch error.code {
        case .tls, .certificate: "tls"
        case .timeout: "timeout"
        default: "offline"
        }
      return .noAnswer(
        reason: reason,
        explanation: "no answer of the collector (\(error.explanation))"
      )
    }
  }

  private func answer(_ response: HTTPResponse, of address: HTTPAddress) -> TransportAnswer {
    let status = response.status
    switch status {
    case 200..<400:
      guard status >= 300, let location = response.headers["location"] else { return .received }
      do {
        let target = URIReference.resolve(location, against: address.text)
        _ = try HTTPAddress(target, refusing: refusedHosts)
      } catch  where error.code != .malformed {
        return .refused(.failedCreateRequest, "the collector redirects: \(error.description)")
      } catch {
        // Where it leads does not matter, as it is not followed.
      }
      return .received
    case 408, 425, 429, 500...:
      return .busy(status: status, retryAfter: response.headers["retry-after"])
    default:
      return .refused(.failedSendPing, "the collector answered \(status)")
    }
  }
}

/// Writes pings into a file, one URL a line.
final class FileTransport: PingTransport {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  init(path: String) { self.path = path }

  deinit { close() }

  /// Appends a line, which is on disk afterwards: the queue forgets the ping.
  func send(_ url: String) async -> TransportAnswer {
    descriptor.withLock { descriptor in
      do {
        let file = try descriptor ?? open()
        descriptor = file
        // Pipes and terminals are not on a disk.
        guard DescriptorWriter.write(Array((url + "\n").utf8), to: file),
          fdatasync(file) == 0 || errno == EINVAL || errno == EROFS
        else { throw SystemError("cannot write \(path)") }
        return .received
      } catch {
        // The next attempt opens it again and does not append to half a line.
        Self.close(&descriptor)
        return .noAnswer(reason: "offline", explanation: "\(error)")
      }
    }
  }

  func close() { descriptor.withLock { Self.close(&$0) } }

  private static func close(_ descriptor: inout Int32?) {
    if let descriptor { Glibc.close(descriptor) }
    descriptor = nil
  }

  /// Opens the file; what a crash left unfinished becomes a line of its own.
  private func open() throws(SystemError) -> Int32 {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("cannot open \(path)") }
    var last: UInt8 = 0
    let end = lseek(file, 0, SEEK_END)
    guard end > 0, pread(file, &last, 1, end - 1) == 1, last != UInt8(ascii: "\n"),
      !DescriptorWriter.write([UInt8(ascii: "\n")], to: file)
    else { return file }
    let error = SystemError("cannot write \(path)")
    Glibc.close(file)
    throw error
  }
}
