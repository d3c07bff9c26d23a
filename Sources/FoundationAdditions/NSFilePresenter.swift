/// An object that shows a file or a directory to the user.
///
/// On Linux a presenter may be registered and passed to a coordinator, but it is not notified.
public protocol NSFilePresenter: AnyObject {
  /// The file or directory that is shown.
  var presentedItemURL: URL? { get }

  /// The queue for the messages to the presenter.
  var presentedItemOperationQueue: OperationQueue { get }

  /// Would tell the presenter that the contents changed.
  func presentedItemDidChange()

  /// Would tell the presenter that the file moved.
  func presentedItemDidMove(to newURL: URL)

  /// Would tell the presenter that something in its directory changed.
  func presentedSubitemDidChange(at url: URL)

  /// Would tell the presenter that something appeared in its directory.
  func presentedSubitemDidAppear(at url: URL)

  /// Would ask the presenter to write what it has not yet written.
  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
}

// These are optional on Apple's platforms.
extension NSFilePresenter {
  /// Does nothing.
  public func presentedItemDidChange() {}
  /// Does nothing.
  public func presentedItemDidMove(to newURL: URL) {}
  /// Does nothing.
  public func presentedSubitemDidChange(at url: URL) {}
  /// Does nothing.
  public func presentedSubitemDidAppear(at url: URL) {}
  /// Says that nothing was left to write.
  public func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    completionHandler(nil)
  }
}
