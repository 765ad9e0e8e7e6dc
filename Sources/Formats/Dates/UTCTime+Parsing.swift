extension UTCTime {
  /// The Unix seconds of a time such as `2017-04-06T13:03:03Z` or `2017-04-06 15:03:03+02:00`
  /// (RFC 3339, section 5.6). A fraction of a second is dropped. Nil for anything else.
  package static func seconds(_ text: String) -> Int64? { UTCTimeText.seconds(text) }
}
