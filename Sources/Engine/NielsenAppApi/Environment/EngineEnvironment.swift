import Formats
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

/// Identifiers to use instead of random ones, to reproduce the pings of another app.
/// They are sent as they are.
public struct GivenIdentifiers: Sendable, Equatable {
  /// The `sessionId` of the engine instance.
  public var sessionID: String?
  /// The `c29` of the player.
  public var playerID: String?
  /// `cat_id`.
  public var categoryID: String?
  /// The digest that represents the device in `c9` and `c1`.
  public var deviceID: String?
  /// The `c59` of content sessions, in the order in which they begin; further ones are drawn.
  public var viewingSessionIDs: [String] = []

  /// Makes identifiers of which none is given.
  public init() {}
}

/// The fields of pings about the device. The default is the same on every machine.
public struct DeviceProfile: Sendable, Equatable {
  /// The device identifier, sent as its SHA-256. Nil: a stored random UUID represents it; empty: no
  /// id is sent.
  public var id: String?
  /// Operating system and version, `c14`.
  public var osVersion = "Linux"
  /// Operating system group, `c7`.
  public var osGroup = ""
  /// Phone, tablet and so on, `c8`.
  public var deviceGroup = ""
  /// Platform code, `c10`.
  public var platform = ""
  /// Kind of device, `c73`.
  public var phoneType = ""
  /// Name of the device, `c74`.
  public var deviceName = ""
  /// Identifier of the application bundle, `c68`.
  public var bundleID = ""
  /// Model, in `sdd`.
  public var model = ""
  /// Type of the model, in `sdd`.
  public var typeID = ""
  /// Name of the operating system, in `sdd`.
  public var systemName = "Linux"
  /// Version of the operating system, in `sdd`.
  public var systemVersion = ""
  /// Maker, in `sdd`.
  public var manufacturer = ""

  /// Makes the standard profile with the given device id.
  public init(id: String? = nil) { self.id = id }

  /// The value of `sdd` for a ping that was not sent before; its items are encoded.
  var diagnostics: String {
    let items = [
      ("devmodel", model), ("devtypid", typeID), ("sysname", systemName),
      ("sysversion", systemVersion), ("manuf", manufacturer),
    ]
    return Self.beforeAttempts + "0" + Self.beforeReason + "~~"
      + items.map { $0.0 + "," + PercentEncoding.component.encode($0.1) }.joined(separator: "~~")
  }

  /// The text before the number of attempts in ``diagnostics``.
  static let beforeAttempts = "retry,"
  /// The text between the number of attempts and the reason of the latest one.
  static let beforeReason = "~~retryreason,"
}

/// How the user's consent is found out.
public struct PrivacySettings: Sendable, Equatable {
  /// The three builds of the SDK.
  public enum Flavour: String, CaseIterable, Sendable {
    /// The setting of the operating system counts, and the choice made in the app in addition.
    case global
    /// Only the choice made in the app counts; the vendor id represents the device.
    case noAdFramework
    /// No ids, ever: for children's apps, which opt out right after the start.
    case noId
  }

  /// The setting of the operating system about tracking.
  public enum Tracking: Sendable, Equatable {
    /// iOS before 14: whether the user limits ad tracking.
    case limitAdTracking(Bool)
    /// iOS 14 and later.
    case authorization(Authorization)

    /// Whether it opts the user out.
    package var isOptedOut: Bool {
      switch self {
      case .limitAdTracking(let isLimited): isLimited
      case .authorization(let answer): answer != .authorized
      }
    }
  }

  /// The answers of iOS 14 and later.
  public enum Authorization: String, CaseIterable, Sendable {
    /// The user was not asked yet.
    case notDetermined
    /// The user is not permitted to allow it.
    case restricted
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized
  }

  /// The build of the SDK.
  public var flavour = Flavour.global
  /// The setting of the operating system; used only in the flavour ``Flavour/global``.
  public var tracking = Tracking.authorization(.authorized)

  /// Makes the settings of a user who allows tracking.
  public init() {}

  /// Whether the operating system opts the user out.
  var isOptedOut: Bool { flavour == .global && tracking.isOptedOut }
}
