import Glibc

/// The search in a file that may be too large to be read into memory as a whole.
public enum FileSearch {
  /// Bytes of a file that are searched at most, several times those of the largest file of a browser.
  public static let limit = 256 << 20
  /// Bytes per read.
  static let pieceSize = 256 << 10

  /// Whether a regular file contains a text in its first `limit` bytes. A file that cannot be read contains none.
  ///
  /// The file is read in pieces and never mapped: a mapped file that another program truncates kills this process.
  ///
  /// Complexity: O(bytes), some 10 ms for 40 MB.
  public static func contains(_ text: String, at path: String, limit: Int = limit) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var text = text
    return text.withUTF8 { contains($0, in: descriptor, limit: limit) }
  }

  private static func contains(_ text: UnsafeBufferPointer<UInt8>, in descriptor: Int32, limit: Int) -> Bool {
    let overlap = max(0, text.count - 1)
    return withUnsafeTemporaryAllocation(byteCount: overlap + pieceSize, alignment: 1) { buffer in
      guard let start = buffer.baseAddress else { return false }
      // The end of the piece before is kept, because the text may lie across two pieces.
      var (kept, position) = (0, 0)
      while position < limit {
        let count = pread(descriptor, start + kept, min(pieceSize, limit - position), off_t(position))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        position += count
        let filled = kept + count
        if find(text, in: UnsafeRawBufferPointer(start: start, count: filled)) { return true }
        kept = min(overlap, filled)
        memmove(start, start + (filled - kept), kept)
      }
      return false
    }
  }

  private static func find(_ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress, let first = text.first, var place = bytes.baseAddress else { return true }
    let end = place + bytes.count
    while let found = memchr(place, Int32(first), end - place) {
      guard end - UnsafeRawPointer(found) >= text.count else { return false }
      if memcmp(found, start, text.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
