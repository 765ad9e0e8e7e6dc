/// A manifest as it was read: what a patch is applied to, and the presentation that it describes.
package struct ManifestDocument: Sendable {
  /// What it describes.
  package let presentation: MediaPresentation
  let root: ManifestElement
  let limits: ManifestLimits

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The whole manifest, in UTF-8.
  ///   - address: Where it came from, after redirections; what addresses in it are resolved against.
  ///   - limits: How much of it is read.
  /// - Throws: Where it is no manifest, or goes beyond the limits. Anything less is a note of the
  ///   presentation.
  package init(
    parsing bytes: [UInt8],
    at address: String,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) {
    let root = try MarkupParser.parse(bytes, limits: limits)
    try self.init(root: root, address: address, limits: limits)
  }

  init(root: ManifestElement, presentation: MediaPresentation, limits: ManifestLimits) {
    (self.root, self.presentation, self.limits) = (root, presentation, limits)
  }

  init(
    root: ManifestElement,
    address: String,
    limits: ManifestLimits
  ) throws(ManifestError) {
    self.root = root
    self.limits = limits
    presentation = try ManifestParser.read(root, at: address, limits: limits)
  }

  /// The next version of the manifest, by a patch to this one (5.15).
  ///
  /// - Throws: `patch` where it is made for another version or does not fit; the manifest then has
  ///   to be read as a whole.
  package func applying(patch bytes: [UInt8]) throws(ManifestError) -> ManifestDocument {
    let patch = try MarkupParser.parse(bytes, limits: limits)
    let root = try ManifestPatch.apply(patch, to: root, limits: limits)
    return try ManifestDocument(root: root, address: presentation.address, limits: limits)
  }

  /// Whether another version says the same: a patch without operations led to it.
  package func hasSameContent(as other: ManifestDocument) -> Bool { root == other.root }
}

extension MediaPresentation {
  /// Reads a manifest that no patch will be applied to; see ``ManifestDocument``.
  package static func parse(
    _ bytes: [UInt8],
    at address: String,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) -> MediaPresentation {
    try ManifestDocument(parsing: bytes, at: address, limits: limits).presentation
  }
}
