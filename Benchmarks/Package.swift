// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// A separate package, so that users of id3tap do not build it. `make bench` runs it.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "id3tap", path: "..")],
  targets: [
    .systemLibrary(name: "CLibavformat", pkgConfig: "libavformat"),
    // Runs programs in turn, and prints their times and their memory.
    .executableTarget(name: "Measure", swiftSettings: strict),
    // Reads a stream with libavformat and discards all packets except timed ID3.
    .executableTarget(
      name: "DiscardAll",
      dependencies: ["CLibavformat"],
      // C does not read the link lines of the module map.
      linkerSettings: [.linkedLibrary("avcodec"), .linkedLibrary("avutil")]
    ),
    // Sends pings to a collector.
    .executableTarget(name: "PingLoad"),
    // Serves files with a delay, like a distant server.
    .executableTarget(name: "SlowServer"),
    .executableTarget(
      name: "EngineRate",
      dependencies: [
        .product(name: "NielsenAppApi", package: "id3tap"),
        .product(name: "NielsenTag", package: "id3tap"),
      ],
      swiftSettings: strict
    ),
    // Stores and sends pings.
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
