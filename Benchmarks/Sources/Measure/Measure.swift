import Glibc

/// Compares `id3tap extract` with other programs and with `id3tap check`, and prints Markdown tables.
///
///     Measure ID3TAP DISCARDALL LARGE MIDDLE SMALL DAY
@main enum Measure {
  private static let rounds = 5
  private static let shortRounds = 30

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 6 else {
      print("usage: Measure ID3TAP DISCARDALL LARGE MIDDLE SMALL DAY")
      exit(64)
    }
    do {
      try measure(
        id3tap: arguments[0],
        discardAll: arguments[1],
        large: arguments[2],
        middle: arguments[3],
        small: arguments[4],
        day: arguments[5]
      )
    } catch {
      print("Measure: \(error)")
      exit(1)
    }
  }

  private static func measure(
    id3tap: String,
    discardAll: String,
    large: String,
    middle: String,
    small: String,
    day: String
  ) throws {
    print("\n## \(gibibytes(large)) GiB, \(rounds) rounds\n")
    table(
      try Race(
        entrants: [
          .init(name: "id3tap extract", arguments: [id3tap, "extract", large]),
          .init(name: "cat", arguments: ["cat", large]),
          .init(name: "libavformat, AVDISCARD_ALL", arguments: [discardAll, large]),
          .init(name: "ffprobe, data stream", arguments: ffprobe(large)),
        ],
        rounds: rounds
      ).run()
    )

    for (name, file) in [("\(gibibytes(large)) GiB", large), ("24 hours", day)] {
      print("\n## check beside extract, \(name), \(rounds) rounds\n")
      table(
        try Race(
          entrants: [
            .init(name: "id3tap extract", arguments: [id3tap, "extract", file]),
            .init(name: "id3tap check", arguments: [id3tap, "check", file]),
          ],
          rounds: rounds
        ).run()
      )
    }

    print("\n## Memory of id3tap extract\n")
    let memory = try Race(
      entrants: [
        .init(name: "\(gibibytes(middle)) GiB", arguments: [id3tap, "extract", middle]),
        .init(name: "\(gibibytes(large)) GiB", arguments: [id3tap, "extract", large]),
      ],
      rounds: 1
    ).run()
    print("| stream | peak MiB |\n|---|---:|")
    for result in memory { print("| \(result.name) | \(mebibytes(result.peakMemory)) |") }

    print("\n## \(size(small) / 1000) kB, \(shortRounds) rounds: the start of the process\n")
    table(
      try Race(
        entrants: [
          .init(name: "id3tap extract", arguments: [id3tap, "extract", small]),
          .init(name: "id3tap --version", arguments: [id3tap, "--version"]),
          .init(name: "libavformat, AVDISCARD_ALL", arguments: [discardAll, small]),
          .init(name: "ffprobe, data stream", arguments: ffprobe(small)),
        ],
        rounds: shortRounds
      ).run()
    )
  }

  private static func ffprobe(_ file: String) -> [String] {
    ["ffprobe", "-v", "error", "-select_streams", "d", "-show_packets", "-show_data", file]
  }

  private static func table(_ results: [Race.Result]) {
    let reference = results.first?.wall ?? 1
    print("| program | median s | fastest s | processor s | of id3tap's time | peak MiB |")
    print("|---|---:|---:|---:|---:|---:|")
    for result in results {
      print(
        "| \(result.name) | \(decimals(result.wall, 3)) | \(decimals(result.fastest, 3)) "
          + "| \(decimals(result.processor, 3)) | \(decimals(result.wall / reference, 2)) "
          + "| \(mebibytes(result.peakMemory)) |"
      )
    }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : 0
  }

  private static func gibibytes(_ path: String) -> String {
    decimals(Double(size(path)) / 1_073_741_824, 2)
  }

  private static func mebibytes(_ bytes: Int) -> String { decimals(Double(bytes) / 1_048_576, 1) }

  private static func decimals(_ number: Double, _ count: Int) -> String {
    var factor = 1.0
    for _ in 0..<count { factor *= 10 }
    let scaled = Int((number * factor).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(factor))
    let digits = String(rest)
    return "\(whole)." + String(repeating: "0", count: count - digits.count) + digits
  }
}
