import SchedulerPlatform

/// What has to be done to take back what was installed at a place.
struct Removal {
  let place: InstallationPlace
  /// What is recorded.
  let record: InstallationRecord
  /// The files to remove, as they were installed.
  private(set) var files: [String] = []
  /// Files that were changed since, and stay.
  private(set) var changed: [String] = []

  /// Looks at what is there; throws as `InstallationRecord.read`, and with code 74 when a file cannot be read.
  init(at place: InstallationPlace) throws(CommandFailure) {
    self.place = place
    record = try InstallationRecord.read(at: place)
    for path in record.files.map(\.path) where !files.contains(path) && !changed.contains(path) {
      guard let present = try InstalledFile.bytes(at: place.root + path) else { continue }
      if record.holds(path, present) { files.append(path) } else { changed.append(path) }
    }
  }

  /// Removes the files, then the record, and the directories that were made for them where nothing else is in them.
  func perform() throws(CommandFailure) {
    let writer = FileWriter()
    do throws(FileWriteError) {
      // The program last: it can still be asked to go on.
      for path in files.reversed() { try writer.remove(place.root + path) }
      try writer.remove(place.root + place.record)
      for path in record.directories.reversed() { try writer.removeIfEmpty(place.root + path) }
    } catch {
      throw CommandFailure(error)
    }
  }
}
