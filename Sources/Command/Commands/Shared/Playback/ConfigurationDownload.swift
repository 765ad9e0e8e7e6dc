import NielsenAppApi
import PingDelivery
import TimedMetadata

/// Fetches the engine's configuration from a URL, as an app does when it starts.
struct ConfigurationDownload {
  /// The error if no usable configuration was received.
  struct Failure: Error, CustomStringConvertible {
    /// The error that the engine of an app would raise.
    var code: LogCode
    var description: String
  }

  let url: InputURL
  let fetching: FetchSettings

  /// Fetches the text at the URL. `kept` is a configuration that was received earlier. It may refuse the URL's host.
  /// - Throws: ``Failure`` with error 4.
  func text(kept: String?) async throws(Failure) -> String {
    try checkHost(kept)
    let download = SmallDownload(url: url, loader: fetching.configurationLoader(of: url.text))
    do {
      return String(
        decoding: try await download.bytes(upTo: ConfigurationArgument.largest),
        as: UTF8.self
      )
    } catch {
      throw failure(.failedReceiveConfig, "\(error.reason): \(error.remedy)")
    }
  }

  private func checkHost(_ kept: String?) throws(Failure) {
    // A stored configuration that is no longer readable refuses no host.
    guard let kept, let hosts = try? EngineConfiguration.reading(kept).configuration.refusedHosts
    else { return }
    do {
      try Collector.checkAddress(url.text, refusing: hosts)
    } catch {
      throw failure(.failedReceiveConfig, "\(error)")
    }
  }

  /// The built-in configuration, in which `text` replaces the members that it contains.
  /// - Throws: ``Failure`` with error 5.
  func read(_ text: String) throws(Failure) -> EngineConfiguration.Reading {
    do {
      return try EngineConfiguration.reading(text)
    } catch {
      throw failure(.failedParseConfig, "\(error): see 'id3tap pings --print-config'")
    }
  }

  private func failure(_ code: LogCode, _ text: String) -> Failure {
    Failure(code: code, description: "\(url.name): error \(code.rawValue) \(code.name): \(text)")
  }
}

extension PlaybackArguments {
  /// The arguments with the configuration of `--config`. A configuration at a URL is fetched, and `--store` keeps it
  /// for later runs in which the fetch fails.
  /// - Throws: ``ConfigurationDownload/Failure``.
  func withConfiguration(
    _ fetching: FetchSettings,
    _ diagnostics: Diagnostics
  ) async throws(ConfigurationDownload.Failure) -> PlaybackArguments {
    guard case .url(let url) = config else { return self }
    Interruption.watch()
    let download = ConfigurationDownload(url: url, fetching: fetching)
    var arguments = self
    let kept = useStore(diagnostics) { $0.configuration } ?? nil
    do {
      let text = try await download.text(kept: kept)
      arguments.config = .read(try download.read(text))
      _ = useStore(diagnostics) { $0.configuration = text }
    } catch {
      guard error.code == .failedReceiveConfig, !Interruption.isRequested, let kept else {
        throw error
      }
      diagnostics.notice("\(error): the configuration received earlier is used")
      arguments.config = .read(try download.read(kept))
    }
    return arguments
  }

  /// The arguments with the fetched configuration. Reports the notices about the arguments, and any error.
  /// - Throws: The exit code after an error or an interruption.
  func ready(
    _ fetching: FetchSettings,
    _ diagnostics: Diagnostics
  ) async throws -> PlaybackArguments {
    do {
      let playback = try await withConfiguration(fetching, diagnostics)
      for notice in playback.notices { diagnostics.notice(notice) }
      if case .url = config, let problem = playback.problemOfHosts ?? playback.problemOfStarting {
        diagnostics.failure(problem)
        throw ExitCodes.failed
      }
      return playback
    } catch let failure as ConfigurationDownload.Failure {
      if Interruption.isRequested { throw ExitCodes.interrupted }
      diagnostics.failure(failure.description)
      throw ExitCodes.failed
    }
  }

  /// Reads or changes the stored identity of the app. Nil without a store, or after an error, which is reported.
  private func useStore<Result: Sendable>(
    _ diagnostics: Diagnostics,
    _ body: (inout StoredIdentity) -> Result
  ) -> Result? {
    guard let store else { return nil }
    do {
      return try DirectoryStore(path: store).update(appID: appID, body)
    } catch {
      diagnostics.notice(error.description)
      return nil
    }
  }
}

extension PlaybackArguments {
  /// The error, if the configuration refuses a host that the run would contact or has an invalid URL for lookups.
  var problemOfHosts: String? {
    let configuration = configuration
    if let collector {
      do {
        try collector.collector.check(refusing: configuration.refusedHosts)
      } catch {
        return "\(collector.text): \(error)"
      }
    }
    do {
      _ = try timeShiftClient()
      return nil
    } catch {
      return "--config: tsv.url: \(error)"
    }
  }

  /// The arguments without a server for time-shift codes.
  var withoutLookupServer: PlaybackArguments {
    guard case .read(var reading) = config else { return self }
    reading.configuration.lookups.url = ""
    var arguments = self
    arguments.config = .read(reading)
    return arguments
  }

  /// The client for time-shift codes. Nil if the configuration has no URL for lookups.
  /// - Throws: ``CollectorURLError``.
  func timeShiftClient(caFile: String? = nil) throws(CollectorURLError) -> TimeShiftClient? {
    let configuration = configuration
    guard !configuration.lookups.url.isEmpty else { return nil }
    return try TimeShiftClient(
      configuration.lookups.url,
      refusing: configuration.refusedHosts,
      userAgent: "id3tap/\(Version.id3tap)",
      caFile: caFile
    )
  }
}
