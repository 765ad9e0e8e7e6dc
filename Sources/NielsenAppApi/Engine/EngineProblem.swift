/// An error that the delegate receives.
struct EngineProblem: Error, Sendable {
  /// The number and the name of an error.
  struct Code: Sendable, Hashable {
    var number: Int
    var name: String

    static let failedParseStartInfo = Code(LogCode.failedParseStartInfo)
    static let failedParseMetadata = Code(LogCode.failedParseMetadata)
    static let failedProcessID3 = Code(LogCode.failedProcessID3)
    static let failedReceiveConfig = Code(LogCode.failedReceiveConfig)
    static let failedParseConfig = Code(LogCode.failedParseConfig)
    static let failedStartProcessor = Code(LogCode.failedStartProcessor)
    static let failedCreateURL = Code(LogCode.failedCreateUrl)
    static let failedSendTSV = Code(LogCode.failedSendTSV)
    static let failedSendStationRequest = Code(LogCode.failedSendStationRequest)
    static let failedAccessDatabase = Code(LogCode.failedAccessDatabase)
    static let exception = Code(LogCode.exception)
    static let invalidPlayheadPosition = Code(LogCode.invalidPlayheadPosition)
    static let fileWriteFailure = Code(AppApiErrorCode.fileWriteFailure)
    static let fileReadFailure = Code(AppApiErrorCode.fileReadFailure)
    static let emptyValue = Code(AppApiErrorCode.emptyValue)
    static let emptyAppName = Code(AppApiErrorCode.emptyAppName)
    static let emptyAppVersion = Code(AppApiErrorCode.emptyAppVersion)
    static let emptyAppID = Code(AppApiErrorCode.emptyAppId)
    static let instanceLimit = Code(AppApiErrorCode.anExceptionOccured)
    static let unknownException = Code(AppApiErrorCode.unknownExceptionOccured)

    init(_ code: LogCode) {
      number = code.rawValue
      name = code.name
    }

    init(_ code: AppApiErrorCode) {
      number = code.rawValue
      name = code.name
    }
  }

  var code: Code
  /// The call or ping concerned and the remedy.
  var description: String
  /// The product that failed, if one did.
  var product: Ping.Product?

  init(_ code: Code, _ description: String, product: Ping.Product? = nil) {
    self.code = code
    self.description = description
    self.product = product
  }

  /// A problem with pings after they were made.
  init(_ problem: DeliveryProblem) {
    switch problem.code {
    case .log(let code): self.init(Code(code), problem.description)
    case .api(let code): self.init(Code(code), problem.description)
    }
  }
}
