import ArgumentParser
import StreamMaker
import TransportStream

/// The options of the stream that `id3tap make` writes.
struct MakeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Copy audio and video of this file, repeated as needed.",
      discussion: "Without this option, the stream has only tags and a clock.",
      valueName: "file"
    ),
    completion: .file()
  )
  var media: String?

  @Option(
    help: ArgumentHelp(
      "The length of the stream. (default: the length of the media, or 10)",
      valueName: "minutes"
    )
  )
  var minutes: Double?

  @Option(
    help: ArgumentHelp("Derive the bytes of the tags from this seed.", valueName: "number")
  )
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The size of packets in bytes. (default: 188)", valueName: "188|192|204"),
    completion: .list(PacketFraming.allCases.map { String($0.rawValue) }),
    transform: parsePacketSize
  )
  var packet: PacketFraming = .plain

  @Flag(
    name: .customLong("scte35"),
    help: ArgumentHelp(
      "Announce ad breaks on an SCTE-35 PID.",
      discussion: """
        A break of 50 s every three minutes; the tags continue during it. Not with --cmaf, --dash or \
        --event-track.
        """
    )
  )
  var announcesBreaks = false

  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "Make one fault, named by the rule it breaks.",
      discussion: "For a chain: TAP:FAULT, such as cdn:lost. TAP and all later taps have it.",
      valueName: "rule"
    ),
    completion: .list(Fault.allCases.map(\.id) + HopFault.allCases.map(\.name)),
    transform: GivenFault.parse
  )
  var faults: [GivenFault] = []

  /// The fault of the stream or presentation. Nil without `--fault` or with a fault of a chain.
  var fault: Fault? {
    guard case .stream(let fault)? = faults.first else { return nil }
    return fault
  }

  var hopFault: HopFault? {
    guard case .hop(let fault)? = faults.first else { return nil }
    return fault
  }

  @Flag(help: "List the faults and their effects on the stream.")
  var listFaults = false

  func validate() throws {
    if let minutes, !(minutes > 0) {
      throw ValidationError("--minutes must be above 0.")
    }
    guard faults.count < 2 else {
      throw ValidationError("A stream has at most one fault: give --fault once.")
    }
  }

  var streamOptions: StreamMakerOptions {
    StreamMakerOptions(
      mediaPath: media,
      minutes: minutes,
      seed: seed,
      packetFraming: packet,
      fault: fault,
      announcesBreaks: announcesBreaks
    )
  }
}

private func parsePacketSize(_ text: String) throws -> PacketFraming {
  guard let size = Int(text), let framing = PacketFraming(rawValue: size) else {
    throw ValidationError("'\(text)' is not a packet size: choose 188, 192 or 204.")
  }
  return framing
}

enum GivenFault {
  case stream(Fault)
  case hop(HopFault)

  static func parse(_ text: String) throws -> GivenFault {
    if let fault = Fault(text) { return .stream(fault) }
    if let fault = HopFault(text) { return .hop(fault) }
    throw ValidationError("'\(text)' is not a fault: see 'id3tap make --list-faults'.")
  }
}
