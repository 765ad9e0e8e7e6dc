/// An error that the delegate receives.
struct EngineProblem: Error, Sendable {
  var number: Int
  var name: String
  /// The call or ping concerned and the remedy.
  var description: String
  /// The product that failed, if one did.
  var product: Ping.Product?

  init(_ code: LogCode, _ description: String, product: Ping.Product? = nil) {
    (number, name) = (code.rawValue, code.name)
    (self.description, self.product) = (description, product)
  }

  init(_ code: AppApiErrorCode, _ description: String) {
    (number, name, self.description) = (code.rawValue, code.name, description)
  }

  /// A problem with pings after they were made.
  init(_ problem: DeliveryProblem) {
    switch problem.code {
    case .log(let code): self.init(code, problem.description)
    case .api(let code): self.init(code, problem.description)
    }
  }
}
