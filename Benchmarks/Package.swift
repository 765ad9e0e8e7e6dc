// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// A package of its own, so that users of id3tap never build it. `make bench` runs it.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "id3tap", path: "..")],
  targets: [
    .systemLibrary(name: "CLibavformat", pkgConfig: "libavformat"),
    // Runs programs side by side and prints how long they took and what memory they needed.
    .executableTarget(name: "Measure", swiftSettings: strict),
    // What libavformat does at the very least to read a stream.
    .executableTarget(
      name: "DiscardAll",
      dependencies: ["CLibavformat"],
      // C does not read the link lines of the module map.
      linkerSettings: [.linkedLibrary("avcodec"), .linkedLibrary("avutil")]
    ),
    // Sends pings to a collector.
    .executableTarget(name: "PingLoad"),
    // A server that is far away.
    .executableTarget(name: "SlowServer"),
    .executableTarget(
      name: "EngineRate",
      dependencies: [
        .product(name: "NielsenAppApi", package: "id3tap"),
        .product(name: "NielsenTag", package: "id3tap"),
      ],
      swiftSettings: strict
    ),
    // Commits and sends pings.
    .executableTarget(
      name: "QueueRate",
      dependencies: [
        .product(name: "NielsenAppApi", package: "id3tap"),
        .product(name: "PingDelivery", package: "id3tap"),
      ],
      swiftSettings: strict
    ),
  ]
)
