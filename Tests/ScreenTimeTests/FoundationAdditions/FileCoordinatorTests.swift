import DeviceActivity
import Testing

@Suite struct FileCoordinatorTests {
  private let url = URL.temporaryDirectory.appending(path: "coordinated-\(UUID()).txt")

  @Test func `an accessor gets the item, and there is no error`() throws {
    let coordinator = NSFileCoordinator(filePresenter: nil)
    var coordinationError: NSError?
    var text: String?
    coordinator.coordinate(writingItemAt: url, options: .forReplacing, error: &coordinationError) { url in
      text = url.lastPathComponent
    }
    coordinator.coordinate(readingItemAt: url, options: [], error: &coordinationError) { #expect($0 == url) }
    coordinator.coordinate(readingItemAt: url, error: nil) { #expect($0 == url) }
    #expect(text == url.lastPathComponent)
    #expect(coordinationError == nil)
  }

  @Test func `two items are passed in their order`() {
    let other = url.appendingPathExtension("b")
    var seen: [URL] = []
    NSFileCoordinator().coordinate(
      readingItemAt: other, options: [.withoutChanges, .resolvesSymbolicLink], writingItemAt: url,
      options: [.forDeleting, .forMoving], error: nil
    ) { seen += [$0, $1] }
    NSFileCoordinator().coordinate(
      writingItemAt: url, options: .forMerging, writingItemAt: other, options: .contentIndependentMetadataOnly,
      error: nil
    ) { seen += [$0, $1] }
    #expect(seen == [other, url, url, other])
  }

  @Test func `a cancelled coordinator runs no accessor and gives the error`() {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    coordinator.coordinate(writingItemAt: url, error: &error) { _ in Issue.record("the accessor ran") }
    #expect(error?.code == CocoaError.Code.userCancelled.rawValue)
    #expect(error?.domain == NSCocoaErrorDomain)
    coordinator.coordinate(readingItemAt: url, error: nil) { _ in Issue.record("the accessor ran") }
  }

  @Test func `accessors on one thread may nest`() {
    var count = 0
    NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { url in
      NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in count += 1 }
    }
    #expect(count == 1)
  }

  @Test func `accessors of one item exclude each other, by whatever path they name it`() throws {
    let url = url
    try Data("0".utf8).write(to: url)
    defer { unlink(url.path) }
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let name =
        index.isMultiple(of: 2) ? url : url.deletingLastPathComponent().appending(path: "./\(url.lastPathComponent)")
      for _ in 0..<25 {
        NSFileCoordinator().coordinate(writingItemAt: name, error: nil) { url in
          let number = (try? String(contentsOf: url, encoding: .utf8)).flatMap(Int.init) ?? 0
          _ = FileManager.default.createFile(atPath: url.path, contents: Data("\(number + 1)".utf8))
        }
      }
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == "200")
  }

  @Test func `a presenter may be registered`() async {
    let presenter = Presenter()
    NSFileCoordinator.addFilePresenter(presenter)
    let coordinator = NSFileCoordinator(filePresenter: presenter)
    coordinator.purposeIdentifier = "tests"
    coordinator.item(at: url, willMoveTo: url)
    coordinator.item(at: url, didMoveTo: url)
    presenter.presentedItemDidChange()
    presenter.presentedItemDidMove(to: url)
    presenter.presentedSubitemDidChange(at: url)
    presenter.presentedSubitemDidAppear(at: url)
    presenter.savePresentedItemChanges { #expect($0 == nil) }
    NSFileCoordinator.removeFilePresenter(presenter)
    #expect(coordinator.purposeIdentifier == "tests")
    #expect(NSFileCoordinator.ReadingOptions([.immediatelyAvailableMetadataOnly, .forUploading]).rawValue == 12)
  }

  private final class Presenter: NSFilePresenter {
    var presentedItemURL: URL? { nil }
    var presentedItemOperationQueue: OperationQueue { .main }
  }
}
