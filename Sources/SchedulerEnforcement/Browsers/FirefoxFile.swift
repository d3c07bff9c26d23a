import Scheduler
import SchedulerJSON
import SchedulerPlatform

/// A `policies.json` of Firefox, to which the policies of a shield are added and from which they are taken out again.
public struct FirefoxFile: Hashable, Sendable {
  /// The path of the file. Links are followed.
  public let path: String
  private var file: SharedFile { SharedFile(path) }

  /// Describes a file. Does not access it.
  public init(_ path: String) { self.path = path }

  /// Describes the file in a directory.
  init(in directory: String) { path = "\(directory)/policies.json" }

  /// Number of attempts to write while other programs write, too.
  private static let attemptLimit = 5

  private var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Reads the file.
  func document() throws(AdapterError) -> FirefoxDocument {
    try AdapterError.mapping(FirefoxDocument(file.read()), to: AdapterError.init(of:))
  }

  /// Throws unless this process may write the file, as far as that can be determined without writing.
  func checkWritable() throws(AdapterError) {
    var place = path
    while !FileWriter().isTaken(place), let slash = place.dropLast().lastIndex(of: "/") {
      let parent = String(place[..<slash])
      if parent.isEmpty || FileWriter().isTaken(parent) { break }
      place = parent
    }
    try AdapterError.mapping(SharedFile(place).checkWritable(), to: AdapterError.init(of:))
    if file.isMountPoint { throw fixed }
  }

  private var fixed: AdapterError {
    AdapterError("'\(path)' is mounted or on a read-only disk and cannot be replaced", remedy: "unmount it")
  }

  /// Makes the file block the domains of a shield. Writes nothing if it does already.
  ///
  /// - Parameter count: the number of directories that were created for the file earlier.
  /// - Returns: the filter in the file, and whether the file was written.
  /// - Throws: why it could not be written, or the policies of an administrator not be read.
  func block(
    _ content: FirefoxDocument.Content, directoryCount count: Int = 0
  ) throws(AdapterError) -> (filter: WebsiteFilter, isWritten: Bool) {
    var directoryCount = count
    for _ in 0..<Self.attemptLimit {
      let document = try document()
      try check(document)
      if document.bytes == nil { directoryCount = max(directoryCount, try createDirectories()) }
      let (bytes, filter) = document.blocking(content, directoryCount: directoryCount)
      if bytes == document.bytes { return (filter, false) }
      try save(document.lostOriginal)
      if try write(bytes, over: document.bytes) { return (filter, true) }
    }
    throw AdapterError("another program writes '\(path)' again and again")
  }

  /// Throws if Firefox reads a file that this program cannot.
  private func check(_ document: FirefoxDocument) throws(AdapterError) {
    guard let fault = document.fault, PolicyText.isReadByBrowser(fault) else { return }
    throw AdapterError("the policies in '\(path)' cannot be kept: \(fault)", remedy: "correct the file")
  }

  /// Gives the file back as it was, with what other programs changed since, and with the policies of the extension where
  /// it is installed. Does nothing to a file without a shield.
  ///
  /// A full disk is no hindrance, unless the file contains foreign bytes: there is no moment at which those are lost.
  /// The policies of the extension may then be missing until the next shield, or the next installation. A shield in a file
  /// with foreign bytes loses its effect in place, and this throws, because its policies go only with the file.
  func unblock() throws(AdapterError) {
    _ = try replace(endsShield: true) { $0.hasShield ? $0.unblocked : $0.bytes }
  }

  /// Adds the policies that keep the extension active, or takes them out. Those of a shield stay.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  /// - Returns: whether the file was written or removed.
  /// - Throws: why it could not be written, or the policies of an administrator not be read.
  public func keepExtension(_ isKept: Bool, root: String = "") throws(AdapterError) -> Bool {
    removeLeftovers()
    let base = FirefoxFile.distributedPolicies(root: root)
    var count = 0
    if isKept {
      let document = try document()
      try check(document)
      if document.bytes == nil { count = try createDirectories() }
    }
    return try replace { $0.keepingExtension(isKept, base: base, directoryCount: count) }
  }

  /// Replaces the file by what a change makes of it, nil for no file. Returns whether it was another one.
  ///
  /// - Parameter endsShield: whether to end a shield even if the disk has no room for another file.
  private func replace(
    endsShield: Bool = false, _ change: (FirefoxDocument) -> [UInt8]?
  ) throws(AdapterError) -> Bool {
    for _ in 0..<Self.attemptLimit {
      let document = try document()
      let new = change(document)
      if new == document.bytes { return false }
      try save(document.lostOriginal)
      if let new {
        if try write(new, over: document.bytes, ending: endsShield ? document : nil) { return true }
      } else if let bytes = document.bytes, try remove(bytes) {
        PublishedFile(path, stagedIn: directory).removeDirectories(document.directoryCount)
        return true
      }
    }
    throw AdapterError("another program writes '\(path)' again and again")
  }

