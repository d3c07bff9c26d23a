import SchedulerStore

extension DurableEngine {
  /// Has the next evaluation write again whatever somebody has taken out of the directory, or the directory with all that
  /// was in it: from what is in memory, so that nothing of the state is lost. Of history the lines up to now are.
  ///
  /// To be called when files of the directory are gone. Of the state the next change would notice by itself.
  ///
  /// - Throws: `inUse` when another process has taken the directory since, and what the file system reports.
  public mutating func restoreFiles(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    try store.keepPlace(in: &files)
    let names: [String]
    do throws(FileSystemError) { names = try files.names() } catch { throw .file(error) }
    if !configurationFile.isPresent(among: names) {
      configurationFile.forget()
      remembered.noteLost()
    }
    if !names.contains(HistoryFile.name) { history.reopen(in: &files) }
    shield.forget()
  }
}
