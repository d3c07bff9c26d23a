/// Elements of activity, one after another.
///
/// ```swift
/// for await data in results { total += await data.activitySegments.reduce(0) { $0 + $1.totalActivityDuration } }
/// ```
public struct DeviceActivityResults<Element>: AsyncSequence {
  /// The type of the iterator. It has a parameter of its own, as Apple's has.
  public typealias AsyncIterator = Iterator<Element>

  /// Gives out the elements.
  public class Iterator<IteratorElement>: AsyncIteratorProtocol {
    /// The type of the elements.
    public typealias Element = IteratorElement

    private var elements: ArraySlice<IteratorElement>

    init(_ elements: [IteratorElement]) { self.elements = elements[...] }

    /// Returns the next element; nil after the last one.
    public func next() async -> IteratorElement? { elements.popFirst() }
  }

  private let elements: [Element]

  /// Creates a sequence of elements. Apple has no such initializer: `ScreenTimeTesting` makes it available to tests.
  package init(elements: [Element]) { self.elements = elements }

  /// Creates an iterator, which begins with the first element.
  public func makeAsyncIterator() -> Iterator<Element> { Iterator(elements) }
}

extension DeviceActivityResults: Sendable where Element: Sendable {}
