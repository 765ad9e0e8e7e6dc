import HTTP
import Testing

@testable import Commands

@Suite struct FetchSettingsTests {
  @Test("a configuration is asked for again five times, two seconds apart")
  func configuration() {
    let retries = FetchSettings.configurationRetries
    #expect(retries.maximumCount == 5)
    #expect(retries.spacing == .fixed)
    #expect(retries.firstDelay == .seconds(2))
    // No other limit comes before the fifth.
    #expect(min(retries.longestDelay * 5, retries.longestTotal) >= .seconds(10))
  }
}
