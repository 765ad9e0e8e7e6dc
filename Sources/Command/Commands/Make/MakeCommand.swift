import ArgumentParser
import Glibc
import Records
import StreamMaker
import System
import TransportStream

struct MakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Write a sample stream, HLS or DASH presentation, correct or with one fault.",
    discussion: """
      The stream has a DATA tag every ten seconds and an INFO tag every five minutes. The payloads are \
      synthetic: they have the format of real payloads, but no meaning. The same options always give the \
      same bytes.

        id3tap make --media film.mp4 -o sample.ts
        id3tap make --minutes 12 --fault cadence-gap -o gap.ts
        id3tap make --media film.mp4 --hls folder
        id3tap make --media film.mp4 --dash folder
        id3tap make --media film.mp4 --event-track events.mp4
        id3tap make --chain folder --fault cdn:lost
      """
  )

  @OptionGroup(title: "Stream options") var options: MakeOptions
  @OptionGroup(title: "HLS and DASH options") var presentation: PresentationArguments
  @OptionGroup(title: OptionTitle.output) var output: MakeOutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions

  func validate() throws {
    let eventTrack = output.eventTrack
    let output = output.output ?? eventTrack
    let media = options.media.map { ("the media", InputGroup.Member.bytes(FileName($0))) }
    let words = SameFile.conflict(
      of: [(eventTrack == nil ? "-o" : "--event-track", output)],
      with: [media].compactMap(\.self)
    )
    if let words { throw ValidationError("\(words).") }
    if eventTrack != nil {
      guard self.output.output == nil, presentation.target == nil, presentation.chain == nil else {
        throw ValidationError(
          "--event-track, --hls, --dash, --chain and -o exclude each other: run make for each."
        )
      }
      guard options.packet == .plain else {
        throw ValidationError("An event track has no packets: leave --packet out.")
      }
      guard !options.announcesBreaks else {
        throw ValidationError("--scte35 needs transport streams: leave --event-track out.")
      }
    }
    if let fault = options.hopFault, presentation.chain == nil {
      throw ValidationError("\(fault.name) is a chain fault: give a folder with --chain.")
    }
    if presentation.chain != nil {
      guard output == nil else {
        throw ValidationError("--chain and -o exclude each other: a chain is a folder of files.")
      }
      guard options.packet == .plain else {
        throw ValidationError("A chain has packets of 188 bytes: leave --packet out.")
      }
      if let fault = options.fault {
        throw ValidationError(
          "\(fault.id) is not a chain fault: give the tap that first shows it, and one of "
            + HopFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            + ", as in 'cdn:lost'."
        )
      }
      return
    }
    if presentation.target != nil {
      guard output == nil else {
        let name = presentation.folder != nil ? "HLS" : "DASH"
        throw ValidationError(
          "--\(name.lowercased()) and -o exclude each other: \(name) is a folder of files."
        )
      }
      guard options.packet == .plain else {
        throw ValidationError(
          presentation.dash != nil
            ? "DASH has no packets: leave --packet out."
            : "HLS has packets of 188 bytes: leave --packet out."
        )
      }
      guard !options.announcesBreaks || !presentation.cmaf && presentation.dash == nil else {
        let option = presentation.dash != nil ? "--dash" : "--cmaf"
        throw ValidationError("--scte35 needs transport streams: leave \(option) out.")
      }
      if let fault = options.fault, fault.refusesDirectives, presentation.serve == nil {
        throw ValidationError("\(fault.id) is a server fault: add --serve.")
      }
      return
    }
    if !options.listFaults, output == nil, TerminalDescriptor.isTerminal(STDOUT_FILENO) {
      throw ValidationError("A terminal cannot show a stream: name a file with -o, or use a pipe.")
    }
  }

  func run() async throws {
    Interruption.watch()
    let diagnostics = talk.diagnostics()
    do {
      if !options.listFaults, let folder = presentation.target {
        try await PresentationRun(
          maker: PresentationMaker(presentation.options(options.streamOptions)),
          folder: folder,
          isLive: presentation.live,
          isLowLatency: presentation.lowLatency,
          refusesDirectives: options.fault?.refusesDirectives ?? false,
          address: presentation.serve
        )(diagnostics)
        return
      }
      if !options.listFaults, let folder = presentation.chain {
        let maker = ChainMaker(
          presentation.options(options.streamOptions),
          fault: options.hopFault
        )
        try ChainRun(maker: maker, folder: folder)(diagnostics)
        return
      }
      let destination = try OutputDestination.named(output.eventTrack ?? output.output)
      if options.listFaults {
        try destination.append { $0 += FaultList.text.utf8 }
      } else {
        try write(to: destination, diagnostics)
      }
      diagnostics.progress.hide()
      try destination.commit()
    } catch let error as OutputError {
      // It is not a failure if the reader closes the pipe.
      if error.code == .readerGone { return }
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    } catch let error as StreamServerError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    } catch let error as StreamMakerError {
      diagnostics.failure(error.description)
      throw error.isUsage ? ExitCodes.wrongUsage : ExitCodes.failed
    }
  }

  private func write(to destination: OutputDestination, _ diagnostics: Diagnostics) throws {
    let progress = diagnostics.progress
    var written: Int64 = 0
    progress.start(destination.name)
    if output.eventTrack != nil {
      return try EventTrackMaker(options.streamOptions).write(notice: diagnostics.notice) { bytes in
        if Interruption.isRequested { throw ExitCodes.interrupted }
        try destination.append { $0 += bytes }
        written += Int64(bytes.count)
        progress.update(read: written, of: nil)
      }
    }
    try StreamMaker(options.streamOptions).write(notice: diagnostics.notice) { bytes in
      if Interruption.isRequested { throw ExitCodes.interrupted }
      try destination.append { $0 += bytes }
      written += Int64(bytes.count)
      progress.update(read: written, of: nil)
    }
  }
}

