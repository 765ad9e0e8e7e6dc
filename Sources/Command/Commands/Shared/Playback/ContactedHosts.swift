import NielsenAppApi
import PingDelivery

/// The hosts that a run contacts, against those that the configuration refuses.
extension PlaybackArguments {
  /// Why the configuration refuses a host that is to be contacted; nil when it does not.
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

  /// The same, with no server that is asked for time-shift codes.
  var withoutLookupServer: PlaybackArguments {
    guard case .read(var reading) = config else { return self }
    reading.configuration.lookups.url = ""
    var arguments = self
    arguments.config = .read(reading)
    return arguments
  }

  /// The client for time-shift codes at the URL in the configuration; nil when it names none.
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
