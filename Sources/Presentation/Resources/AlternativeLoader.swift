import HTTP
import Synchronization

/// Loads one resource, which has an address under each of several base URLs, from the first one that works.
final class AlternativeLoader: ResourceLoader {
  private let loader: any ResourceLoader
  private let addresses: [BaseAddress]
  private let choice: BaseURLChoice
  private let read = Mutex<BaseAddress?>(nil)

  /// Nil: there is only one address.
  init?(_ loader: any ResourceLoader, _ addresses: [BaseAddress], _ choice: BaseURLChoice) {
    guard addresses.count > 1 else { return nil }
    self.loader = loader
    self.addresses = addresses
    self.choice = choice
  }

  var bringsRanges: Bool { loader.bringsRanges }

  /// The address from which bytes were last read; nil if there were none.
  var readAddress: BaseAddress? { read.withLock { $0 } }

  /// Starts to fetch; uses everything in the request but its URL.
  func open(_ request: ResourceRequest) -> any Resource {
    let attempts = AlternativeAttempts(choice.order(addresses), retryTime: request.retryTime)
    guard let first = attempts.first else { return loader.open(request) }
    return AlternativeResource(loader, request, first, attempts) { [self] address, failure in
      read.withLock { $0 = address }
      if let failure { choice.noteRead(from: address, because: failure) }
    }
  }
}
