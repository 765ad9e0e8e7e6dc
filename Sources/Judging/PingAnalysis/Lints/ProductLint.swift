/// Checks that a ping goes to the endpoint of its product.
enum ProductLint {
  static func findings(in ping: SentPing) -> [PingFinding] {
    switch ping.endpoint {
    case "/cgi-bin/gn": unknownProduct(ping) + presence(ping, "4")
    case "/cgi-bin/d": stream(ping) + presence(ping, "2")
    default: []
    }
  }

  private static func unknownProduct(_ ping: SentPing) -> [PingFinding] {
    guard ping.product == .unknown else { return [] }
    guard let product = ping["prd"] else {
      return [wrong("prd", "prd is missing: /cgi-bin/gn needs it to identify the product")]
    }
    let place =
      switch product {
      case "dtvr", "mtvr": ": DTVR goes to /cgi-bin/d, without prd"
      case "id3": ": tag payloads go to /cgi-bin/trans, without prd"
      default: ": expected dcr, session, metadata or audit"
      }
    return [wrong("prd", "'\(product)' is not a product of /cgi-bin/gn\(place)")]
  }

  private static func stream(_ ping: SentPing) -> [PingFinding] {
    guard let stream = ping["st"], stream == "dcr" else { return [] }
    return [wrong("st", "'dcr' at /cgi-bin/d: DCR goes to /cgi-bin/gn with prd=dcr")]
  }

  /// Checks the first part of the credit string `cr`, which identifies the product.
  private static func presence(_ ping: SentPing, _ expected: String) -> [PingFinding] {
    guard [.dcr, .dtvr].contains(ping.product), let credit = ping.credit,
      credit.presence != expected
    else { return [] }
    return [
      wrong(
        "cr",
        "begins with \(credit.presence), but must begin with \(expected) in a \(ping.product.rawValue) ping"
      )
    ]
  }

  private static func wrong(_ field: String, _ message: String) -> PingFinding {
    PingFinding("wrong-product", .error, field, message)
  }
}
