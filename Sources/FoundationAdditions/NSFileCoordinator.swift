import ScreenTimeSystem
import Synchronization

/// Orders access to a file by code that runs at the same time.
///
/// Accessors of one file run one after another, on the threads of their callers. Accessors on one thread may nest. As
/// on Apple's platforms only code that uses a coordinator is kept apart. Unlike there, readers also wait for readers,
/// and presenters are not notified.
///
/// ```swift
/// var error: NSError?
/// NSFileCoordinator().coordinate(writingItemAt: url, options: .forReplacing, error: &error) { url in
///   // Write to `url`.
/// }
/// ```
open class NSFileCoordinator: NSObject {
  /// How an item is read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Presenters need not write their changes first.
    public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
    /// The item that a link names is meant.
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
    /// Only attributes that are at hand are read.
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
    /// The item is read to be sent.
    public static let forUploading = ReadingOptions(rawValue: 1 << 3)
  }

  /// How an item is written.
  public struct WritingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The item is removed.
    public static let forDeleting = WritingOptions(rawValue: 1 << 0)
    /// The item is moved.
    public static let forMoving = WritingOptions(rawValue: 1 << 1)
    /// The item is changed.
    public static let forMerging = WritingOptions(rawValue: 1 << 2)
    /// The item is replaced.
    public static let forReplacing = WritingOptions(rawValue: 1 << 3)
    /// Only attributes are written.
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 1 << 4)
  }

  /// Names the owner of the coordinators that belong together.
  open var purposeIdentifier = UUID().uuidString

  private let isCancelled = Atomic(false)

  /// Creates a coordinator.
  ///
  /// - Parameter filePresenter: the presenter on whose behalf files are accessed. It has no effect.
  public init(filePresenter: (any NSFilePresenter)? = nil) { super.init() }

  /// Registers a presenter. It has no effect.
  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {}

  /// Removes a presenter. It has no effect.
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {}

  /// Runs `reader` with the item to read, after other coordinated access to it has ended.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is read. They have no effect.
  ///   - outError: receives the error if the coordinator was cancelled. `reader` then does not run.
  ///   - reader: reads the item at the URL that it receives.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    access([url], error: outError) { reader(url) }
  }

  /// Runs `writer` with the item to write, after other coordinated access to it has ended.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is written. They have no effect.
  ///   - outError: receives the error if the coordinator was cancelled. `writer` then does not run.
  ///   - writer: writes the item at the URL that it receives.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) {
    access([url], error: outError) { writer(url) }
  }

  /// Runs `readerWriter` with an item to read and one to write.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [], writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [], error outError: NSErrorPointer,
    byAccessor readerWriter: (URL, URL) -> Void
  ) {
    access([readingURL, writingURL], error: outError) { readerWriter(readingURL, writingURL) }
  }

  /// Runs `writer` with two items to write.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
    options options2: WritingOptions = [], error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) {
    access([url1, url2], error: outError) { writer(url1, url2) }
  }

  /// Announces that an item moves. It has no effect.
  open func item(at oldURL: URL, willMoveTo newURL: URL) {}

  /// Announces that an item has moved. It has no effect.
  open func item(at oldURL: URL, didMoveTo newURL: URL) {}

  /// Makes every later access of this coordinator fail.
  open func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// The lock of each item that was ever accessed, by its path.
  private static let locks = SharedState<[String: NSRecursiveLock]>([:])

  private func access(_ urls: [URL], error outError: NSErrorPointer, accessor: () -> Void) {
    if isCancelled.load(ordering: .relaxed) {
      outError?.pointee = NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue)
      return
    }
    // In the order of their paths, so that two coordinators with the two items never wait for each other.
    let paths = Set(urls.map { $0.standardizedFileURL.path }).sorted()
    let locks = Self.locks.withLock { locks in
      paths.map { path in
        let lock = locks[path] ?? NSRecursiveLock()
        locks[path] = lock
        return lock
      }
    }
    for lock in locks { lock.lock() }
    defer { for lock in locks.reversed() { lock.unlock() } }
    accessor()
  }
}
