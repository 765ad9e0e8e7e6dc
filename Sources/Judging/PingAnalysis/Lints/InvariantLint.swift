/// Checks the invariants of `ping-fields.json`, which are conditions on the parameters of one ping.
enum InvariantLint {
  /// Returns a message if the ping breaks an invariant, with the parameter to name, if any. Otherwise nil.
  typealias Check = @Sendable (SentPing) -> (field: String?, message: String)?

  /// All checks by invariant id. The dictionary states the products and the severity of each check.
  static let all: [String: Check] =
    identities.merging(times) { first, _ in first }.merging(credits) { first, _ in first }
    .merging(wholes) { first, _ in first }

  /// Checks of the ping as a whole.
  private static let wholes: [String: Check] = [
    "opted-out-is-blank": { ping in
      guard ping.isOptedOut else { return nil }
      let names = ["c9", "c1", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown"]
      guard let name = names.first(where: { ping.plain($0) != nil }) else { return nil }
      return (name, "\(name) has a value although the user opted out (uoo)")
    },
    "double-encoding": { ping in
      // These parameters contain URLs, for which double encoding is correct.
      let urls: Set = ["c66", "si"]
      let encoded = ping.parameters.first { parameter in
        !urls.contains(parameter.name) && parameter.value.isPercentEncoded
      }
      guard let name = encoded?.name else { return nil }
      return (name, "still percent-encoded after decoding once: \(name) was encoded twice")
    },
    "url-length": { ping in
      let length = ping.url.utf8.count
      guard length > 2048 else { return nil }
      return (nil, "the URL has \(length) bytes: some networks truncate URLs at 2048 bytes")
    },
  ]
}

extension String {
  /// Whether the text has a percent sign followed by two hexadecimal digits.
  package var isPercentEncoded: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix(2).count { $0.isASCII && $0.isHexDigit } == 2
    }
  }
}

extension InvariantLint {
  /// Checks of ids and names: app, device and content.
  static let identities: [String: Check] = [
    "client-in-channel": { ping in
      guard let channel = ping.plain("ch"), let client = ping.plain("ci"),
        !channel.hasPrefix(client + "_")
      else { return nil }
      return ("ch", "does not begin with the client in ci (\(client))")
    },
    "channel-key": { ping in
      guard let channel = ping.plain("ch"), let client = ping.plain("ci"),
        let brand = ping.plain("c6"), channel != "\(client)_\(brand)_P"
      else { return nil }
      return ("ch", "expected \(client)_\(brand)_P from ci and c6")
    },
    "content-asset": { ping in
      guard let asset = ping.plain("ca"), let client = ping.plain("ci"),
        let brand = ping.plain("c6"), let id = ping.plain("ai"), asset != "\(client)_\(brand)_\(id)"
      else { return nil }
      return ("ca", "expected \(client)_\(brand)_\(id) from ci, c6 and ai")
    },
    "asset-twice": { ping in
      guard let second = ping["adid"], let first = ping["ai"], second != first else { return nil }
      return ("adid", "differs from ai ('\(first)')")
    },
    "fpid-suffix": { ping in
      guard let id = ping.plain("fp_id"), id.suffix(10) != ping["fp_cr_tm"] ?? "" else {
        return nil
      }
      return ("fp_cr_tm", "is not the time at the end of fp_id (\(id.suffix(10)))")
    },
    "same-device-id": { ping in
      guard let device = ping.plain("c9"), let unique = ping.plain("c1"), unique != device,
        unique.allSatisfy(\.isHexDigit)
      else { return nil }
      return ("c1", "differs from the device id in c9")
    },
    "build-matches-version": { ping in
      guard let build = ping.plain("c30"), let version = ping.plain("c16"),
        build.prefix(2).allSatisfy(\.isLetter), build.prefix(2) != version.prefix(2)
      else { return nil }
      return ("c30", "names a different SDK from c16 (\(version))")
    },
    "null-cid-never-sent": { ping in
      guard let id = ping.plain("ca"), id.hasSuffix(FieldDictionary.standard.nullCid) else {
        return nil
      }
      return ("ca", "is the null content id, for which no ping is made")
    },
  ]
}
