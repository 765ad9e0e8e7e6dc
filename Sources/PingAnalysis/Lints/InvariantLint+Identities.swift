extension InvariantLint {
  /// The sender, and the subject of the ping.
  static let identities: [String: Check] = [
    "client-in-channel": { ping in
      guard let channel = ping.plain("ch"), let client = ping.plain("ci"),
        !channel.hasPrefix(client + "_")
      else { return nil }
      return Broken("ch", "begins with another client than ci (\(client))")
    },
    "channel-key": { ping in
      guard let channel = ping.plain("ch"), let client = ping.plain("ci"),
        let brand = ping.plain("c6"), channel != "\(client)_\(brand)_P"
      else { return nil }
      return Broken("ch", "expected \(client)_\(brand)_P by ci and c6")
    },
    "content-asset": { ping in
      guard let asset = ping.plain("ca"), let client = ping.plain("ci"),
        let brand = ping.plain("c6"), let id = ping.plain("ai"), asset != "\(client)_\(brand)_\(id)"
      else { return nil }
      return Broken("ca", "expected \(client)_\(brand)_\(id) by ci, c6 and ai")
    },
    "asset-twice": { ping in
      guard let second = ping["adid"], let first = ping["ai"], second != first else { return nil }
      return Broken("adid", "differs from ai ('\(first)')")
    },
    "fpid-suffix": { ping in
      guard let id = ping.plain("fp_id"), id.suffix(10) != ping["fp_cr_tm"] ?? "" else {
        return nil
      }
      return Broken("fp_cr_tm", "is not the time at the end of fp_id (\(id.suffix(10)))")
    },
    "same-device-id": { ping in
      guard let device = ping.plain("c9"), let unique = ping.plain("c1"), unique != device,
        unique.allSatisfy(\.isHexDigit)
      else { return nil }
      return Broken("c1", "differs from the device id in c9")
    },
    "build-matches-version": { ping in
      guard let build = ping.plain("c30"), let version = ping.plain("c16"),
        build.prefix(2).allSatisfy(\.isLetter), build.prefix(2) != version.prefix(2)
      else { return nil }
      return Broken("c30", "is of another SDK than c16 (\(version))")
    },
    "null-cid-never-sent": { ping in
      guard let id = ping.plain("ca"), id.hasSuffix(FieldDictionary.standard.nullCid) else {
        return nil
      }
      return Broken("ca", "is the null content id, for which no ping is made")
    },
  ]
}
