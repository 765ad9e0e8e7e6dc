// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The fuzzer of one parser: `Sources/FuzzX/FuzzX.swift`, with its seeds in `Seeds/FuzzX`.
func fuzzTarget(_ name: String, of products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "id3tap") },
    swiftSettings: strict
  )
}

// A separate package, because it builds only with libFuzzer (see README.md).
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "id3tap", path: "../..")],
  targets: [
    .target(name: "CLibFuzzer"),
    .target(
      name: "FuzzDriver",
      dependencies: ["CLibFuzzer", .product(name: "TimedMetadata", package: "id3tap")],
      swiftSettings: strict
    ),
    fuzzTarget("FuzzID3", of: "ID3"),
    fuzzTarget("FuzzISOMedia", of: "TimedMetadata"),
    fuzzTarget("FuzzManifest", of: "DASH"),
    fuzzTarget("FuzzPackedAudio", of: "TimedMetadata"),
    fuzzTarget("FuzzPSI", of: "TransportStream"),
    fuzzTarget("FuzzPlaylist", of: "HLS"),
    fuzzTarget("FuzzReader", of: "TimedMetadata"),
    fuzzTarget("FuzzSplice", of: "TimedMetadata", "TransportStream"),
    fuzzTarget("FuzzText", of: "NielsenTag", "TimedMetadata"),
  ]
)
