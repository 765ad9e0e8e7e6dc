import Digests

/// The ids of one engine instance.
struct Identities: Sendable {
  /// Nil when first-party ids are switched off.
  private(set) var firstPartyID: FirstPartyID?
  let vendorID: String
  /// 64 lower-case hexadecimal digits; empty when the device has no id.
  let deviceID: String
  let sessionID: String
  let playerID: String

  private let appID: String
  private let store: MemoryStore
  private let random: RandomSource
  private let firstPartyDays: Int

  /// Reads or makes the ids at `now` (Unix seconds). `usesFirstPartyID` false wipes a stored
  /// first-party id.
  init(
    appID: String,
    now: Int64,
    usesFirstPartyID: Bool,
    firstPartyDays: Int,
    environment: EngineEnvironment
  ) {
    store = environment.store
    random = environment.random
    self.appID = appID
    self.firstPartyDays = firstPartyDays
    // The order of the draws is fixed: seeded runs repeat exactly.
    var stored = store.identity(appID: appID)
    if usesFirstPartyID {
      firstPartyID = Self.firstPartyID(
        in: &stored,
        now: now,
        days: firstPartyDays,
        random: random
      )
    } else {
      stored.firstPartyID = nil
      stored.firstPartyCreated = nil
    }
    let vendor = stored.vendorID ?? random.uuid().uppercased()
    stored.vendorID = vendor
    vendorID = vendor
    if let device = environment.device.id {
      deviceID = device.isEmpty ? "" : SHA256.hexadecimal(of: device.utf8)
    } else {
      let uuid = stored.deviceUUID ?? random.uuid()
      stored.deviceUUID = uuid
      deviceID = SHA256.hexadecimal(of: uuid.utf8)
    }
    sessionID = random.identifier(at: now)
    playerID = DecimalTime.tenDigits(now) + random.text(of: "0123456789", count: 7)
    store.keep(stored, appID: appID)
  }

  /// Makes a new first-party id when the life of the present one is over.
  ///
  /// - Parameter now: Unix seconds.
  mutating func renewFirstPartyID(now: Int64) {
    guard let present = firstPartyID, present.isExpired(at: now, days: firstPartyDays) else {
      return
    }
    var stored = store.identity(appID: appID)
    firstPartyID = Self.firstPartyID(in: &stored, now: now, days: firstPartyDays, random: random)
    store.keep(stored, appID: appID)
  }

  private static func firstPartyID(
    in stored: inout StoredIdentity,
    now: Int64,
    days: Int,
    random: RandomSource
  ) -> FirstPartyID {
    if let text = stored.firstPartyID, let created = stored.firstPartyCreated {
      let known = FirstPartyID(text: text, created: created, accessed: now)
      if !known.isExpired(at: now, days: days) { return known }
    }
    let text = random.identifier(at: now)
    stored.firstPartyID = text
    stored.firstPartyCreated = now
    return FirstPartyID(text: text, created: now, accessed: now)
  }
}
