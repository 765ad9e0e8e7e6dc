import Formats

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
