/// A manifest as it was read, to which patches are applied, and the presentation it describes.
package struct ManifestDocument: Sendable {
  /// The presentation that the manifest describes.
  package let presentation: MediaPresentation
  let root: ManifestElement
  let limits: ManifestLimits

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The whole manifest, in UTF-8.
  ///   - address: The address it was read from, after redirections; addresses in it are resolved against this one.
  ///   - limits: The limits on what is read.
  /// - Throws: If it is not a manifest, or exceeds the limits. Lesser faults are notes of the presentation.
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

  /// The next version of the manifest, made by a patch to this one (5.15).
  ///
  /// - Throws: `patch` if the patch is for another version or does not fit; then read the whole
  ///   manifest.
  package func applying(patch bytes: [UInt8]) throws(ManifestError) -> ManifestDocument {
    let patch = try MarkupParser.parse(bytes, limits: limits)
    let root = try ManifestPatch.apply(patch, to: root, limits: limits)
    return try ManifestDocument(root: root, address: presentation.address, limits: limits)
  }

  /// Whether another version has the same content: a patch without operations was applied.
  package func hasSameContent(as other: ManifestDocument) -> Bool { root == other.root }
}

extension MediaPresentation {
  /// Reads a manifest to which no patch will be applied; see ``ManifestDocument``.
  package static func parse(
    _ bytes: [UInt8],
    at address: String,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) -> MediaPresentation {
    try ManifestDocument(parsing: bytes, at: address, limits: limits).presentation
  }
}
