import Scheduler
import SchedulerPlatform

/// The steps of an installation at a place, planned before anything is written.
struct Installation {
  let place: InstallationPlace
  /// The record before the installation.
  let before: InstallationRecord
  /// The files to write, with their content.
  private(set) var writes: [(file: InstalledFile, bytes: [UInt8])] = []
  /// Files that only an older version installed.
  private(set) var leftovers: [String] = []
  /// Existing files that must not be overwritten, because others wrote or changed them.
  private(set) var conflicts: [String] = []
  private var kept: [InstallationRecord.File] = []

  /// Plans an installation from the present files.
  ///
  /// - Parameters:
  ///   - files: the files to install.
  ///   - program: the path of the running program.
  /// - Throws: as `InstallationRecord.read`; code 74 if an existing file cannot be read.
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
        // A file of another owner stays theirs, even with equal content.
        kept += before.files.filter { $0.path == file.path }.suffix(1)
      } else if before.holds(file.path, bytes: present) {
        writes.append((file, bytes))
      } else {
        conflicts.append(place.root + file.path)
      }
    }
    for old in before.files where !files.contains(where: { $0.path == old.path }) {
      guard let present = try InstalledFile.bytes(at: place.root + old.path) else { continue }
      if before.holds(old.path, bytes: present) { leftovers.append(old.path) }
    }
  }

  /// Whether everything is installed already.
  var isDone: Bool { writes.isEmpty && leftovers.isEmpty }

  /// Writes all files, each atomically. The record is written first, so that `Removal` can undo an interrupted
  /// installation.
  func perform() throws(CommandFailure) {
    guard !isDone || kept != before.files else { return }
    var record = before
    record.directories += missingDirectories
    let new = writes.map { InstallationRecord.File(path: $0.file.path, digest: SHA256(of: $0.bytes).hexDigits) }
    record.files += new
    do throws(FileSystemError) {
      FileCreationMask.allowReading()
      try write(Array(record.text.utf8), to: place.record, permissions: 0o644)
      for (file, bytes) in writes { try write(bytes, to: file.path, permissions: file.permissions) }
      for path in leftovers { try FileWriter().remove(place.root + path) }
      record.files = kept + new
      try write(Array(record.text.utf8), to: place.record, permissions: 0o644)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func write(_ bytes: [UInt8], to path: String, permissions: UInt32) throws(FileSystemError) {
    let writer = FileWriter()
    try writer.createDirectories(of: place.root + path, permissions: 0o755)
    try writer.replace(place.root + path, with: bytes, permissions: permissions)
  }

  /// The missing directories, parents first.
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

/// The steps that undo an installation at a place.
struct Removal {
  let place: InstallationPlace
  /// The record of the installation.
  let record: InstallationRecord
  /// The files to remove, unchanged since the installation.
  private(set) var files: [String] = []
  /// Files that were changed since the installation, and stay.
  private(set) var changed: [String] = []

  /// Plans a removal from the present files.
  ///
  /// - Throws: as `InstallationRecord.read`; code 74 if a file cannot be read.
  init(at place: InstallationPlace) throws(CommandFailure) {
    self.place = place
    record = try InstallationRecord.read(at: place)
    for path in record.files.map(\.path) where !files.contains(path) && !changed.contains(path) {
      guard let present = try InstalledFile.bytes(at: place.root + path) else { continue }
      if record.holds(path, bytes: present) { files.append(path) } else { changed.append(path) }
    }
  }

  /// Removes the files, then the record, then the directories that were made for them if they are empty.
  func perform() throws(CommandFailure) {
    let writer = FileWriter()
    do throws(FileSystemError) {
      // The program is removed last, so that an interrupted removal can be repeated.
      for path in files.reversed() { try writer.remove(place.root + path) }
      try writer.remove(place.root + place.record)
      for path in record.directories.reversed() { try writer.removeIfEmpty(place.root + path) }
    } catch {
      throw CommandFailure(error)
    }
  }
}
