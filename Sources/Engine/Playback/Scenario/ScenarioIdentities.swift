import Formats
import NielsenAppApi

/// The ids in the pings of a scenario, from its field `identities`. The engine makes missing ids.
struct ScenarioIdentities: Sendable, Equatable {
  /// The identity that an earlier run of the app has stored.
  var stored = StoredIdentity()
  var given = GivenIdentifiers()

  /// Reads the object `json` in the field `path`.
  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    var fields = try ScenarioFields(json, path: path)
    stored.firstPartyID = try fields.identifier("fpId", Self.isTimed, Self.timedForm)
    stored.firstPartyCreated = stored.firstPartyID.flatMap { Int64($0.suffix(Self.digitCount)) }
    stored.emmTime = try fields.time("fpEmm")
    stored.vendorID = try fields.identifier("vendorId", Self.isPlain, Self.plainForm)
    given.sessionID = try fields.identifier("sessionId", Self.isTimed, Self.timedForm)
    given.playerID = try fields.identifier("playerId", Self.isPlain, Self.plainForm)
    given.categoryID = try fields.identifier("categoryId", Self.isPlain, Self.plainForm)
    given.deviceID = try fields.identifier(
      "deviceId",
      { $0.utf8.count == 64 && $0.utf8.allSatisfy(Self.isHexadecimal) },
      "64 hexadecimal digits in lower case, as in the pings"
    )
    given.viewingSessionIDs = try fields.list("viewingSessionIds").map {
      (json, path) throws(ScenarioError) in
      guard case .text(let text) = json.value, Self.isTimed(text) else {
        throw ScenarioError(line: json.line, field: path, "must be \(Self.timedForm)")
      }
      return text
    }
    try fields.finish()
  }

  // MARK: - Forms

  private static let digitCount = 10
  private static let timedForm = "29 lower-case letters or digits and a Unix time of ten digits"
  private static let plainForm = "a string of at most 64 letters, digits and hyphens"

  private static func isTimed(_ text: String) -> Bool {
    text.utf8.count == 29 + digitCount
      && text.utf8.allSatisfy {
        $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      && text.utf8.suffix(digitCount).allSatisfy(\.isDigit)
  }

  private static func isPlain(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isDigit || $0 == UInt8(ascii: "-")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension ScenarioFields {
  /// The text of a field; nil if the field is missing. Throws an error unless `isRight` accepts the text.
  fileprivate mutating func identifier(
    _ name: String,
    _ isRight: (String) -> Bool,
    _ form: String
  ) throws(ScenarioError) -> String? {
    guard let text = try text(name) else { return nil }
    guard isRight(text) else { throw error(name, "must be \(form)") }
    return text
  }
}

extension DeviceProfile {
  private static let texts: [(name: String, WritableKeyPath<DeviceProfile, String> & Sendable)] = [
    ("osVersion", \.osVersion), ("osGroup", \.osGroup), ("deviceGroup", \.deviceGroup),
    ("platform", \.platform), ("phoneType", \.phoneType), ("deviceName", \.deviceName),
    ("bundleId", \.bundleID), ("model", \.model), ("typeId", \.typeID),
    ("systemName", \.systemName), ("systemVersion", \.systemVersion),
    ("manufacturer", \.manufacturer),
  ]

  /// Reads a JSON object with the fields of a scenario's `device`.
  /// - Throws: ``ScenarioError`` with the line and the field.
  package init(json bytes: [UInt8]) throws(ScenarioError) {
    try self.init(try ScenarioFields.json(file: bytes), path: "")
  }

  /// Reads the object `json` in a scenario's field `path`.
  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    var fields = try ScenarioFields(json, path: path)
    self.init(id: try fields.text("id"))
    for (name, property) in Self.texts {
      if let text = try fields.text(name) { self[keyPath: property] = text }
    }
    try fields.finish()
  }
}

extension PrivacySettings {
  /// Why the device cannot have the setting, by the iOS version in its `osVersion`: tracking permission since iOS 14,
  /// limited ad tracking before. Nil if the device can have it, and for other operating systems.
  package func contradiction(on device: DeviceProfile) -> String? {
    guard let match = device.osVersion.prefixMatch(of: /(?:iOS|tvOS) ?([0-9]+)/),
      let version = Int(match.1)
    else { return nil }
    return switch tracking {
    case .authorization(let answer) where version < 14 && answer != .authorized:
      "tracking permission begins with iOS 14, but the device has \(version): use limitAdTracking"
    case .limitAdTracking where version >= 14:
      "iOS has limitAdTracking only before version 14, but the device has \(version): use tracking"
    default: nil
    }
  }

  /// Reads the object `json` in a scenario's field `path`: `flavour`, and at most one of `tracking` (the
  /// permission since iOS 14) and `limitAdTracking` (the setting before).
  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    self.init()
    var fields = try ScenarioFields(json, path: path)
    flavour = try fields.choice("flavour") ?? .global
    let answer = try fields.choice("tracking", of: Authorization.self)
    let isLimited = try fields.truth("limitAdTracking")
    if answer != nil, isLimited != nil {
      throw fields.error("limitAdTracking", "is for iOS before 14: remove this field or 'tracking'")
    }
    if let answer { tracking = .authorization(answer) }
    if let isLimited { tracking = .limitAdTracking(isLimited) }
    try fields.finish()
  }
}
