import Foundation
import Testing

@Suite("the edges between modules")
struct ModuleEdgeTests {
  /// The floors of the house, from the lowest. A module knows its own floor and those below.
  private static let floors: [Set<String>] = [
    // Foundations: no domain word.
    [
      "CCurl", "CFFmpeg", "CLibXML2", "CMicrohttpd", "CResources",
      "Formats", "HTTP", "StoredValues", "System", "Terminal",
    ],
    // Standards: values, parsers, writers.
    ["DASH", "HLS", "ID3", "ISOMedia", "NielsenTag", "SCTE35", "TransportStream"],
    // The pipeline.
    [
      "Conformance", "NielsenAppApi", "PingDelivery", "Playback", "Presentation",
      "StreamMaker", "StreamServer", "TimedMetadata",
    ],
    // Records and documents. PingAnalysis is here for as long as its rows and pages are part of it.
    ["Documents", "PingAnalysis", "Records", "Rehearsal", "Reports", "ResultsStore"],
    // Applications.
    ["Collector", "Commands", "LiveWatch", "id3tap"],
  ]

  private let manifest: PackageManifest

  init() throws { manifest = try PackageManifest() }

  private static func floor(of module: String) -> Int? {
    floors.firstIndex { $0.contains(module) }
  }

  /// The modules of the package itself, without tests and what serves them.
  private var modules: [PackageManifest.Target] {
    manifest.targets.filter { $0.path.hasPrefix("Sources/") }
  }

  @Test("every module is on one floor, and every name on a floor is a module")
  func floors() {
    #expect(Set(modules.map(\.name)) == Self.floors.reduce([]) { $0.union($1) })
    #expect(modules.count == Self.floors.reduce(0) { $0 + $1.count })
  }

  @Test("no module depends on a higher floor")
  func direction() {
    for module in modules {
      for dependency in module.dependencies {
        // Products of other packages are on no floor.
        guard let lower = Self.floor(of: dependency), let own = Self.floor(of: module.name) else {
          continue
        }
        #expect(lower <= own, "\(module.name) depends on \(dependency), which is above it")
      }
    }
  }

  @Test("what a target declares it imports, and what it imports it declares")
  func declarations() throws {
    let names = manifest.names
    for target in manifest.targets where target.kind != .systemLibrary {
      let imported = try target.imports().intersection(names)
      // Tests start executables without importing them.
      let declared = target.dependencies.filter { dependency in
        target.kind != .testTarget || imported.contains(dependency)
          || manifest[dependency]?.kind != .executableTarget
      }
      let unused = declared.subtracting(imported).sorted()
      #expect(unused.isEmpty, "\(target.name) declares \(unused) and imports none of it")
      let undeclared = imported.subtracting(declared).sorted()
      #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared) and does not declare it")
    }
  }

  @Test("the foundations know no word of the domain", arguments: ["Formats", "System", "Terminal"])
  func words(module: String) throws {
    let words = #/(?i)\b(nielsen|id3|hls|playlist|rendition|ping|pings|finding|verdict|feed)\b/#
    for file in try #require(manifest[module]).sources() {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: words) == nil, "\(file.lastPathComponent)")
    }
  }
}
