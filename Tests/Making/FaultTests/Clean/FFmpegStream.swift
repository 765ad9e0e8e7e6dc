import Foundation
import Synchronization
import TestSupport

/// A minute of test picture and tone, encoded by FFmpeg once per run.
struct FFmpegStream: Sendable, CustomStringConvertible {
  let name: String
  /// The arguments of FFmpeg: inputs and encoders.
  fileprivate let arguments: [String]
  /// The required encoders that some versions of FFmpeg lack.
  fileprivate let encoders: [String]
  /// Whether the stream is made from ``h264``, without encoding the picture again.
  fileprivate let isCopy: Bool
  /// Whether the stream can be cut: it has video, and tables before each key frame.
  let canBeCut: Bool

  var description: String { name }

  /// `rate` is the frame rate of a new picture; nil to copy the picture of ``h264``. The tone also comes from
  /// ``h264``, unless `isBase` is true.
  private init(
    _ name: String,
    rate: String? = nil,
    _ arguments: String,
    encoders: [String] = [],
    canBeCut: Bool = true,
    isBase: Bool = false
  ) {
    let seconds = Int(TagPlan.seconds)
    let picture = rate.map { "-f lavfi -i testsrc2=size=96x54:rate=\($0):duration=\(seconds) " }
    let keyFrames = rate == nil ? "" : "-force_key_frames expr:gte(t,n_forced*2) "
    let tone =
      isBase ? "-f lavfi -i sine=sample_rate=48000:duration=\(seconds) " : "-i h264.ts "
    let map = rate == nil ? "" : "-map 0:v -map 1:a "
    let tables = canBeCut ? " -mpegts_flags +pat_pmt_at_frames" : ""
    let words = (picture ?? "") + tone + map + keyFrames + arguments + tables
    self.name = name
    self.arguments = words.split(separator: " ").map(String.init)
    self.encoders = encoders
    isCopy = !isBase
    self.canBeCut = canBeCut
  }

  private static let x264 = "-c:v libx264 -preset ultrafast -threads 1"
  // The default AAC coder takes ten times as long for a tone.
  private static let aac = "-c:a aac -aac_coder fast -b:a 48k"

  /// The stream from which all other streams are made.
  static let h264 = FFmpegStream(
    "H.264 and AAC",
    rate: "25",
    "\(x264) \(aac)",
    encoders: ["libx264", "aac"],
    isBase: true
  )

  /// All encodings with a single program.
  static let all: [FFmpegStream] = [
    h264,
    FFmpegStream(
      "HEVC",
      rate: "25",
      "-c:v libx265 -preset ultrafast -x265-params log-level=none:pools=1 -c:a copy",
      encoders: ["libx265"]
    ),
    FFmpegStream("MPEG-2", rate: "25", "-c:v mpeg2video -c:a mp2 -b:a 96k"),
    FFmpegStream(
      "variable frame rate",
      rate: "30",
      "-vf select='not(mod(n,7))+not(mod(n,3))' -vsync vfr \(x264) -c:a copy"
    ),
    FFmpegStream("23.976 frames per second", rate: "24000/1001", "\(x264) -c:a copy"),
    FFmpegStream("29.97 frames per second", rate: "30000/1001", "\(x264) -c:a copy"),
    FFmpegStream("B-frames", rate: "25", "\(x264) -bf 3 -c:a copy"),
    FFmpegStream("AAC at 44.1 kHz", "-c:v copy \(aac) -ar 44100"),
    FFmpegStream("LATM", "-c:v copy \(aac) -mpegts_flags +latm"),
    FFmpegStream("AC-3", "-c:v copy -c:a ac3 -b:a 96k"),
    FFmpegStream("E-AC-3", "-c:v copy -c:a eac3 -b:a 96k"),
    FFmpegStream("MP2", "-c:v copy -c:a mp2 -b:a 96k"),
    FFmpegStream("MP3", "-c:v copy -c:a libmp3lame -b:a 64k", encoders: ["libmp3lame"]),
    FFmpegStream("Opus", "-c:v copy -c:a libopus -b:a 48k", encoders: ["libopus"]),
    FFmpegStream("audio only", "-vn -c:a copy", canBeCut: false),
    FFmpegStream("video only", "-an -c:v copy", canBeCut: false),
    FFmpegStream("time stamps that wrap", "-c copy -output_ts_offset 95420", canBeCut: false),
    FFmpegStream("constant bit rate with null packets", "-c copy -muxrate 600k", canBeCut: false),
  ]

  /// Ten programs with the same picture and tone.
  static let programs = FFmpegStream(
    "ten programs",
    (0..<10).map { _ in "-map 0" }.joined(separator: " ") + " -c copy "
      + (0..<10).map { "-program program_num=\(100 + $0):st=\(2 * $0):st=\(2 * $0 + 1)" }
      .joined(separator: " "),
    canBeCut: false
  )

  // MARK: - Encoders

  /// The encoders that the installed FFmpeg lacks.
  var missingEncoders: [String] {
    ProcessInfo.processInfo.environment["ID3TAP_REQUIRE_TOOLS"] == "1"
      ? [] : (encoders + Self.h264.encoders).filter { !Self.known.contains(Substring($0)) }
  }

  private static let known: Set<Substring> = {
    do {
      let folder = try TemporaryFolder()
      try FFmpeg.run(["-encoders"], in: folder, output: "encoders.txt")
      let lines = folder.content(of: "encoders.txt")?.split(separator: "\n") ?? []
      return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first })
    } catch {
      return []
    }
  }()

  // MARK: - Once a run

  private final class Shelf: Sendable {
    private let made = Mutex<Result<[UInt8], any Error>?>(nil)

    func bytes(_ make: () throws -> [UInt8]) throws -> [UInt8] {
      try made.withLock { made in
        let result = made ?? Result { try make() }
        made = result
        return result
      }
      .get()
    }
  }

  private static let shelves = Mutex<[String: Shelf]>([:])

  /// The transport stream, made at the first call.
  func bytes() throws -> [UInt8] {
    let shelf = Self.shelves.withLock { shelves in
      let shelf = shelves[name] ?? Shelf()
      shelves[name] = shelf
      return shelf
    }
    return try shelf.bytes {
      let folder = try TemporaryFolder()
      if isCopy { try FFmpeg.write(Self.h264.bytes(), to: "h264.ts", in: folder) }
      try FFmpeg.run(arguments + ["-f", "mpegts", "a.ts"], in: folder)
      return try FFmpeg.read("a.ts", in: folder)
    }
  }
}

enum FFmpeg {
  struct Failure: Error {
    var arguments: [String]
    var status: Int32
  }

  /// Runs FFmpeg in a folder, for at most a minute. `output` is a file for its output.
  static func run(_ arguments: [String], in folder: TemporaryFolder, output: String? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "60", "ffmpeg", "-v", "error", "-y"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    if let output {
      try write([], to: output, in: folder)
      process.standardOutput = FileHandle(forWritingAtPath: "\(folder.path)/\(output)")
    }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, status: process.terminationStatus)
    }
  }

  static func write(_ bytes: [UInt8], to name: String, in folder: TemporaryFolder) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
  }

  static func read(_ name: String, in folder: TemporaryFolder) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
  }
}
