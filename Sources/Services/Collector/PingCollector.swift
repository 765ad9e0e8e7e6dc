import Glibc
import HTTP
import HTTPServer
import Logging
import NielsenAppApi
import Synchronization
import System

/// Receives pings over HTTP, stores each ping before answering it, and shows the pings on a live page.
///
///     let collector = try PingCollector(CollectorSettings(database: "pings.sqlite"))
///     let address = try await collector.start()
///     print("http://\(address)/")
///     // Pings arrive until the program stops the collector.
///     try await collector.stop()
///
/// The collector forwards nothing and contacts no other host.
package final class PingCollector: Sendable {
  private let settings: CollectorSettings
  private let database: CollectorDatabase
  private let writer: ArrivalWriter
  private let hub: ArrivalHub
  private let totals: PingTotals
  private let service: HTTPService
  private let receivers: ReceiverPlaces
  private let heartbeat = Mutex<Task<Void, Never>?>(nil)

  /// Opens or creates the database, without listening yet.
  /// - Throws: `database`, `foreignDatabase`, `inUse` or `wrongValue`.
  package init(_ settings: CollectorSettings) throws(CollectorError) {
    self.settings = settings
    database = try CollectorDatabase(path: settings.database)
    let store = try ArrivalStore(database, storedBytes: settings.limits.storedBytes)
    let hub = ArrivalHub(newest: store.newest, limit: settings.limits.followers)
    self.hub = hub
    let totals = store.totals
    self.totals = totals
    let writer = ArrivalWriter(
      store,
      path: settings.database,
      limits: settings.limits,
      uptime: settings.uptime,
      onStored: { hub.publish($0) },
      onProblem: settings.onProblem
    )
    self.writer = writer
    let decoder = ArrivalDecoder(
      rules: settings.answers,
      limits: settings.limits,
      scheme: settings.scheme,
      host: settings.address.description
    )
    receivers = ReceiverPlaces(
      environment: settings.receivers,
      decoder: decoder,
      writer: writer,
      now: settings.now
    )
    let page = Self.page(settings, database, hub, CollectorHealth(writer: writer, totals: totals))
    let gate = RequestGate(limits: settings.limits)
    let responder = CollectorRoutes(
      gate: gate,
      receiver: PingReceiver(
        gate: gate,
        decoder: decoder,
        writer: writer,
        rate: RequestRate(settings.limits.rate, uptime: settings.uptime),
        now: settings.now
      ),
      page: page,
      receivers: receivers
    )
    service = HTTPService(
      responder,
      address: settings.address,
      option: "--listen",
      limits: settings.limits.server,
      identity: settings.identity?.tls,
      logger: settings.logger
    )
  }

  deinit { heartbeat.withLock { $0?.cancel() } }

  /// The numbers of stored requests and pings, of requests that were refused because they could not be stored, and of
  /// old pings that were removed to make room; all since the start.
  package var counts: (requests: Int, pings: Int, refused: Int, removed: Int) {
    let counts = writer.counts
    return (counts.requests, counts.pings, counts.refused, counts.removed)
  }

  package var storedPings: Int { totals.sum }

  /// The scheme of the collector's URL: `http` or `https`.
  package var scheme: String { settings.scheme }

  /// Starts to listen, and returns when the collector accepts pings.
  /// - Returns: The address, with the actual port if the settings have port 0.
  /// - Throws: `address` or `identity`. The collector cannot be started again after an error, and a database that was
  ///   created for it is deleted.
  package func start() async throws(CollectorError) -> ListeningAddress {
    let address: ListeningAddress
    do throws(ServerError) {
      address = try await service.start()
    } catch {
      await writer.close()
      hub.close()
      database.discard()
      // The description already contains the address and the remedy.
      throw CollectorError(error.code == .identity ? .identity : .address, "", error.description)
    }
    let (hub, pause) = (hub, settings.limits.heartbeat)
    let beating = Task {
      do {
        while true {
          try await Task.sleep(for: pause)
          hub.wake()
        }
      } catch {
        // The sleep throws only because the task is cancelled when the collector ends.
      }
    }
    heartbeat.withLock { $0 = beating }
    return address
  }

  /// Stops accepting pings, stores the waiting pings, stops listening and closes the database.
  /// - Throws: `database` if the file cannot be closed.
  package func stop() async throws(CollectorError) {
    heartbeat.withLock { $0?.cancel() }
    receivers.close()
    await writer.close()
    hub.close()
    await service.stop()
    try database.close()
  }

  // MARK: - Parts

  private static func page(
    _ settings: CollectorSettings,
    _ database: CollectorDatabase,
    _ hub: ArrivalHub,
    _ health: CollectorHealth
  ) -> PageResponder {
    let pings = CollectedPings(database)
    let summaries = PingSummaries()
    return PageResponder(
      pings: pings,
      summaries: summaries,
      totals: health.totals,
      health: health,
      events: EventFeed(hub: hub, pings: pings, summaries: summaries),
      exports: PingExports(pings: pings, database: settings.database, creator: settings.creator),
      hosts: PageHosts(settings.address),
      comparisons: settings.expected.map { SessionComparisons($0, pings, now: settings.now) },
      database: settings.database,
      scheme: settings.scheme
    )
  }
}

