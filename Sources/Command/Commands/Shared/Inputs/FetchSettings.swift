import Foundation
import HTTP
import NielsenAppApi
import Presentation

/// The settings for reading inputs from the network, and for the resources of playlists.
struct FetchSettings: Sendable {
  var headers: [HeaderField]
  /// The options for connections, and for the addresses that playlists may refer to.
  var network: NetworkOptions
  /// The time limit for reading one input. Nil means no limit.
  var totalTimeout: Duration?
  /// The maximum number of media bytes per read from a connection. Nil means the default.
  var receiveSize: Int?
  /// The directory that was named as an input. Playlists in it may refer to all files in it and its subdirectories.
  var directory: FileName?

  /// The time without data after which a connection fails. Nil means the default.
  var idleTimeout: Duration? { network.timeout.map { .seconds($0) } }

  /// Creates the loader for an input and the resources that it refers to.
  /// - Parameters:
  ///   - url: The URL of a file or a web input. Nil for other inputs, such as standard input.
  ///   - report: Called, on any thread, when a retry or a slow server makes the input wait.
  ///   - record: Records the latest event in the requests. Nil means that events are not recorded.
  /// - Returns: A loader that applies the safety rules for this input.
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

  /// Creates the loader for the engine's configuration at `url`. The loader does not follow redirects, because a
  /// redirect may lead to a host that must not be contacted.
  func configurationLoader(
    of url: String,
    report: @escaping @Sendable (FetchNotice) -> Void = { _ in }
  ) -> HTTPLoader {
    var options = httpOptions(report: report)
    options.maximumRedirects = 0
    options.retries = Self.configurationRetries
    return HTTPLoader(topLevelURL: url, options: options)
  }

  func listLoader(of url: String) -> HTTPLoader {
    HTTPLoader(topLevelURL: url, options: httpOptions(report: { _ in }))
  }

  /// The retries of an app's configuration request: five, two seconds apart.
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
    // The refusal applies to every resource of an input, because a request for the URL of a ping sends the ping.
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
