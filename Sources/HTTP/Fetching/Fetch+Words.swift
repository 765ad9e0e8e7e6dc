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
    let all = progress.expected.map { " of \($0)" } ?? ""
    return ResourceError(
      .incomplete,
      url: url,
      reason: "broke off after \(progress.received)\(all) bytes (\(reason))",
      remedy: remedy
    )
  }
}
