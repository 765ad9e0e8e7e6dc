import Glibc
import HTTP
import HTTPServer
import Logging
import NielsenAppApi
import Synchronization
import System

/// Receives pings over HTTP, stores each before it is answered, and shows them on a live page.
///
///     let collector = try PingCollector(CollectorSettings(database: "pings.sqlite"))
///     let address = try await collector.start()
///     print("http://\(address)/")
///     ...
///     try await collector.stop()
///
/// It forwards nothing and contacts no host.
package final class PingCollector: Sendable {
  private let settings: CollectorSettings
  private let database: CollectorDatabase
  private let writer: ArrivalWriter
  private let hub: ArrivalHub
  private let totals: PingTotals
  private let service: HTTPService
  private let receivers: ReceiverPlaces
  private let heartbeat = Mutex<Task<Void, Never>?>(nil)

  /// Opens the database, or makes it; does not listen yet.
  /// - Throws: `database`, `foreignDatabase` or `inUse`.
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
    let responder = CollectorResponder(
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

  /// Requests and pings that were stored since the start, requests that were refused because they could not be stored, and
  /// old pings that were removed to make room.
  package var counts: (requests: Int, pings: Int, refused: Int, removed: Int) {
    let counts = writer.counts
    return (counts.requests, counts.pings, counts.refused, counts.removed)
  }

  /// The pings in the database.
  package var storedPings: Int { totals.sum }

  /// `http` or `https`.
  package var scheme: String { settings.scheme }

  /// Starts to listen. Returns when pings are answered.
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `address` or `identity`; the collector cannot be started again then, and a database that was made for it is
  ///   gone.
  package func start() async throws(CollectorError) -> ListeningAddress {
    let address: ListeningAddress
    do throws(ServerError) {
      address = try await service.start()
    } catch {
      await writer.close()
      hub.close()
      database.discard()
      // The message names the address and the remedy.
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
        // The collector ends.
      }
    }
    heartbeat.withLock { $0 = beating }
    return address
  }

  /// Answers no ping any more, stores those that wait, stops to listen and closes the database.
  /// - Throws: `database` when the file cannot be closed.
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
  ) -> LivePage {
    let pings = CollectedPings(database)
    let summaries = PingSummaries()
    return LivePage(
      pings: pings,
      summaries: summaries,
      totals: health.totals,
      health: health,
      events: EventFeed(hub: hub, pings: pings, summaries: summaries, totals: health.totals),
      exports: PingExports(pings: pings, database: settings.database, creator: settings.creator),
      hosts: PageHosts(settings.address),
      comparisons: settings.expected.map { SessionComparisons($0, pings, now: settings.now) },
      database: settings.database
    )
  }
}

extension CollectorLimits {
  /// Those of the server.
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
  /// `http` or `https`.
  fileprivate var scheme: String { identity == nil ? "http" : "https" }
}

/// How pings are collected.
package struct CollectorSettings: Sendable {
  package var address = ListeningAddress(port: 8977)
  /// The SQLite file that gets the pings; it is made when it is missing.
  package var database: String
  /// The certificate of a collector that is reached by `https`; nil: `http`.
  package var identity: ServerIdentity?
  /// The pings that an app should send, with which the page compares what arrives; nil: it compares nothing.
  package var expected: ExpectedPings?
  /// How pings are answered.
  package var answers = AnswerRules()
  /// Clock, randomness, store and configuration of the engines that make the pings of pages with `/nls.js`.
  package var receivers = EngineEnvironment()
  /// The limits on requests and storage.
  package var limits = CollectorLimits()
  /// The name and version that exports carry: `id3tap`, `1.0.0`.
  package var creator: (name: String, version: String) = ("id3tap", "")
  /// The time of the day, in milliseconds since 1970.
  package var now: @Sendable () -> Int64 = SystemClock.milliseconds
  /// The time by which the rate is measured, in milliseconds since any moment; it never goes back.
  package var uptime: @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  /// Receives what goes wrong while pings are collected, in the form of messages, from any thread.
  package var onProblem: @Sendable (String) -> Void = { _ in }
  /// Takes what is unusual: requests that cannot be read, and the warnings of the server.
  package var logger = Logger(label: "collector") { _ in SwiftLogNoOpLogHandler() }

  package init(database: String) { self.database = database }
}

/// The certificate that identifies a server, and its key.
package struct ServerIdentity: Sendable {
  let tls: TLSIdentity

  /// Reads PEM files: the certificate with those that signed it after it, and the private key without
  /// a passphrase.
  ///
  /// - Throws: `identity` when a file cannot be read or used, or when they do not belong together.
  package init(certificate: String, key: String) throws(CollectorError) {
    let (chain, privateKey) = (try Self.text(certificate), try Self.text(key))
    do throws(TLSIdentity.Problem) {
      tls = try TLSIdentity(certificate: chain, key: privateKey)
    } catch {
      switch error {
      case .noCertificates: throw Self.problem(certificate, "holds no certificates in PEM form")
      case .noKey:
        throw Self.problem(key, "holds no private key in PEM form without a passphrase")
      case .mismatch: throw Self.problem(key, "is not the key of \(certificate)")
      }
    }
  }

  /// Files are at most so large, in bytes.
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
      "name a certificate and its key in PEM form with --tls CERT,KEY"
    )
  }
}
