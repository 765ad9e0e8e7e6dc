// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// Warnings are errors in this package; dependencies keep their own rules. Tests use the modules of the release build, so
/// that a module is compiled once for both: whoever builds them for release can import them for tests. The compiler does
/// not verify its own intermediate code in release builds.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .unsafeFlags(
    ["-enable-testing", "-Xfrontend", "-sil-verify-none", "-Xfrontend", "-disable-llvm-verify"],
    .when(configuration: .release)
  ),
]

/// For modules that no byte of a stream passes through: a quarter less to compile, and a smaller binary.
/// `Benchmarks/README.md` has what it costs.
let small = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For the modules that all bytes of a transport stream pass through. The compiler can prove less of a module that tests may
/// import, and would check each access to a stored property while it runs. The fuzzers and the debug build do check.
let quick =
  strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// For modules in which little time is spent: those that ask others to do the work, manifests, the state of watched feeds, rows,
/// captures and collected pings, streams that are made, and pages at the end of a run. A third of the time to compile;
/// `Benchmarks/README.md` has what it costs.
let plain =
  strict + [
    // Modules without optimization are compiled twice otherwise, for their interface and for their code.
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// For tests and what serves them. Only modules of the package are indexed, which is how tests are found.
let tests =
  plain + [.unsafeFlags(["-index-ignore-system-modules"], .when(configuration: .release))]

/// The minor number of glibc's version on the machine that builds: 36 of 2.36; 0 if it cannot be read.
let minorOfGlibc: Int = {
  var name = [CChar](repeating: 0, count: 64)
  _ = confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
  let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  return text.hasPrefix("glibc 2.") ? Int(text.dropFirst("glibc 2.".count)) ?? 0 : 0
}()

/// How the command is linked. No library looks up symbols in it, so it exports none; glibc reads packed relocations since 2.36.
/// Both make the binary smaller, also in memory, and quicker to start. LLD can do both.
let linkage =
  ["-use-ld=lld", "-Xlinker", "--no-export-dynamic"]
  + (minorOfGlibc >= 36 ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])

