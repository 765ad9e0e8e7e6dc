import HTTP
import Testing

@testable import Commands

@Suite struct FetchSettingsTests {
  @Test("the request for a configuration is retried five times, two seconds apart")
  func configuration() {
    let retries = FetchSettings.configurationRetries
    #expect(retries.maximumCount == 5)
    #expect(retries.spacing == .fixed)
    #expect(retries.firstDelay == .seconds(2))
    // No other limit applies before the fifth retry.
    #expect(min(retries.longestDelay * 5, retries.longestTotal) >= .seconds(10))
  }
}
