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
  private let store: any IdentityStore
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
    let random = random
    let stored = store.update(appID: appID) { stored in
      if usesFirstPartyID {
        _ = Self.firstPartyID(in: &stored, now: now, days: firstPartyDays, random: random)
      } else {
        stored.firstPartyID = nil
        stored.firstPartyCreated = nil
      }
      stored.vendorID = stored.vendorID ?? random.uuid().uppercased()
      if environment.device.id == nil {
        stored.deviceUUID = stored.deviceUUID ?? random.uuid()
      }
      return stored
    }
    if let text = stored.firstPartyID, let created = stored.firstPartyCreated {
      firstPartyID = FirstPartyID(text: text, created: created, accessed: now)
    }
    vendorID = stored.vendorID ?? ""
    let device = environment.device.id ?? stored.deviceUUID ?? ""
    deviceID = device.isEmpty ? "" : SHA256.hexadecimal(of: device.utf8)
    sessionID = random.identifier(at: now)
    playerID = DecimalTime.tenDigits(now) + random.text(of: "0123456789", count: 7)
  }

  /// Makes a new first-party id when the life of the present one is over.
  ///
  /// - Parameter now: Unix seconds.
  mutating func renewFirstPartyID(now: Int64) {
    guard let present = firstPartyID, present.isExpired(at: now, days: firstPartyDays) else {
      return
    }
    firstPartyID = store.update(appID: appID) { stored in
      Self.firstPartyID(in: &stored, now: now, days: firstPartyDays, random: random)
    }
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
