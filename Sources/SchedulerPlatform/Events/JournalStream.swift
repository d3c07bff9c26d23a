import Glibc

/// The stream to the system's journal.
public enum JournalStream {
  /// Whether a descriptor is the stream that `JOURNAL_STREAM` identifies by device and inode. Each line may then begin
  /// with a
  /// priority, `<6>`; see sd-daemon(3).
  public static func isBehind(_ descriptor: Int32, _ environment: ProcessEnvironment) -> Bool {
    guard let stream = environment["JOURNAL_STREAM"] else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