  /// Returns false if another program has changed the file.
  private func remove(_ bytes: [UInt8]) throws(AdapterError) -> Bool {
    try AdapterError.mapping(file.remove(bytes), to: AdapterError.init(of:))
  }

  /// Returns false if another program was faster.
  ///
  /// - Parameter document: the present file if a shield in it must end, whether there is room or not; nil otherwise.
  private func write(
    _ bytes: [UInt8], over expected: [UInt8]?, ending document: FirefoxDocument? = nil
  ) throws(AdapterError) -> Bool {
    do throws(FileSystemError) {
      guard let expected else {
        guard try file.read() == nil else { return false }
        try PublishedFile(path, stagedIn: directory).replace(with: bytes)
        return true
      }
      switch try file.replace(expected, with: bytes) {
      case .done: return true
      case .changedMeanwhile: return false
      case .isFixed: break
      }
    } catch {
      guard error.reason == .full, let document else { throw AdapterError(of: error) }
      guard document.foreign == nil else { return try disarm(document, because: error) }
      return try makeRoom(for: bytes, removing: document)
    }
    throw fixed
  }

  /// Makes the policies of a shield ineffective where they are. Returns false if another program was faster.
  ///
  /// - Throws: in any other case, because the policies are still in the file.
  private func disarm(_ document: FirefoxDocument, because error: FileSystemError) throws(AdapterError) -> Bool {
    let failure = AdapterError(of: error)
    guard let present = document.bytes, let edit = document.disarming else { throw failure }
    if !edit.positions.isEmpty {
      guard try AdapterError.mapping(file.edit(present, by: edit), to: AdapterError.init(of:)) else { return false }
    }
    throw AdapterError(
      "'\(path)' blocks nothing any more, but the entries of the shield stay in it: \(error.reason)",
      remedy: failure.remedy)
  }

  /// Removes the file, and writes the new one in the room of it if that suffices. Returns false if another program was
  /// faster.
  private func makeRoom(for bytes: [UInt8], removing document: FirefoxDocument) throws(AdapterError) -> Bool {
    guard let present = document.bytes, try remove(present) else { return false }
    do throws(AdapterError) { return try write(bytes, over: nil) } catch {
      // Another program took the room. The shield has ended all the same.
      PublishedFile(path, stagedIn: directory).removeDirectories(document.directoryCount)
      return true
    }
  }

  private func createDirectories() throws(AdapterError) -> Int {
    try AdapterError.mapping(
      PublishedFile(path, stagedIn: directory).createDirectories(), to: AdapterError.init(of:))
  }

  /// Keeps an original that was no JSON in a new file beside it, because the file was edited since.
  private func save(_ original: [UInt8]?) throws(AdapterError) {
    guard let original else { return }
    let names = [path + ".original"] + (2...99).map { "\(path).original-\($0)" }
    for name in names {
      if !FileWriter().isTaken(name) {
        return try AdapterError.mapping(FileWriter().replace(name, with: original), to: AdapterError.init(of:))
      }
      let bytes = FileReader(onlyRegularFiles: true).readIfPossible(name, limit: original.count)
      if bytes == original { return }
    }
    throw AdapterError("there are too many files like '\(names[0])' beside it", remedy: "remove some of them")
  }

  /// Reads the file as Firefox does.
  ///
  /// - Throws: why the shield is not in force after the next start of Firefox.
  func verify(_ content: FirefoxDocument.Content) throws(AdapterError) {
    let document = try document()
    guard document.isOwn, !document.isEdited,
      document.blocking(content, directoryCount: 0).bytes == document.bytes
    else { throw AdapterError("'\(path)' does not block the domains of the shield") }
    if let hidden = PublishedFile(path, stagedIn: directory).firstHidden {
      throw AdapterError(
        "other users may not read '\(hidden)', so that their browsers do not find the policy",
        remedy: "sudo chmod a+rX '\(hidden)'")
    }
  }

  /// Removes the temporary files of killed processes.
  func removeLeftovers() { file.removeLeftovers() }
}

extension FirefoxFile: FileArtefact {
  /// The adapter of Firefox.
  public var adapter: EnforcementSettings.Adapter { .firefox }

  /// Whether the file has the policies of a shield.
  public func isPresent() throws(AdapterError) -> Bool { try document().hasShield }

  /// Gives the file back as it was, and removes the temporary files of killed processes.
  public func remove() throws(AdapterError) {
    removeLeftovers()
    try unblock()
  }
}
