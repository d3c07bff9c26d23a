/// The calls that change nothing. They are not counted as operations.
extension SimulatedFileSystem {
  /// Whether a name refers to an open file of that size.
  public mutating func isInPlace(_ file: OpenFile, size: Int) throws(FileSystemError) -> Bool {
    try look(.stat, as: .read, name: file.name)
    return isNamed(file) && self[file.name]?.count == size
  }

  /// Whether a file has a name.
  public mutating func isPresent(_ name: String) throws(FileSystemError) -> Bool {
    try look(.stat, as: .read, name: name)
    return self[name] != nil
  }

  /// Returns false: the directory is always in place.
  public mutating func restoreDirectory() throws(FileSystemError) -> Bool {
    try look(.stat, as: .list, name: ".")
    return false
  }

  /// Does nothing unless it fails. A failure makes the bytes of the file uncertain for ever, as a failed
  /// `synchronize` does.
  public mutating func startWriting(_ file: OpenFile) throws(FileSystemError) {
    do throws(FileSystemError) {
      try look(.startWriting, as: .synchronize, name: file.name)
    } catch {
      failToSynchronize(file)
      throw error
    }
  }

  private mutating func look(
    _ call: FaultPlan.Call, as action: FileSystemError.Action, name: String
  ) throws(FileSystemError) {
    guard let reason = countedFailure(of: call) else { return }
    throw FileSystemError(action, name: name, reason: reason)
  }
}
