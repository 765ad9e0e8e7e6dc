import Foundation
import HTTP
import NielsenAppApi
import Presentation

/// How what is not a local file is reached, and what playlists may reach.
struct FetchSettings: Sendable {
  /// The headers for servers.
  var headers: [HeaderField]
  /// How servers are reached, and the addresses that playlists can reach.
  var network: NetworkOptions
  /// How long reading one input may take; nil: as long as it takes.
  var totalTimeout: Duration?
  /// Bytes of media taken from a connection at a time, at most; nil: what is usual.
  var receiveSize: Int?
  /// The directory that was named as an input: playlists in it reach all files below it.
  var directory: FileName?

  /// The longest silence on the network; nil: what is usual.
  var idleTimeout: Duration? { network.timeout.map { .seconds($0) } }

  /// Loads what an input names and refers to.
  /// - Parameters:
  ///   - url: The URL of the input; nil when it has none, such as standard input.
  ///   - report: Called, on any thread, with what makes the input wait.
  ///   - record: Takes what servers last answered; nil: nobody asks for it.
  /// - Returns: A loader that keeps to the rules of safety for that input.
  func loader(
    forInput url: String?,
    report: @escaping @Sendable (FetchNotice) -> Void,
    record: FetchRecord? = nil
  ) -> ResourceAccess {
    ResourceAccess(
      topLevelURL: url,
      folderURL: directory.map { FileURL.text(of: $0.bytes) },
      allowsOutside: network.allowOutside
    ) {
      var options = httpOptions(report: report)
      options.record = record
      return HTTPLoader(topLevelURL: url, options: options)
    }
  }

  /// Loads the configuration of the engine from `url`. Redirects, which may point to a host that must not
  /// be contacted, are not followed.
  func configurationLoader(
    of url: String,
    report: @escaping @Sendable (FetchNotice) -> Void = { _ in }
  ) -> HTTPLoader {
    var options = httpOptions(report: report)
    options.maximumRedirects = 0
    options.retries = Self.configurationRetries
    return HTTPLoader(topLevelURL: url, options: options)
  }

  /// Loads a list of channels from `url`.
  func listLoader(of url: String) -> HTTPLoader {
    HTTPLoader(topLevelURL: url, options: httpOptions(report: { _ in }))
  }

  /// As apps ask again for their configuration: five times, two seconds apart.
  static var configurationRetries: RetryPolicy {
    var retries = RetryPolicy()
    retries.maximumCount = 5
    retries.spacing = .fixed
    retries.firstDelay = .seconds(2)
    return retries
  }

  private func httpOptions(report: @escaping @Sendable (FetchNotice) -> Void) -> HTTPOptions {
    var options = HTTPOptions()
    options.report = report
    options.headers = headers
    options.userAgent = network.userAgent
    options.isInsecure = network.insecure
    options.caFile = network.certificates.caFile
    options.allowsPrivateAddresses = network.allowPrivate
    // In any resource of an input: a request for a ping's URL is a ping.
    options.refusal = { host in
      ProductionHosts.domain(of: host).map {
        "belongs to \($0), where real measurement data is collected: nothing is fetched from there"
      }
    }
    if let idleTimeout { options.idleTimeout = idleTimeout }
    if let receiveSize { options.receiveSize = receiveSize }
    if let seconds = network.resourceTimeout { options.totalTimeout = .seconds(seconds) }
    options.environment = ProcessInfo.processInfo.environment
    return options
  }
}