let package = Package(
  name: "id3tap",
  products: [
    .executable(name: "id3tap", targets: ["id3tap"]),
    .library(name: "ID3", targets: ["ID3"]),
    .library(name: "NielsenTag", targets: ["NielsenTag"]),
    .library(name: "TransportStream", targets: ["TransportStream"]),
    .library(name: "HLS", targets: ["HLS"]),
    // For its fuzzer, which is a package of its own.
    .library(name: "DASH", targets: ["DASH"]),
    .library(name: "TimedMetadata", targets: ["TimedMetadata"]),
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
    // The page of `report`. Templates, so that its HTML can be read as HTML, and escaping by a library;
    // they burden the report alone.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavutil-dev"])]
    ),

    // The HTTP client and its TLS.
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    // The HTTP server and its TLS.
    .systemLibrary(
      name: "CMicrohttpd",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),

    // The parser of XML.
    .systemLibrary(
      name: "CLibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]
    ),

    // The files of the modules' `Resources` folders, as part of the binary.
    .target(name: "CResources"),

    // JSON, dates, encodings and text. No domain word in it, no input or output.
    .target(name: "Formats", swiftSettings: strict),
    // Of the operating system, in C: stacks that a thread leaves and enters again; memory of the heap that is free, given back.
    .target(name: "CSystemParts"),
    // What the operating system and libavutil offer: files, locks, threads, clocks, SHA-256 and AES.
    .target(
      name: "System",
      dependencies: ["CFFmpeg", "CSystemParts", "Formats"],
      swiftSettings: strict
    ),
    // The terminal: its screen, keys, signals and colours. Nothing in it takes long.
    .target(name: "Terminal", dependencies: ["Formats", "System"], swiftSettings: plain),
    // Columns of a database that may hold anything, read without trapping.
    .target(
      name: "StoredValues",
      dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: small
    ),
    .target(name: "ID3", swiftSettings: strict),
    .target(name: "NielsenTag", dependencies: ["Formats"], swiftSettings: strict),
    .target(name: "TransportStream", dependencies: ["Formats"], swiftSettings: quick),
    .target(name: "HLS", dependencies: ["Formats"], swiftSettings: small),
    // Manifests of DASH as values, without input or output.
    .target(
      name: "DASH",
      dependencies: ["CLibXML2", "Formats", "ISOMedia"],
      swiftSettings: plain
    ),
    // Boxes of ISO base media: movie, fragments, event messages; read and written.
    .target(name: "ISOMedia", swiftSettings: strict),
    // Splice information of SCTE 35 as values; read and written.
    .target(name: "SCTE35", dependencies: ["Formats"], swiftSettings: plain),
    // The reader of one medium.
    .target(
      name: "TimedMetadata",
      dependencies: [
        "CFFmpeg", "Formats", "ID3", "ISOMedia", "NielsenTag", "SCTE35", "System",
        "TransportStream",
      ],
      swiftSettings: quick
    ),
    // Presentations of HLS and DASH: each rendition is read as one medium.
    .target(
      name: "Presentation",
      dependencies: [
        "DASH", "Formats", "HLS", "ISOMedia", "System", "TimedMetadata", "TransportStream",
      ],
      swiftSettings: small
    ),
    // The HTTP client (libcurl) and server (libmicrohttpd).
    .target(
      name: "HTTP",
      dependencies: [
        "CCurl", "CMicrohttpd", "System",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Fetching",
      dependencies: ["HTTP", "Presentation", "System"],
      swiftSettings: plain
    ),
    .target(
      name: "NielsenAppApi",
      dependencies: [
        "CResources", "Formats", "NielsenTag", "System",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Resources"],
      swiftSettings: small
    ),
    .target(
      name: "PingDelivery",
      dependencies: [
        "Formats", "HTTP", "NielsenAppApi", "StoredValues", "System",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: plain
    ),
    .target(
      name: "Playback",
      dependencies: [
        "CResources", "Formats", "NielsenAppApi", "NielsenTag", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: small
    ),
    .target(
      name: "Conformance",
      dependencies: ["Formats", "ID3", "NielsenTag", "TimedMetadata", "TransportStream"],
      swiftSettings: small
    ),
    .target(
      name: "StreamMaker",
      dependencies: ["CFFmpeg", "Formats", "ISOMedia", "NielsenTag", "SCTE35", "TransportStream"],
      swiftSettings: plain
    ),
    .target(
      name: "StreamServer",
      dependencies: [
        "Formats", "HLS", "HTTP",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: plain
    ),
    // How rows become text: tables, JSON, CSV.
    .target(
      name: "Documents",
      dependencies: ["CResources", "Formats", "System", "Terminal"],
      exclude: ["Resources"],
      swiftSettings: small
    ),
    // What the commands write: a field of a record is declared here, once.
    .target(
      name: "Records",
      dependencies: [
        "Conformance", "Documents", "Formats", "ID3", "NielsenAppApi", "NielsenTag", "System",
        "TimedMetadata",
      ],
      swiftSettings: plain
    ),
    // Results in SQLite: of `batch` and of `watch`.
    .target(
      name: "ResultsStore",
      dependencies: [
        "Conformance", "Formats", "NielsenTag", "Records", "StoredValues", "System",
        "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: plain
    ),
    .target(
      name: "PingAnalysis",
      dependencies: [
        "Documents", "Formats", "NielsenAppApi", "NielsenTag", "Records", "TimedMetadata",
      ],
      swiftSettings: plain
    ),
    // What must hold of the pings of an app before it is shown to those who certify it.
    .target(
      name: "Rehearsal",
      dependencies: [
        "Formats", "NielsenTag", "PingAnalysis", "Playback", "Records", "Terminal",
      ],
      swiftSettings: plain
    ),
    .target(
      name: "Collector",
      dependencies: [
        "CResources", "Formats", "HTTP", "NielsenAppApi", "NielsenTag", "PingAnalysis",
        "StoredValues", "System",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Resources"],
      swiftSettings: plain
    ),
    .target(
      name: "Reports",
      dependencies: [
        "Conformance", "CResources", "Documents", "Formats", "Records", "ResultsStore", "System",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      exclude: ["Resources"],
      swiftSettings: plain
    ),
    .target(
      name: "LiveWatch",
      dependencies: [
        "Conformance", "CResources", "Documents", "Formats", "HLS", "HTTP", "NielsenTag",
        "Presentation", "Records", "ResultsStore", "System", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Resources"],
      swiftSettings: plain
    ),
    // Writes the tables of fields in the documents and Distributed/spark/schema.json: `make records`.
    .executableTarget(
      name: "RecordDocumentation",
      dependencies: ["Formats", "PingAnalysis", "Records"],
      swiftSettings: plain
    ),
    // What the commands do with the modules above.
    .target(
      name: "Commands",
      dependencies: [
        "CFFmpeg", "Collector", "Conformance", "Documents", "Fetching", "Formats", "HLS", "HTTP",
        "LiveWatch", "NielsenAppApi", "PingAnalysis", "PingDelivery", "Playback", "Presentation",
        "Records", "Rehearsal", "Reports", "ResultsStore", "StreamMaker", "StreamServer", "System",
        "Terminal", "TimedMetadata", "TransportStream",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: plain
    ),
    // The command. The Swift runtime is linked in: the binary needs the C library and the libraries of apt. Tests are linked
    // to the libraries of the runtime, with the same modules.
    .executableTarget(
      name: "id3tap",
      dependencies: ["Commands"],
      swiftSettings: plain,
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"] + linkage),
        // What Foundation's archives need; the compiler names them only to objects of a build that is static throughout.
        .linkedLibrary("CoreFoundation"), .linkedLibrary("_FoundationCShims"),
        .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationICU"),
      ]
    ),

    .target(
      name: "RecordSamples",
      dependencies: ["ID3", "NielsenTag", "TimedMetadata"],
      path: "Tests/RecordSamples",
      swiftSettings: tests
    ),
    // Reads to the end, and samples for it: of one medium and of presentations.
    .target(
      name: "ReaderTestSupport",
      dependencies: ["TimedMetadata"],
      path: "Tests/ReaderTestSupport",
      swiftSettings: tests
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "NielsenTag", "TransportStream",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: tests,
      // Of all tests: it is linked to them all.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]
    ),
    .target(
      name: "TestServer",
      path: "Tests/TestServer",
      swiftSettings: tests
    ),
    .target(
      name: "LoopbackCollector",
      dependencies: ["TestServer"],
      path: "Tests/LoopbackCollector",
      swiftSettings: tests
    ),
    // Killed by the tests.
    .executableTarget(
      name: "PingDeliveryChild",
      dependencies: ["NielsenAppApi", "PingDelivery"],
      path: "Tests/PingDeliveryChild",
      swiftSettings: tests
    ),
    .testTarget(
      name: "ISOMediaTests",
      dependencies: ["ISOMedia"],
      swiftSettings: tests
    ),
    // Reads this file and the imports of all sources.
    .testTarget(name: "ArchitectureTests", swiftSettings: tests),
    .testTarget(name: "FormatsTests", dependencies: ["Formats"], swiftSettings: tests),
    .testTarget(
      name: "SystemTests",
      dependencies: ["System", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal"],
      swiftSettings: tests
    ),
    .testTarget(name: "ID3Tests", dependencies: ["ID3", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "NielsenTagTests",
      dependencies: ["NielsenTag", "System"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "TransportStreamTests",
      dependencies: ["TestSupport", "TransportStream"],
      swiftSettings: tests
    ),
    .testTarget(name: "HLSTests", dependencies: ["HLS", "TestSupport"], swiftSettings: tests),
    .testTarget(name: "SCTE35Tests", dependencies: ["Formats", "SCTE35"], swiftSettings: tests),
    .testTarget(
      name: "DASHTests",
      dependencies: ["DASH", "ISOMedia", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "TimedMetadataTests",
      dependencies: [
        "ID3", "ISOMedia", "NielsenTag", "ReaderTestSupport", "SCTE35", "System", "TestSupport",
        "TimedMetadata", "TransportStream",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PresentationTests",
      dependencies: [
        "HLS", "ID3", "Presentation", "ReaderTestSupport", "SCTE35", "System", "TestSupport",
        "TimedMetadata", "TransportStream",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "CCurl", "HTTP", "TestServer", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "FetchingTests",
      dependencies: ["Fetching", "HTTP", "Presentation", "System", "TestServer", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "NielsenAppApiTests",
      dependencies: [
        "Formats", "NielsenAppApi", "NielsenTag",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "DocumentSnippetsTests",
      dependencies: ["NielsenAppApi"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PingDeliveryTests",
      dependencies: [
        "LoopbackCollector", "NielsenAppApi", "PingDelivery", "PingDeliveryChild", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PlaybackTests",
      dependencies: [
        "ID3", "NielsenAppApi", "NielsenTag", "Playback", "TestSupport", "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PingAnalysisTests",
      dependencies: [
        "Documents", "ID3", "NielsenAppApi", "NielsenTag", "PingAnalysis", "Playback",
        "TimedMetadata",
      ],
      exclude: ["Captures"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "RehearsalTests",
      dependencies: [
        "Formats", "ID3", "NielsenAppApi", "NielsenTag", "PingAnalysis", "Playback", "Rehearsal",
        "TimedMetadata",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "RecordDocumentationTests",
      dependencies: ["RecordDocumentation", "Records"],
      swiftSettings: tests
    ),
    // One rule, run on events that are made for it.
    .target(
      name: "ConformanceTestSupport",
      dependencies: [
        "Conformance", "NielsenTag", "TestSupport", "TimedMetadata", "TransportStream",
      ],
      path: "Tests/ConformanceTestSupport",
      swiftSettings: tests
    ),
    // The rules of transport streams, CMAF and HLS: half of all tests of rules, compiled beside the others.
    .testTarget(
      name: "CarriageRuleTests",
      dependencies: [
        "Conformance", "ConformanceTestSupport", "TestSupport", "TimedMetadata", "TransportStream",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Conformance", "ConformanceTestSupport", "ID3", "NielsenTag", "TestSupport",
        "TimedMetadata",
        "TransportStream",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "Conformance", "NielsenTag", "Presentation", "StreamMaker", "StreamServer", "System",
        "TestSupport", "TimedMetadata", "TransportStream",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "StreamMakerTests",
      dependencies: ["CFFmpeg", "ISOMedia", "NielsenTag", "StreamMaker", "TransportStream"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "StreamServerTests",
      dependencies: [
        "HTTP", "StreamServer",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "CollectorTests",
      dependencies: [
        "Collector", "Formats", "HTTP", "NielsenAppApi", "NielsenTag", "PingAnalysis",
        "TestServer", "TestSupport", "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["Documents", "Formats", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "Conformance", "Documents", "Formats", "ID3", "NielsenAppApi", "NielsenTag", "Records",
        "RecordSamples",
        "TimedMetadata",
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "ResultsStoreTests",
      dependencies: [
        "Conformance", "Documents", "Formats", "ID3", "NielsenAppApi", "Records", "RecordSamples",
        "Reports",
        "ResultsStore", "StoredValues", "System", "TestSupport", "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "ReportsTests",
      dependencies: ["Conformance", "Documents", "Formats", "Reports", "System", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "LiveWatchTests",
      dependencies: [
        "Conformance", "HTTP", "ID3", "LiveWatch", "NielsenTag", "Presentation", "Records",
        "ResultsStore", "StreamMaker", "System", "TestServer", "TestSupport", "TimedMetadata",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "id3tapTests",
      dependencies: [
        "Commands", "Conformance", "Fetching", "LiveWatch", "LoopbackCollector", "PingAnalysis",
        "Playback", "Presentation", "Records", "Rehearsal", "ResultsStore", "StreamMaker", "System",
        "TestServer", "TestSupport", "TimedMetadata",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests
    ),
  ]
)
