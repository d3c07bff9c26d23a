extension RandomAccessCollection where Index == Int {
  /// Returns the position of the first element that fulfils a condition which all elements after it fulfil too; the end
  /// if none does. Complexity: O(log n).
  @inline(__always) func firstSortedIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
