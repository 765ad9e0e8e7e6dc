import Formats
import System

struct Identities: Sendable {
  /// The first-party id; nil when first-party ids are switched off.
  private(set) var firstPartyID: FirstPartyID?
  let vendorID: String
  /// The device id, usually 64 lower-case hexadecimal digits; empty if there is none. On a receiver, it can be the id
  /// of the sender's device.
  var deviceID: String
  let sessionID: String
  let playerID: String
  let categoryID: String
  /// The time of the last request to the cross-domain service, in Unix seconds.
  private(set) var emmTime: Int64?
  /// The user's choice in the app; nil when the user never chose.
  private(set) var hasOptedOut: Bool?
  /// The last configuration that was received and used.
  private(set) var configuration: String?
  var firstPartyDays: Int

  private let random: RandomSource
  private var keeper: IdentityKeeper

  /// Reads the stored ids, or makes new ones, at `now` (Unix seconds). If `usesFirstPartyID` is
  /// false, deletes a stored first-party id.
  ///
  /// - Throws: ``EngineProblem`` with code 1008 if another process holds the store, or 1009 if the store fails for an
  ///   unknown reason.
  init(
    appID: String,
    now: Int64,
    usesFirstPartyID: Bool,
    firstPartyDays: Int,
    environment: EngineEnvironment
  ) throws(EngineProblem) {
    random = environment.random
    keeper = IdentityKeeper(appID: appID, store: environment.store)
    self.firstPartyDays = firstPartyDays
    // The order of the random draws is fixed so that seeded runs are reproducible.
    let random = random
    var stored = StoredIdentity()
    try keeper.open { kept in
      if usesFirstPartyID {
        _ = Self.firstPartyID(in: &kept, now: now, days: firstPartyDays, random: random)
      } else {
        kept.firstPartyID = nil
        kept.firstPartyCreated = nil
      }
      kept.vendorID = kept.vendorID ?? random.uuid().uppercased()
      if environment.device.id == nil {
        kept.deviceUUID = kept.deviceUUID ?? random.uuid()
      }
      stored = kept
    }
    if let text = stored.firstPartyID, let created = stored.firstPartyCreated {
      firstPartyID = FirstPartyID(text: text, created: created, accessed: now)
    }
    vendorID = stored.vendorID ?? ""
    emmTime = stored.emmTime
    hasOptedOut = stored.hasOptedOut
    configuration = stored.configuration
    // Without the advertising framework, the vendor id is used as the device id.
    let device =
      environment.privacy.flavour == .noAdFramework
      ? vendorID : environment.device.id ?? stored.deviceUUID ?? ""
    let given = environment.identifiers
    deviceID = given.deviceID ?? (device.isEmpty ? "" : SHA256.hexadecimal(of: device.utf8))
    sessionID = given.sessionID ?? random.identifier(at: now)
    playerID =
      given.playerID
      ?? DecimalTime.tenDigits(now) + random.text(of: "0123456789", count: 7)
    categoryID = given.categoryID ?? random.uuid()
  }

  /// Removes and returns the latest problem with the store; nil if there was no problem since the previous call.
  mutating func takeProblem() -> EngineProblem? { keeper.takeProblem() }

  // MARK: - Changes

  /// Replaces the first-party id if it has expired.
  ///
  /// - Parameter now: Unix seconds.
  mutating func renewFirstPartyID(now: Int64) {
    guard let present = firstPartyID, present.isExpired(at: now, days: firstPartyDays) else {
      return
    }
    let (days, random) = (firstPartyDays, random)
    var renewed = present
    keeper.update { kept in
      renewed = Self.firstPartyID(in: &kept, now: now, days: days, random: random)
    }
    firstPartyID = renewed
  }

  mutating func choose(optOut: Bool) {
    hasOptedOut = optOut
    keeper.update { $0.hasOptedOut = optOut }
  }

  /// Stores that the request to the cross-domain service was made at `now` (Unix seconds).
  mutating func noteEmm(now: Int64) {
    emmTime = now
    keeper.update { $0.emmTime = now }
  }

  mutating func keep(configuration text: String) {
    guard configuration != text else { return }
    configuration = text
    keeper.update { $0.configuration = text }
  }

  /// Converts a device id from a cast sender. 64 hexadecimal digits become lower case, an empty string stays empty, and
  /// any other string is replaced by its SHA-256.
  static func deviceID(relayed text: String) -> String {
    let isDigest =
      text.utf8.count == 64
      && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    return isDigest || text.isEmpty ? text.lowercased() : SHA256.hexadecimal(of: text.utf8)
  }

  private static func firstPartyID(
    in stored: inout StoredIdentity,
    now: Int64,
    days: Int,
    random: RandomSource
  ) -> FirstPartyID {
    if let text = stored.firstPartyID, let created = stored.firstPartyCreated,
      let known = FirstPartyID(stored: text, created: created, accessed: now),
      !known.isExpired(at: now, days: days)
    {
      return known
    }
    let text = random.identifier(at: now)
    stored.firstPartyID = text
    stored.firstPartyCreated = now
    return FirstPartyID(text: text, created: now, accessed: now)
  }
}
