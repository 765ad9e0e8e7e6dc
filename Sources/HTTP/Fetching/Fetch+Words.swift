extension Duration {
  /// Such as `30 s` or `1.5 s`.
  var inWords: String {
    let tenths = Int64((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension ResourceError {
  /// The same when it came in the middle of the bytes.
  func afterBytes(_ progress: FetchProgress) -> ResourceError {
    guard progress.received > 0, [.unreachable, .timedOut, .status].contains(code) else {
      return self
    }
    let bytes = "\(progress.received)\(progress.expected.map { " of \($0)" } ?? "") bytes"
    return ResourceError(
      .incomplete,
      url: url,
      // A server that is too slow has not broken off.
      reason: code == .timedOut
        ? "\(reason): gave up after \(bytes)" : "broke off after \(bytes) (\(reason))",
      remedy: remedy
    )
  }
}