extension CollectorLimits {
  fileprivate var server: ServerLimits {
    var limits = ServerLimits()
    (limits.headSize, limits.fieldCount) = (headSize, headerCount)
    (limits.connections, limits.threads) = (connections, threads)
    limits.connectionsPerAddress = connectionsPerAddress
    (limits.idleTime, limits.bodyTime, limits.stallTime) = (idleTime, requestTime, stallTime)
    return limits
  }
}

extension CollectorSettings {
  fileprivate var scheme: String { identity == nil ? "http" : "https" }
}

package struct CollectorSettings: Sendable {
  package var address = ListeningAddress(port: 8977)
  /// The path of the SQLite file for the pings, which is created if it is missing.
  package var database: String
  /// The certificate for `https`; nil means `http`.
  package var identity: ServerIdentity?
  /// The pings that an app should send, which the page compares with the received pings; nil for no comparison.
  package var expected: ExpectedPings?
  package var answers = AnswerRules()
  /// The clock, randomness, store and configuration of the engines for receivers' pages with `/nls.js`.
  package var receivers = EngineEnvironment()
  package var limits = CollectorLimits()
  /// The name and version in exports, such as `id3tap` and `1.0.0`.
  package var creator: (name: String, version: String) = ("id3tap", "")
  /// The time of day, in milliseconds since 1970.
  package var now: @Sendable () -> Int64 = SystemClock.milliseconds
  /// A clock for the rate of requests and for reports about removed pings, in milliseconds. It must never decrease.
  package var uptime: @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  /// Receives messages about problems during collection. Called on any thread.
  package var onProblem: @Sendable (String) -> Void = { _ in }
  /// The log for requests that cannot be parsed, and for warnings of the server.
  package var logger = Logger(label: "collector") { _ in SwiftLogNoOpLogHandler() }

  package init(database: String) { self.database = database }
}

/// The certificate that identifies a server, and its key.
package struct ServerIdentity: Sendable {
  let tls: TLSIdentity

  /// Reads PEM files: the certificate followed by its chain, and the private key without a passphrase.
  ///
  /// - Throws: `identity` if a file cannot be read or used, or if the files do not belong together.
  package init(certificate: String, key: String) throws(CollectorError) {
    let (chain, privateKey) = (try Self.text(certificate), try Self.text(key))
    do throws(TLSIdentity.Problem) {
      tls = try TLSIdentity(certificate: chain, key: privateKey)
    } catch {
      switch error {
      case .noCertificates:
        throw Self.problem(certificate, "contains no certificates in PEM format")
      case .noKey:
        throw Self.problem(key, "contains no unencrypted PEM private key")
      case .mismatch: throw Self.problem(key, "is not the key of \(certificate)")
      }
    }
  }

  private static let sizeLimit = 1 << 20

  private static func text(_ path: String) throws(CollectorError) -> String {
    guard let file = fopen(path, "re") else { throw problem(path, reason()) }
    defer { fclose(file) }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: sizeLimit) { buffer, count in
      count = fread(buffer.baseAddress, 1, sizeLimit, file)
      isRead = ferror(file) == 0
    }
    guard isRead else { throw problem(path, reason()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reason() -> String { SystemError.reason() }

  private static func problem(_ path: String, _ words: String) -> CollectorError {
    CollectorError(
      .identity,
      path,
      words,
      "give a certificate and its key in PEM format with --tls CERT,KEY"
    )
  }
}
