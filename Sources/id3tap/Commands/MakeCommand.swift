import ArgumentParser
import Glibc
import StreamMaker
import StreamServer
import System
import TransportStream

/// `id3tap make`: writes sample streams.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Write a transport stream or HLS with tags in Nielsen's form, or with one fault.",
    discussion: """
      DATA tags come every ten seconds, INFO tags every five minutes. The payloads are synthetic: they \
      have the form of real ones and mean nothing. The same options give the same bytes.

        id3tap make --media film.mp4 -o sample.ts
        id3tap make --minutes 12 --fault cadence-gap -o gap.ts
        id3tap make --media film.mp4 --hls folder
      """
  )

  @Option(
    help: ArgumentHelp(
      "Copy the audio and video of this file, repeated as long as needed.",
      discussion: "Without it the stream holds tags and a clock alone.",
      valueName: "file"
    ),
    completion: .file()
  )
  var media: String?

  @Option(
    help: ArgumentHelp(
      "Make the stream this long: the length of the media, or 10 minutes, unless told otherwise.",
      valueName: "number"
    )
  )
  var minutes: Double?

  @Option(
    help: ArgumentHelp("Derive the bytes of the tags from this number.", valueName: "number")
  )
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Write packets of this many bytes.", valueName: "188|192|204"),
    completion: .list(PacketFraming.allCases.map { String($0.rawValue) }),
    transform: parsePacketSize
  )
  var packet: PacketFraming = .plain

  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "Make one fault, named by the rule it breaks; see --list-faults.",
      valueName: "rule"
    ),
    completion: .list(Fault.allCases.map(\.id)),
    transform: parseFault
  )
  var faults: [Fault] = []

  @Flag(help: "List the faults that can be made, and what is wrong with such a stream.")
  var listFaults = false

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

  @OptionGroup(title: "HLS") var presentation: PresentationArguments

  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if let minutes, !(minutes > 0) {
      throw ValidationError("--minutes must be above 0.")
    }
    guard faults.count < 2 else {
      throw ValidationError("A stream has one fault: give --fault one time.")
    }
    if let media, let output, SameFile.check(media, output) {
      throw ValidationError("\(output) is also the media: name another file with -o.")
    }
    if presentation.folder != nil {
      guard output == nil else {
        throw ValidationError("--hls and -o exclude each other: HLS is a folder of files.")
      }
      guard packet == .plain else {
        throw ValidationError("HLS has packets of 188 bytes: leave --packet out.")
      }
      return
    }
    if !listFaults, output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("A terminal cannot show a stream: name a file with -o, or use a pipe.")
    }
  }

  func run() throws {
    Interruption.watch()
    let diagnostics = talk.diagnostics()
    do {
      if !listFaults, let folder = presentation.folder {
        try PresentationRun(
          maker: PresentationMaker(presentation.options(streamOptions)),
          folder: folder,
          isLive: presentation.live,
          address: presentation.serve
        )(diagnostics)
        return
      }
      let destination = try OutputDestination.named(output)
      if listFaults {
        try destination.append { $0 += Self.faultList.utf8 }
      } else {
        try write(to: destination, diagnostics)
      }
      diagnostics.progress.hide()
      try destination.commit()
    } catch let error as OutputError {
      // The reader of a pipe may have seen enough.
      if error.code == .readerGone { return }
      diagnostics.failure(error.description)
      throw InputRun.Exit.failed
    } catch let error as StreamServerError {
      diagnostics.failure(error.description)
      throw InputRun.Exit.failed
    } catch let error as StreamMakerError {
      diagnostics.failure(error.description)
      throw error.isUsage ? ExitCode.validationFailure : InputRun.Exit.failed
    }
  }

  private func write(to destination: OutputDestination, _ diagnostics: Diagnostics) throws {
    let progress = diagnostics.progress
    var written: Int64 = 0
    progress.start(destination.name)
    try StreamMaker(streamOptions).write(notice: diagnostics.notice) { bytes in
      if Interruption.isRequested { throw InputRun.Exit.interrupted }
      try destination.append { $0 += bytes }
      written += Int64(bytes.count)
      progress.update(read: written, of: nil)
    }
  }

  private var streamOptions: StreamMakerOptions {
    StreamMakerOptions(
      mediaPath: media,
      minutes: minutes,
      seed: seed,
      packetFraming: packet,
      fault: faults.first
    )
  }

  private static var faultList: String {
    let width = Fault.allCases.map(\.id.count).max() ?? 0
    return Fault.allCases.reduce(into: "") { text, fault in
      let padding = String(repeating: " ", count: width - fault.id.count)
      text += "\(fault.id)\(padding)  \(fault.summary)\(needs(fault.form))\n"
    }
  }

  private static func needs(_ form: Fault.Form) -> String {
    switch form {
    case .stream: ""
    case .presentation: " Needs --hls."
    case .liveChannel: " Needs --hls and --live."
    case .fragments: " Needs --hls and --cmaf."
    }
  }
}

private func parsePacketSize(_ text: String) throws -> PacketFraming {
  guard let size = Int(text), let framing = PacketFraming(rawValue: size) else {
    throw ValidationError("'\(text)' is not a packet size: choose 188, 192 or 204.")
  }
  return framing
}

private func parseFault(_ text: String) throws -> Fault {
  guard let fault = Fault(text) else {
    throw ValidationError("'\(text)' is not a fault: see 'id3tap make --list-faults'.")
  }
  return fault
}

extension StreamMakerError {
  /// Whether other options would have helped.
  fileprivate var isUsage: Bool { code == .minutes || code == .fault || code == .options }
}
