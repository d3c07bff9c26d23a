/// The journal that is appended to.
struct Journal: Sendable {
  private let file: OpenFile
  /// The bytes of whole records.
  private(set) var length: Int
  /// Whether what is appended will survive.
  private(set) var isUsable = true
  /// Whether the file ends behind its whole records, also after a loss of power; else it may have one that failed.
  private(set) var isCertain = true

  /// The bytes of a journal that goes on behind a sequence.
  static func start(behind sequence: UInt64) -> [UInt8] {
    Record(sequence: sequence, payload: StateRecord.journalStart.payload).bytes
  }

  /// Opens the journal, cuts it to its whole records, and waits until those survive a loss of power: what was read counts
  /// from now on, even if it came from a process that was killed before it could confirm it.
  init(length: Int, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    file = try files.open(StateFile.journal)
    self.length = length
    do throws(FileSystemError) {
      if try files.metadata(of: StateFile.journal).size != length { try files.truncate(file, to: length) }
      try files.synchronize(file)
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Appends a record and waits until it survives a loss of power.
  ///
  /// - Parameter meanwhile: is done while the disk writes the record, if it could be appended.
  /// - Throws: what the file system reports. The record is then not there, or the journal is no longer certain. When
  ///   synchronising failed it is not usable either: what the disk has of the records before may be as doubtful.
  mutating func append<Files: FileSystem & ~Copyable>(
    _ record: Record, in files: inout Files, meanwhile: (inout Files) -> Void
  ) throws(FileSystemError) {
    let bytes = record.bytes
    do throws(FileSystemError) {
      try files.append(bytes, to: file)
    } catch {
      isCertain = isCutBack(in: &files)
      isUsable = isCertain
      throw error
    }
    do throws(FileSystemError) {
      try files.startWriting(file)
      meanwhile(&files)
      try files.synchronize(file)
    } catch {
      isCertain = isCutBack(in: &files)
      isUsable = false
      throw error
    }
    length += bytes.count
  }

  /// Whether what is appended will be found.
  func isInPlace(in files: inout some FileSystem & ~Copyable) -> Bool { files.isInPlace(file, size: length) }

  /// Nothing can be appended any more.
  mutating func retire() { isUsable = false }

  func close(in files: inout some FileSystem & ~Copyable) { files.close(file) }

  /// Takes back what there is of a record that failed, and waits until it is gone for good. Says whether that worked.
  private func isCutBack(in files: inout some FileSystem & ~Copyable) -> Bool {
    do throws(FileSystemError) {
      guard try files.metadata(of: StateFile.journal).size != length else { return true }
      try files.truncate(file, to: length)
      try files.synchronize(file)
      return true
    } catch {
      return false
    }
  }
}
