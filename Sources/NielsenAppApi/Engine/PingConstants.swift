/// The values of the variables that stay the same for one engine instance.
struct PingConstants {
  let appInfo: AppInfo
  let identities: Identities
  let configuration: EngineConfiguration
  let environment: EngineEnvironment
  /// Whether the user is opted out.
  let isOptedOut: Bool
  /// Whether ids of the user and of the device are shown.
  let showsIDs: Bool

  /// The value of `variable`; nil when it can differ from ping to ping.
  func value(of variable: PingVariable) -> String? {
    guard !PingValues.isOpen(variable), case .named(let name) = variable else { return nil }
    guard showsIDs || !Self.ids.contains(name) else { return "" }
    return appInfo.loginIDs[name] ?? appValue(name) ?? deviceValue(name) ?? engineValue(name)
      ?? ""
  }

  private static let ids: Set<PingVariable.Name> = [
    .vendorId, .deviceId, .nuid, .hemSHA256, .hemSHA1, .hemMD5, .hemUnknown, .hemUID2,
    .hemUID2Token, .hemLUID,
  ]

  private func appValue(_ name: PingVariable.Name) -> String? {
    switch name {
    case .appId: appInfo.appID
    case .appName: appInfo.appName
    case .appVersion: appInfo.appVersion
    case .country: appInfo.country
    case .dma: appInfo.marketArea
    case .pluginVersion: environment.player.pluginVersion
    case .playerVersion: environment.player.playerVersion
    default: nil
    }
  }

  private func deviceValue(_ name: PingVariable.Name) -> String? {
    let device = environment.device
    return switch name {
    case .bundleId: device.bundleID
    case .osVersion: device.osVersion
    case .osGroup: device.osGroup
    case .deviceGroup: device.deviceGroup
    case .platform: device.platform
    case .phoneType: device.phoneType
    case .deviceName: device.deviceName
    case .diagnostics: device.diagnostics
    default: nil
    }
  }

  private func engineValue(_ name: PingVariable.Name) -> String? {
    switch name {
    case .vendorId: identities.vendorID
    case .deviceId, .nuid: identities.deviceID
    case .sessionId: identities.sessionID
    case .playerId: identities.playerID
    case .categoryId: identities.categoryID
    case .optOut: isOptedOut ? configuration.optOut.outMark : configuration.optOut.inMark
    case .accessMethod: environment.accessMethod
    case .sdkVersion: EngineVersion.meter(configuration.sdk)
    case .buildVersion: EngineVersion.build(configuration.sdk)
    case .h33: configuration.defaults.h33
    default: nil
    }
  }
}
