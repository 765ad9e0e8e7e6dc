import ArgumentParser
import NielsenAppApi

/// Which pings are made, and by what chance.
struct PingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Derive the random identifiers from this number. (default: 0)",
      valueName: "number",
      visibility: .hidden
    )
  )
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Keep only the pings of these products, separated by commas.",
      valueName: Ping.Product.allCases.map(\.rawValue).joined(separator: ",")
    ),
    completion: .list(Ping.Product.allCases.map(\.rawValue)),
    transform: parseProducts
  )
  var product: Set<Ping.Product>?
}

private func parseProducts(_ text: String) throws -> Set<Ping.Product> {
  let names = text.split(separator: ",", omittingEmptySubsequences: false)
  return try Set(
    names.map { name in
      guard let product = Ping.Product(rawValue: String(name)) else {
        let all = Ping.Product.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw ValidationError("'\(name)' is not a product: choose from \(all).")
      }
      return product
    }
  )
}
