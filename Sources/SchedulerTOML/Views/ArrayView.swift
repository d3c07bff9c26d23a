/// The elements of an array.
public struct ArrayView: Sendable, RandomAccessCollection {
  let storage: DocumentStorage
  let range: Range<Int>

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { range.count }

  /// The element at `position`, from 0.
  public subscript(position: Int) -> Value {
    precondition(position >= 0 && position < range.count, "position outside of the array")
    return Value(storage: storage, record: storage.tree.elements[range.lowerBound + position])
  }
}
