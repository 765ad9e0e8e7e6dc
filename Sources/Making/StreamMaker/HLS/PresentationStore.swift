/// Where the files of a presentation go. Names are relative, with `/` between folder and file.
public protocol PresentationStore {
  /// Puts a file in place as a whole: readers see the old content or the new one.
  func write(_ bytes: [UInt8], to name: String) throws

  /// Appends to a file, which the first call creates or replaces.
  func append(_ bytes: [UInt8], to name: String) throws

  /// Ends a file that was added to, before a playlist names it; nothing happens when it was not.
  func close(_ name: String) throws

  /// Takes a file away; one that is missing already is not an error.
  func remove(_ name: String) throws
}
