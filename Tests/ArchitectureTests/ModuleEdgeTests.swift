import Foundation
import Testing

@Suite("the dependencies between modules")
struct ModuleEdgeTests {
  /// The floors, from the lowest: the folders of `Sources`.
  private static let floors = [
    "Support", "Standards", "Reading", "Engine", "Judging", "Results", "Services", "Making",
    "Command",
  ]

  private let manifest: PackageManifest

  init() throws { manifest = try PackageManifest() }

  private static func floor(of module: PackageManifest.Target) -> Int? {
    let folders = module.path.split(separator: "/")
    guard folders.count == 3, folders[2] == module.name else { return nil }
    return floors.firstIndex(of: String(folders[1]))
  }

  /// The modules of the package, without tests and test support.
  private var modules: [PackageManifest.Target] {
    manifest.targets.filter { $0.path.hasPrefix("Sources/") }
  }

  @Test("every module is in the folder of a floor, and its tests are on the same floor")
  func floors() {
    for module in modules {
      #expect(Self.floor(of: module) != nil, "\(module.name) is in \(module.path)")
      guard let tests = manifest[module.name + "Tests"] else { continue }
      #expect(tests.path == "Tests" + module.path.dropFirst("Sources".count) + "Tests")
    }
  }

  @Test("no module depends on a module of a higher floor")
  func direction() throws {
    for module in modules {
      let own = try #require(Self.floor(of: module))
      // Products of other packages are on no floor.
      for dependency in module.dependencies.compactMap({ manifest[$0] }) {
        let lower = try #require(Self.floor(of: dependency))
        #expect(lower <= own, "\(module.name) depends on \(dependency.name), which is above it")
      }
    }
  }

  @Test("a target imports every module that it declares, and declares every module that it imports")
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

  @Test(
    "the modules Formats and System contain no words about streams, tags or pings",
    arguments: ["Formats", "System"]
  )
  func words(module: String) throws {
    let words = #/(?i)\b(nielsen|id3|hls|playlist|rendition|ping|pings|finding|verdict|feed)\b/#
    for file in try #require(manifest[module]).sources() {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: words) == nil, "\(file.lastPathComponent)")
    }
  }
}
