// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target. Dependencies keep their own rules about warnings.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "id3tap",
  products: [
    .executable(name: "id3tap", targets: ["id3tap"]),
    .library(name: "ID3", targets: ["ID3"]),
    .library(name: "NielsenTag", targets: ["NielsenTag"]),
    .library(name: "TransportStream", targets: ["TransportStream"]),
    .library(name: "HLS", targets: ["HLS"]),
    // The fuzzers in Tests/Fuzz, a separate package, use it.
    .library(name: "DASH", targets: ["DASH"]),
    .library(name: "TimedMetadata", targets: ["TimedMetadata"]),
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .library(name: "NielsenAppApi", targets: ["NielsenAppApi"]),
    .library(name: "PingDelivery", targets: ["PingDelivery"]),
    .library(name: "Playback", targets: ["Playback"]),
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(name: "StreamMaker", targets: ["StreamMaker"]),
  ],
  dependencies: [
    // The command line: parsing, help, completions and the man page.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The engine's and the command's log; an application chooses the backend.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // SQLite: the queue of pings, and the results of `batch`.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CFFmpeg",
      path: "Sources/Support/CFFmpeg",
      pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavutil-dev"])]
    ),

    // The HTTP client and its TLS.
    .systemLibrary(
      name: "CCurl",
      path: "Sources/Support/CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    // The HTTP server and its TLS.
    .systemLibrary(
      name: "CMicrohttpd",
      path: "Sources/Support/CMicrohttpd",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),

    // The parser of XML.
    .systemLibrary(
      name: "CLibXML2",
      path: "Sources/Support/CLibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]
    ),

    // The files of the modules' `Resources` folders, as part of the binary.
    .target(name: "CResources", path: "Sources/Support/CResources"),
    // JSON, dates, encodings and text. No domain word in it, no input or output.
    .target(name: "Formats", path: "Sources/Support/Formats", swiftSettings: settings),
    // What the operating system and libavutil offer: files, locks, threads, clocks, SHA-256 and AES.
    .target(
      name: "System",
      dependencies: ["CFFmpeg", "Formats"],
      path: "Sources/Support/System",
      swiftSettings: settings
    ),
    // The HTTP client (libcurl); the resources that presentations name, and how they are fetched.
    .target(
      name: "HTTP",
      dependencies: ["CCurl", "Formats", "System"],
      path: "Sources/Support/HTTP",
      swiftSettings: settings
    ),
    // The HTTP server (libmicrohttpd).
    .target(
      name: "HTTPServer",
      dependencies: [
        "CCurl", "CMicrohttpd", "HTTP", "System",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Support/HTTPServer",
      swiftSettings: settings
    ),
    .target(name: "ID3", path: "Sources/Standards/ID3", swiftSettings: settings),
    .target(
      name: "NielsenTag",
      dependencies: ["Formats"],
      path: "Sources/Standards/NielsenTag",
      swiftSettings: settings
    ),
    .target(
      name: "TransportStream",
      dependencies: ["Formats"],
      path: "Sources/Standards/TransportStream",
      swiftSettings: settings
    ),
    .target(
      name: "HLS",
      dependencies: ["Formats"],
      path: "Sources/Standards/HLS",
      swiftSettings: settings
    ),
    // Boxes of ISO base media: movie, fragments, event messages; read and written.
    .target(name: "ISOMedia", path: "Sources/Standards/ISOMedia", swiftSettings: settings),
    // Manifests of DASH as values, without input or output.
    .target(
      name: "DASH",
      dependencies: ["CLibXML2", "Formats", "ISOMedia"],
      path: "Sources/Standards/DASH",
      swiftSettings: settings
    ),
    // Splice information of SCTE 35 as values; read and written.
    .target(
      name: "SCTE35",
      dependencies: ["Formats"],
      path: "Sources/Standards/SCTE35",
      swiftSettings: settings
    ),
    // The reader of one medium.
    .target(
      name: "TimedMetadata",
      dependencies: [
        "CFFmpeg", "Formats", "ID3", "ISOMedia", "NielsenTag", "SCTE35", "System",
        "TransportStream",
      ],
      path: "Sources/Reading/TimedMetadata",
      swiftSettings: settings
    ),
    // Presentations of HLS and DASH: each rendition is read as one medium.
    .target(
      name: "Presentation",
      dependencies: [
        "DASH", "Formats", "HLS", "HTTP", "ISOMedia", "System", "TimedMetadata", "TransportStream",
      ],
      path: "Sources/Reading/Presentation",
      swiftSettings: settings
    ),
    .target(
      name: "NielsenAppApi",
      dependencies: [
        "CResources", "Formats", "NielsenTag", "System",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Engine/NielsenAppApi",
      exclude: ["Resources"],
      swiftSettings: settings
    ),
    .target(
      name: "PingDelivery",
      dependencies: [
        "Formats", "HTTP", "NielsenAppApi", "System",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Engine/PingDelivery",
      swiftSettings: settings
    ),
    .target(
      name: "Playback",
      dependencies: [
        "CResources", "Formats", "NielsenAppApi", "NielsenTag", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Engine/Playback",
      swiftSettings: settings
    ),
    .target(
      name: "Conformance",
      dependencies: ["Formats", "ID3", "NielsenTag", "TimedMetadata", "TransportStream"],
      path: "Sources/Judging/Conformance",
      swiftSettings: settings
    ),
    // Where tags are lost or changed along a chain of taps.
    .target(
      name: "Trace",
      dependencies: ["NielsenTag", "System", "TimedMetadata"],
      path: "Sources/Judging/Trace",
      swiftSettings: settings
    ),
    // Captures of pings: lints, explanation, comparison, and the rehearsal of what those who certify an app look at.
    .target(
      name: "PingAnalysis",
      dependencies: ["Formats", "NielsenAppApi", "NielsenTag", "Playback", "TimedMetadata"],
      path: "Sources/Judging/PingAnalysis",
      swiftSettings: settings
    ),
    // What the commands write: a field of a record is declared here, once. Rows as text, and results in SQLite.
    .target(
      name: "Records",
      dependencies: [
        "Conformance", "CResources", "Formats", "ID3", "NielsenAppApi", "NielsenTag", "System",
        "TimedMetadata", "Trace",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Results/Records",
      exclude: ["Resources"],
      swiftSettings: settings
    ),
    .target(
      name: "Reports",
      dependencies: [
        "Conformance", "CResources", "Formats", "NielsenTag", "PingAnalysis", "Records", "System",
        "Trace",
      ],
      path: "Sources/Results/Reports",
      exclude: ["Resources"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveWatch",
      dependencies: [
        "Conformance", "CResources", "Formats", "HLS", "HTTP", "HTTPServer", "NielsenTag",
        "Presentation", "Records", "Reports", "System", "TimedMetadata", "Trace",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Services/LiveWatch",
      exclude: ["Resources"],
      swiftSettings: settings
    ),
    .target(
      name: "Collector",
      dependencies: [
        "CResources", "Formats", "HTTP", "HTTPServer", "NielsenAppApi", "NielsenTag",
        "PingAnalysis", "Records", "Reports", "System",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Services/Collector",
      exclude: ["Resources"],
      swiftSettings: settings
    ),
    // Streams with and without faults, and the server of `make --serve`.
    .target(
      name: "StreamMaker",
      dependencies: [
        "CFFmpeg", "Formats", "HLS", "HTTP", "HTTPServer", "ISOMedia", "NielsenTag", "SCTE35",
        "TransportStream",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Making/StreamMaker",
      swiftSettings: settings
    ),
    // What the commands do with the modules above.
    .target(
      name: "Commands",
      dependencies: [
        "CFFmpeg", "Collector", "Conformance", "CResources", "Formats", "HLS", "HTTP", "HTTPServer",
        "LiveWatch", "NielsenAppApi", "PingAnalysis", "PingDelivery", "Playback", "Presentation",
        "Records", "Reports", "StreamMaker", "System", "TimedMetadata", "Trace", "TransportStream",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Command/Commands",
      swiftSettings: settings
    ),
    // The command.
    .executableTarget(
      name: "id3tap",
      dependencies: ["Commands"],
      path: "Sources/Command/id3tap",
      swiftSettings: settings
    ),
    .target(
      name: "RecordSamples",
      dependencies: ["ID3", "NielsenTag", "TimedMetadata"],
      path: "Tests/Shared/RecordSamples",
      swiftSettings: settings
    ),
    // Reads to the end, and samples for it: of one medium and of presentations.
    .target(
      name: "ReaderTestSupport",
      dependencies: ["Presentation", "TimedMetadata"],
      path: "Tests/Shared/ReaderTestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "NielsenTag", "TransportStream",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Shared/TestSupport",
      swiftSettings: settings
    ),
    .target(name: "TestServer", path: "Tests/Shared/TestServer", swiftSettings: settings),
    .target(
      name: "LoopbackCollector",
      dependencies: ["TestServer"],
      path: "Tests/Shared/LoopbackCollector",
      swiftSettings: settings
    ),
    // Killed by the tests.
    .executableTarget(
      name: "PingDeliveryChild",
      dependencies: ["NielsenAppApi", "PingDelivery"],
      path: "Tests/Shared/PingDeliveryChild",
      swiftSettings: settings
    ),
    // Reads this file and the imports of all sources.
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "FormatsTests",
      dependencies: ["Formats"],
      path: "Tests/Support/FormatsTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "HTTPServerTests",
      dependencies: [
        "HTTP", "HTTPServer", "TestServer", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/HTTPServerTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "HTTPTests",
      dependencies: ["CCurl", "HTTP", "System", "TestServer", "TestSupport"],
      path: "Tests/Support/HTTPTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "SystemTests",
      dependencies: ["System", "TestSupport"],
      path: "Tests/Support/SystemTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "DASHTests",
      dependencies: ["DASH", "ISOMedia", "TestSupport"],
      path: "Tests/Standards/DASHTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "HLSTests",
      dependencies: ["HLS", "TestSupport"],
      path: "Tests/Standards/HLSTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ID3Tests",
      dependencies: ["ID3", "TestSupport"],
      path: "Tests/Standards/ID3Tests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ISOMediaTests",
      dependencies: ["ISOMedia"],
      path: "Tests/Standards/ISOMediaTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "NielsenTagTests",
      dependencies: ["NielsenTag", "System"],
      path: "Tests/Standards/NielsenTagTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "SCTE35Tests",
      dependencies: ["Formats", "SCTE35"],
      path: "Tests/Standards/SCTE35Tests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TransportStreamTests",
      dependencies: ["TestSupport", "TransportStream"],
      path: "Tests/Standards/TransportStreamTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PresentationTests",
      dependencies: [
        "HLS", "HTTP", "ID3", "Presentation", "ReaderTestSupport", "SCTE35", "System",
        "TestSupport", "TimedMetadata", "TransportStream",
      ],
      path: "Tests/Reading/PresentationTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TimedMetadataTests",
      dependencies: [
        "ID3", "ISOMedia", "NielsenTag", "ReaderTestSupport", "SCTE35", "System", "TestSupport",
        "TimedMetadata", "TransportStream",
      ],
      path: "Tests/Reading/TimedMetadataTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "DocumentSnippetsTests",
      dependencies: ["NielsenAppApi"],
      path: "Tests/Engine/DocumentSnippetsTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "NielsenAppApiTests",
      dependencies: [
        "Formats", "NielsenAppApi", "NielsenTag",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Engine/NielsenAppApiTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PingDeliveryTests",
      dependencies: [
        "HTTP", "LoopbackCollector", "NielsenAppApi", "PingDelivery", "PingDeliveryChild",
        "System", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Engine/PingDeliveryTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PlaybackTests",
      dependencies: [
        "ID3", "NielsenAppApi", "NielsenTag", "Playback", "TestSupport", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Engine/PlaybackTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Conformance", "ID3", "NielsenTag", "TestSupport", "TimedMetadata", "TransportStream",
      ],
      path: "Tests/Judging/ConformanceTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PingAnalysisTests",
      dependencies: [
        "Formats", "ID3", "NielsenAppApi", "NielsenTag", "PingAnalysis", "Playback", "Records",
        "Reports", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Judging/PingAnalysisTests",
      exclude: ["Captures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TraceTests",
      dependencies: ["TimedMetadata", "Trace"],
      path: "Tests/Judging/TraceTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "Conformance", "Formats", "ID3", "NielsenAppApi", "NielsenTag", "Records", "RecordSamples",
        "Reports", "System", "TestSupport", "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Results/RecordsTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReportsTests",
      dependencies: ["Conformance", "Formats", "Records", "Reports", "System", "TestSupport"],
      path: "Tests/Results/ReportsTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CollectorTests",
      dependencies: [
        "Collector", "Formats", "HTTP", "HTTPServer", "NielsenAppApi", "NielsenTag", "PingAnalysis",
        "TestServer", "TestSupport", "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Services/CollectorTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "LiveWatchTests",
      dependencies: [
        "Conformance", "Formats", "HTTP", "HTTPServer", "ID3", "LiveWatch", "NielsenTag",
        "Presentation", "Records", "StreamMaker", "System", "TestServer", "TestSupport",
        "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Services/LiveWatchTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "Conformance", "HTTP", "NielsenTag", "Presentation", "StreamMaker", "System", "TestSupport",
        "TimedMetadata", "TransportStream",
      ],
      path: "Tests/Making/FaultTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamMakerTests",
      dependencies: [
        "CFFmpeg", "HTTP", "HTTPServer", "ISOMedia", "NielsenTag", "StreamMaker", "TransportStream",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Making/StreamMakerTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "id3tapTests",
      dependencies: [
        "Collector", "Commands", "Conformance", "Formats", "HTTP", "LiveWatch", "LoopbackCollector",
        "PingAnalysis", "Presentation", "Records", "Reports", "StreamMaker", "System", "TestServer",
        "TestSupport", "TimedMetadata",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Command/id3tapTests",
      swiftSettings: settings
    ),
  ]
)
