/// A binary heap that returns its smallest element first.
struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }
  /// The smallest element, which stays in the heap.
  var min: Element? { elements.first }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Adds an element.
  ///
  /// Complexity: O(log n).
  mutating func insert(_ element: Element) {
    elements.append(element)
    siftUp(elements.count - 1)
  }

  /// Removes and returns the smallest element.
  ///
  /// Complexity: O(log n).
  mutating func popMin() -> Element? {
    guard let min = elements.first else { return nil }
    let last = elements.removeLast()
    if !elements.isEmpty { siftDown(last) }
    return min
  }

  /// Removes the smallest element and adds another.
  ///
  /// Complexity: O(log n), half of both operations together.
  mutating func replaceMin(with element: Element) { siftDown(element) }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index] < elements[parent] else { return }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  /// Places `element` at the top and moves it down to its position.
  private mutating func siftDown(_ element: Element) {
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < element else { break }
      elements[index] = elements[child]
      index = child
    }
    elements[index] = element
  }
}

extension MinHeap: Sendable where Element: Sendable {}