extension StreamMakerError {
  /// Whether the options caused the error.
  fileprivate var isUsage: Bool { code == .minutes || code == .fault || code == .options }
}

struct MakeOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the stream to this file instead of standard output.",
      discussion: "The file appears under its name when it is complete.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write an MP4 event track with the tags (ISO/IEC 23001-18) to this file instead.",
      discussion: "A CMAF header and chunks without audio and video, as an encoder sends them to a "
        + "packager.",
      valueName: "file"
    ),
    completion: .file()
  )
  var eventTrack: String?
}

enum FaultList {
  static var text: String {
    let ofStreams = Fault.allCases.map { ($0.id, $0.summary + needs($0.form)) }
    let ofHops = HopFault.allCases.map { ($0.name, $0.kind.summary + " Needs --chain.") }
    let lines = ofStreams + ofHops
    let width = lines.map(\.0.count).max() ?? 0
    return lines.reduce(into: "") { text, line in
      let padding = String(repeating: " ", count: width - line.0.count)
      text += "\(line.0)\(padding)  \(line.1)\n"
    }
  }

  private static func needs(_ form: Fault.Form) -> String {
    switch form {
    case .stream: ""
    case .presentation: " Needs --hls."
    case .liveChannel: " Needs --hls and --live."
    case .lowLatencyChannel: " Needs --hls, --live and --ll-hls."
    case .lowLatencyServer: " Needs --hls, --live, --ll-hls and --serve."
    case .fragments: " Needs --hls and --cmaf."
    case .eventTrack: " Needs --event-track."
    case .manifest: " Needs --dash."
    case .liveManifest: " Needs --dash and --live."
    }
  }
}

/// Writes the taps of a chain into a folder, and prints the command that compares them.
struct ChainRun {
  let maker: ChainMaker
  let folder: String

  /// - Throws: The exit code of an interruption, the errors of the maker, and errors of writing.
  func callAsFunction(_ diagnostics: Diagnostics) throws {
    let store = FolderStore(
      files: try OutputFolder(folder),
      entry: ChainMaker.Tap.encoder.entryName,
      progress: diagnostics.progress
    ) {}
    diagnostics.progress.start(folder)
    try maker.write(notice: diagnostics.notice, to: store)
    diagnostics.progress.hide()
    let output = OutputDestination.standardOutput()
    try output.append { $0 += "\(Self.command(folder: folder))\n".utf8 }
    try output.commit()
  }

  /// The command that compares the taps, quoted for a shell.
  private static func command(folder: String) -> String {
    ChainMaker.Tap.allCases.reduce("id3tap trace") { command, tap in
      "\(command) \(FileName.shellWord("\(tap.rawValue)=\(folder)/\(tap.entryName)"))"
    }
  }
}
