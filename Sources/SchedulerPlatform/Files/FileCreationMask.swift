import Glibc

/// Which permissions the files and directories that this process makes do not get; see umask(2).
public enum FileCreationMask {
  /// From now on others may read what is made, and not write it, whatever the process was started with.
  public static func allowReading() { umask(0o022) }
}
