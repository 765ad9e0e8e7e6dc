// swift-tools-version: 6.2
import PackageDescription

// A separate package, like an app, which uses only the public declarations of the libraries. `make example` runs it.
let package = Package(
  name: "SamplePlayer",
  dependencies: [.package(name: "id3tap", path: "../..")],
  targets: [
    .executableTarget(
      name: "SamplePlayer",
      dependencies: [
        .product(name: "NielsenAppApi", package: "id3tap"),
        .product(name: "Playback", package: "id3tap"),
        .product(name: "Presentation", package: "id3tap"),
        .product(name: "TimedMetadata", package: "id3tap"),
      ],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
