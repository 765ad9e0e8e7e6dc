import Conformance
import Presentation
import TimedMetadata

extension MadeStream {
  /// The events of the stream, from the file at which reading begins.
  /// - Throws: ``NoSuchFile``, or the error of reading the file.
  func events(options: ReaderOptions = ReaderOptions()) throws -> TimedMetadataEvents {
    let files = files
    guard let bytes = files[entry] else { throw NoSuchFile(name: entry) }
    return try TimedMetadataEvents(
      MemorySource(bytes, name: entry),
      access: PlaylistAccess(
        url: MemoryResources.url(of: entry),
        loader: MemoryResources { files[$0] }
      ),
      options: options
    )
  }

  /// Checks the stream.
  /// - Parameters:
  ///   - name: The file at which reading begins; nil for the default file.
  ///   - change: Changes the options of the check.
  /// - Returns: The report.
  /// - Throws: ``NoSuchFile``, or any error that `change` throws.
  func check(
    _ name: String? = nil,
    _ change: (inout CheckOptions) throws -> Void = { _ in }
  ) async throws -> CheckReport {
    let name = name ?? entry
    let files = files
    guard let bytes = files[name] else { throw NoSuchFile(name: name) }
    var options = CheckOptions.usual
    try change(&options)
    var access = PlaylistAccess(
      url: MemoryResources.url(of: name),
      loader: MemoryResources { files[$0] }
    )
    access.readsInterstitials = true
    return await CheckReport(
      reading: MemorySource(bytes, name: name),
      access: access,
      options: options
    )
  }

  /// The error for a file that was not made.
  struct NoSuchFile: Error {
    var name: String
  }
}

extension CheckOptions {
  /// The default options, dated June 2026, which is after the times in made streams.
  static var usual: CheckOptions {
    var options = CheckOptions()
    options.now = 1_780_300_800
    return options
  }
}

extension CheckReport {
  /// Reads an input to its end and checks it, as the command does.
  init(
    reading source: any ByteSource,
    access: PlaylistAccess,
    options: CheckOptions = .usual
  ) async {
    var checker = Checker(input: source.name, options: options)
    var events: TimedMetadataEvents?
    do {
      let opened = try TimedMetadataEvents(source, access: access)
      events = opened
      while let event = try await opened.next() { checker.receive(event) }
      self = checker.report()
    } catch {
      checker.breakOff(at: events?.partialSummary)
      self = checker.report(failure: error)
    }
  }

  /// The result of a rule. Nil if the report does not have it.
  subscript(_ rule: String) -> RuleResult? { rules.first { $0.rule.rawValue == rule } }
}
