import SchedulerPlatform

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
      if record.holds(path, present) { files.append(path) } else { changed.append(path) }
    }
  }

  /// Removes the files, then the record, then the directories that were made for them if they are empty.
  func perform() throws(CommandFailure) {
    let writer = FileWriter()
    do throws(FileWriteError) {
      // The program is removed last, so that an interrupted removal can be repeated.
      for path in files.reversed() { try writer.remove(place.root + path) }
      try writer.remove(place.root + place.record)
      for path in record.directories.reversed() { try writer.removeIfEmpty(place.root + path) }
    } catch {
      throw CommandFailure(error)
    }
  }
}
