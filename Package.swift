// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in this package; dependencies keep their own rules.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "id3tap",
  products: [
    .executable(name: "id3tap", targets: ["id3tap"]),
    .library(name: "ID3", targets: ["ID3"]),
    .library(name: "NielsenTag", targets: ["NielsenTag"]),
    .library(name: "TransportStream", targets: ["TransportStream"]),
    .library(name: "TimedMetadata", targets: ["TimedMetadata"]),
    .library(name: "NielsenAppApi", targets: ["NielsenAppApi"]),
    .library(name: "Playback", targets: ["Playback"]),
    .library(name: "StreamMaker", targets: ["StreamMaker"]),
  ],
  dependencies: [
    // The command line: parsing, help, completions and the man page.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The engine's and the command's log; an application chooses the backend.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavutil-dev"])]
    ),

    .target(name: "Digests", dependencies: ["CFFmpeg"], swiftSettings: strict),
    .target(name: "ID3", swiftSettings: strict),
    .target(name: "NielsenTag", dependencies: ["ID3"], swiftSettings: strict),
    .target(name: "TransportStream", swiftSettings: strict),
    .target(
      name: "TimedMetadata",
      dependencies: ["CFFmpeg", "ID3", "NielsenTag", "TransportStream"],
      swiftSettings: strict
    ),
    .target(
      name: "NielsenAppApi",
      dependencies: [
        "Digests", "NielsenTag", .product(name: "Logging", package: "swift-log"),
      ],
      // Part of the binary, so that it stays one file.
      resources: [.embedInCode("Resources/ping-fields.json")],
      swiftSettings: strict
    ),
    .target(
      name: "Playback",
      dependencies: ["NielsenAppApi", "TimedMetadata"],
      swiftSettings: strict
    ),
    .target(
      name: "StreamMaker",
      dependencies: ["CFFmpeg", "ID3", "NielsenTag", "TransportStream"],
      swiftSettings: strict
    ),
    .target(
      name: "Results",
      dependencies: ["Digests", "Playback"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "id3tap",
      dependencies: [
        "CFFmpeg", "NielsenAppApi", "Playback", "Results", "StreamMaker", "TimedMetadata",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),

    .target(
      name: "TestSupport",
      dependencies: ["NielsenTag", "TransportStream"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: strict),
    .testTarget(name: "ID3Tests", dependencies: ["ID3", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "NielsenTagTests",
      dependencies: ["Digests", "NielsenTag", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TransportStreamTests",
      dependencies: ["TransportStream", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TimedMetadataTests",
      dependencies: ["Digests", "TimedMetadata", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NielsenAppApiTests",
      dependencies: ["NielsenAppApi", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SeedSnippetsTests",
      dependencies: ["NielsenAppApi"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PlaybackTests",
      dependencies: ["Playback", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StreamMakerTests",
      dependencies: ["StreamMaker", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ResultsTests",
      dependencies: ["Results", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "id3tapTests",
      dependencies: ["id3tap", "TestSupport"],
      swiftSettings: strict
    ),
  ]
)
