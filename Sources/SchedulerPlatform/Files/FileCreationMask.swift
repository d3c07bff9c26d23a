import Glibc

/// The permissions that new files and directories of this process do not get; see umask(2).
public enum FileCreationMask {
  /// Makes new files readable but not writable for other users, whatever umask the process inherited.
  public static func allowReading() { umask(0o022) }
}
