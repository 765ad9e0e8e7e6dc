import CSystemParts

/// A value that calls further down find without being given it, such as callbacks of C libraries. Work of the
/// ``CoroutinePool`` has one of its own, as threads have.
///
/// A `@TaskLocal` is not enough: outside of tasks it belongs to the thread, which runs other work while this
/// waits.
package enum WorkLocal {
  /// The object of the innermost ``with(_:_:)`` of this work; nil outside.
  package static var current: AnyObject? {
    id3tap_coroutine_local().map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body`, in which `value` is the current one.
  package static func with<Result, Failure: Error>(
    _ value: AnyObject,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = id3tap_coroutine_local()
    id3tap_coroutine_set_local(Unmanaged.passUnretained(value).toOpaque())
    defer {
      id3tap_coroutine_set_local(outer)
      withExtendedLifetime(value) {}
    }
    return try body()
  }
}
