import Formats
import Logging
import System

/// Everything that the engine needs from outside: clock, randomness, configuration, stores and receivers.
///
/// With a fixed clock, a seeded random source and a fresh store the engine is deterministic: the
/// same calls make identical pings.
public struct EngineEnvironment: Sendable {
  /// Returns the time in milliseconds since 1970. It is called while the engine is locked, so it must not call the
  /// engine.
  public var clock: @Sendable () -> Int64 = { SystemClock.milliseconds() }
  /// The source of the random parts of ids.
  public var random = RandomSource(SystemRandomNumberGenerator())
  /// Fixed ids that replace random ones.
  public var identifiers = GivenIdentifiers()
  /// Hosts, thresholds, limits and templates.
  public var configuration = EngineConfiguration()
  /// The source of the JSON that is merged into ``configuration``.
  public var configurationSource = ConfigurationSource.embedded
  /// The store of identities.
  public var store: any IdentityStore = MemoryStore()
  /// Keeps the pings until they are sent. Nil means that pings are only passed to ``onPing``.
  public var journal: (any PingJournal)?
  /// The SDK flavour, and the tracking setting of the operating system.
  public var privacy = PrivacySettings()
  /// The ping fields that describe the device.
  public var device = DeviceProfile()
  /// The ping fields that describe the player; set by integrations.
  public var player = Player()
  /// The name used when appInfo has no `appname`. The default is the name of the running process.
  public var processName = SystemClock.processName
  /// Answers time-shift lookups. Nil means that the constant or the table in ``EngineConfiguration/Lookups`` answers
  /// them. Without either, lookups stay unanswered and the code stays unknown.
  public var timeShift: TimeShiftResponder?
  /// The registry that counts live instances.
  public var instances = InstanceRegistry.standard
  /// The log of the engine.
  public var log = Logger(label: "NielsenAppApi")
  /// Receives every ping, on the thread that caused the ping.
  public var onPing: @Sendable (Ping) -> Void = { _ in }

  /// The value of `ad` in pings: 1 for an app with the SDK, 0 for a page with the Browser SDK.
  package var accessMethod = "1"

  /// The ping fields that describe the player.
  public struct Player: Sendable, Equatable {
    /// The version of an integration plug-in.
    public var pluginVersion = ""
    /// The version of the player.
    public var playerVersion = ""
    /// Makes empty ping fields for the player.
    public init() {}
  }

  /// Makes an environment with the embedded configuration, the system's clock and randomness, and
  /// its own store in memory. Nothing is sent.
  public init() {}

  /// The environment of ``init()`` with the user's store at ``DirectoryStore/standardPath``, so that all engines of the
  /// user share their identities. Without such a path, the store is in memory: ``MemoryStore/standard``.
  public static var standard: EngineEnvironment {
    var environment = EngineEnvironment()
    environment.store = standInStore ?? userStore
    return environment
  }

  /// The store that tests use instead of the user's store, which they must not change.
  @TaskLocal package static var standInStore: (any IdentityStore)?

  private static let userStore: any IdentityStore =
    if let path = DirectoryStore.standardPath { DirectoryStore(path: path) } else {
      MemoryStore.standard
    }

  /// An isolated environment: seeded, without a log, and with its own registry and store. Its clock returns 0 until you
  /// replace the clock.
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

/// Fixed ids that replace random ones, to reproduce the pings of another app. They are used unchanged.
public struct GivenIdentifiers: Sendable, Equatable {
  /// The `sessionId` of the engine instance.
  public var sessionID: String?
  /// The player id, `c29`.
  public var playerID: String?
  /// The category id, `cat_id`.
  public var categoryID: String?
  /// The digest of the device id in `c9` and `c1`.
  public var deviceID: String?
  /// The ids of content sessions (`c59`), in the order of the sessions. Sessions beyond the list get random ids.
  public var viewingSessionIDs: [String] = []

  /// Makes a value without fixed ids, so that all ids are random.
  public init() {}
}

/// The ping fields that describe the device. The defaults are the same on every machine.
public struct DeviceProfile: Sendable, Equatable {
  /// The device identifier, which is sent as SHA-256. Nil means a stored random UUID; empty means that no device id is
  /// sent. Not used in the flavour ``PrivacySettings/Flavour/noAdFramework``.
  public var id: String?
  /// The name and version of the operating system, `c14`.
  public var osVersion = "Linux"
  /// The group of the operating system, `c7`.
  public var osGroup = ""
  /// The group of the device, such as phone or tablet, `c8`.
  public var deviceGroup = ""
  /// The platform code, `c10`.
  public var platform = ""
  /// The kind of device, `c73`.
  public var phoneType = ""
  /// The name of the device, `c74`.
  public var deviceName = ""
  /// The identifier of the application bundle, `c68`.
  public var bundleID = ""
  /// The model, in `sdd`.
  public var model = ""
  /// The type of the model, in `sdd`.
  public var typeID = ""
  /// The name of the operating system, in `sdd`.
  public var systemName = "Linux"
  /// The version of the operating system, in `sdd`.
  public var systemVersion = ""
  /// The manufacturer, in `sdd`.
  public var manufacturer = ""

  /// Makes the default profile with the given device id.
  public init(id: String? = nil) { self.id = id }

  /// The value of `sdd` before the first attempt to send a ping; its values are percent-encoded.
  var diagnostics: String {
    let items = [
      ("devmodel", model), ("devtypid", typeID), ("sysname", systemName),
      ("sysversion", systemVersion), ("manuf", manufacturer),
    ]
    return Self.beforeAttempts + "0" + Self.beforeReason + "~~"
      + items.map { $0.0 + "," + PercentEncoding.component.encode($0.1) }.joined(separator: "~~")
  }

  static let beforeAttempts = "retry,"
  /// The string between the number of attempts in ``diagnostics`` and the reason for the latest failure.
  static let beforeReason = "~~retryreason,"
}

/// The SDK flavour, and the tracking setting of the operating system.
public struct PrivacySettings: Sendable, Equatable {
  /// The flavours of the SDK.
  public enum Flavour: String, CaseIterable, Sendable {
    /// The operating system's setting and the user's choices both apply.
    case global
    /// The operating system's setting does not apply, and the vendor id is used as the device id.
    case noAdFramework
    /// The ids of the user and of the device never appear in pings. For children's apps, which opt out right after the
    /// start.
    case noId
  }

  /// The operating system's setting for tracking.
  public enum Tracking: Sendable, Equatable {
    /// iOS before 14: whether the user limits ad tracking.
    case limitAdTracking(Bool)
    /// iOS 14 and later: the user's tracking permission.
    case authorization(Authorization)

    package var isOptedOut: Bool {
      switch self {
      case .limitAdTracking(let isLimited): isLimited
      case .authorization(let answer): answer != .authorized
      }
    }
  }

  /// The states of the tracking permission in iOS 14 and later.
  public enum Authorization: String, CaseIterable, Sendable {
    /// The user has not been asked yet.
    case notDetermined
    /// The user is not permitted to allow tracking.
    case restricted
    /// The user has refused tracking.
    case denied
    /// The user has allowed tracking.
    case authorized
  }

  /// The flavour of the SDK.
  public var flavour = Flavour.global
  /// The operating system's setting; used only in the flavour ``Flavour/global``.
  public var tracking = Tracking.authorization(.authorized)

  /// Makes the settings of a user who allows tracking.
  public init() {}

  /// Whether the operating system opts the user out.
  var isOptedOut: Bool { flavour == .global && tracking.isOptedOut }
}
