import Logging
import System

/// Everything the engine must not reach for by itself.
///
/// With a fixed clock, a seeded random source and a fresh store the engine is deterministic: the
/// same calls give the same bytes.
public struct EngineEnvironment: Sendable {
  /// The time in milliseconds since 1970. Called while the engine is locked: it must not call back.
  public var clock: @Sendable () -> Int64 = { SystemClock.milliseconds() }
  /// Random characters of ids.
  public var random = RandomSource(SystemRandomNumberGenerator())
  /// Identifiers that are not drawn.
  public var identifiers = GivenIdentifiers()
  /// Hosts, thresholds, templates.
  public var configuration = EngineConfiguration()
  /// The source that is merged into ``configuration``.
  public var configurationSource = ConfigurationSource.embedded
  /// Where identities are kept.
  public var store: any IdentityStore = MemoryStore()
  /// Keeps the pings until they are sent. Nil: they are delivered to the caller and not kept.
  public var journal: (any PingJournal)?
  /// How the user's consent is found out.
  public var privacy = PrivacySettings()
  /// The fields of pings about the device.
  public var device = DeviceProfile()
  /// The fields of pings about the player; filled by integrations.
  public var player = Player()
  /// The name of the process, used when appInfo has no `appname`.
  public var processName = SystemClock.processName
  /// Answers time-shift lookups. Nil: the constant or the table of the configuration does, if it has one
  /// (``EngineConfiguration/Lookups``); else nothing is asked, and the code stays unknown.
  public var timeShift: TimeShiftResponder?
  /// Counts live instances.
  public var instances = InstanceRegistry.standard
  /// Where the engine writes its log.
  public var log = Logger(label: "NielsenAppApi")
  /// Gets every ping on the thread of the API call that made it.
  public var onPing: @Sendable (Ping) -> Void = { _ in }

  /// How the measurement reaches the page or app: 1 for the SDK, 0 for the browser facade.
  package var accessMethod = "1"

  /// The fields of pings about the player.
  public struct Player: Sendable, Equatable {
    /// Version of an integration plug-in.
    public var pluginVersion = ""
    /// Version of the player.
    public var playerVersion = ""
    /// Makes a player without versions.
    public init() {}
  }

  /// Makes an environment with embedded configuration, system clock and randomness and a store of
  /// its own in memory; nothing is sent.
  public init() {}

  /// The standard environment: as made by ``init()``, with the store of the user in
  /// ``DirectoryStore/standardPath``, so that every engine of theirs finds the same identities. A user
  /// without a home has one in memory, ``MemoryStore/standard``.
  public static var standard: EngineEnvironment {
    var environment = EngineEnvironment()
    environment.store = standInStore ?? userStore
    return environment
  }

  /// Replaces the store of the user in tests, which must not change that.
  @TaskLocal package static var standInStore: (any IdentityStore)?

  private static let userStore: any IdentityStore =
    if let path = DirectoryStore.standardPath { DirectoryStore(path: path) } else {
      MemoryStore.standard
    }

  /// An environment for engines that run beside the real world: seeded, silent, with a registry and
  /// a store of its own. The clock does not advance until another is given.
  public static func offline(seed: UInt64) -> EngineEnvironment {
    var environment = EngineEnvironment()
    environment.clock = { 0 }
    environment.random = RandomSource(seed: seed)
    environment.instances = InstanceRegistry()
    environment.processName = "offline"
    environment.log = Logger(label: "NielsenAppApi") { _ in SwiftLogNoOpLogHandler() }
    return environment
  }
}
