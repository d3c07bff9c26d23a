import Scheduler
import SchedulerPlatform

/// What has to be done to install everything at a place. It is found out before anything is written.
struct Installation {
  let place: InstallationPlace
  /// What is recorded before.
  let before: InstallationRecord
  /// The files to write, with their bytes.
  private(set) var writes: [(file: InstalledFile, bytes: [UInt8])] = []
  /// What an older version installed and this one does not.
  private(set) var leftovers: [String] = []
  /// Files that are there and that nobody may overwrite: somebody else wrote them, or changed them since.
  private(set) var conflicts: [String] = []
  private var kept: [InstallationRecord.File] = []

  /// Looks at what is there.
  ///
  /// - Parameters:
  ///   - files: what is to be there.
  ///   - program: the path at which the program that runs can be read.
  /// Throws as `InstallationRecord.read`, and with code 74 when a file that is there cannot be read.
  init(_ files: [InstalledFile], at place: InstallationPlace, program: String) throws(CommandFailure) {
    self.place = place
    before = try InstallationRecord.read(at: place)
    for file in files {
      let bytes = try file.bytes(program: program)
      guard let present = try InstalledFile.bytes(at: place.root + file.path) else {
        writes.append((file, bytes))
        continue
      }
      if present == bytes {
        // What somebody else put there stays theirs, also when it is the same.
        kept += before.files.filter { $0.path == file.path }.suffix(1)
      } else if before.holds(file.path, present) {
        writes.append((file, bytes))
      } else {
        conflicts.append(place.root + file.path)
      }
    }
    for old in before.files where !files.contains(where: { $0.path == old.path }) {
      guard let present = try InstalledFile.bytes(at: place.root + old.path) else { continue }
      if before.holds(old.path, present) { leftovers.append(old.path) }
    }
  }

  /// Whether everything is there already.
  var isDone: Bool { writes.isEmpty && leftovers.isEmpty }

  /// Writes everything, each file whole or not at all. What is about to be written is recorded first: whatever stops
  /// it, `Removal` takes back what is there by then.
  func perform() throws(CommandFailure) {
    guard !isDone || kept != before.files else { return }
    var record = before
    record.directories += missingDirectories
    let new = writes.map { InstallationRecord.File(path: $0.file.path, digest: SHA256(of: $0.bytes).hexDigits) }
    record.files += new
    do throws(FileWriteError) {
      FileCreationMask.allowReading()
      try write(Array(record.text.utf8), to: place.record, 0o644)
      for (file, bytes) in writes { try write(bytes, to: file.path, file.permissions) }
      for path in leftovers { try FileWriter().remove(place.root + path) }
      record.files = kept + new
      try write(Array(record.text.utf8), to: place.record, 0o644)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func write(_ bytes: [UInt8], to path: String, _ permissions: UInt32) throws(FileWriteError) {
    let writer = FileWriter()
    try writer.createDirectories(of: place.root + path, permissions: 0o755)
    try writer.replace(place.root + path, with: bytes, permissions: permissions)
  }

  /// The directories that have to be made, those first that others are in.
  private var missingDirectories: [String] {
    var missing: [String] = []
    for path in writes.map(\.file.path) + [place.record] {
      var directory = path[...]
      var way: [String] = []
      while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")), slash != directory.startIndex {
        directory = directory[..<slash]
        guard !FileWriter().isTaken(place.root + directory) else { break }
        way.append(String(directory))
      }
      missing += way.reversed().filter { !missing.contains($0) && !before.directories.contains($0) }
    }
    return missing
  }
}
