import Testing

@testable import SchedulerTOML

@Suite("Records") struct RecordTests {
  @Test("the records of the parser keep the small sizes that make reading fast")
  func sizes() {
    #expect(MemoryLayout<ValueRecord>.stride == 12)
    #expect(MemoryLayout<KeyRecord>.stride == 12)
    #expect(MemoryLayout<EntryRecord>.stride == 32)
    #expect(MemoryLayout<TableRecord>.stride == 32)
    #expect(MemoryLayout<ArrayRecord>.stride == 12)
  }

  @Test("a TOML record returns the fields that were stored, up to the largest text")
  func packing() {
    let largest = 1..<Document.maximumByteCount
    for kind in Value.Kind.allCases where kind != .table {
      for form in [TextForm.bare, .basic, .literal, .multilineBasic, .multilineLiteral, TextForm.basic.escaped] {
        let value = ValueRecord(kind, range: largest, payload: .max, form: form)
        #expect(value.kind == kind && value.form == form && value.range == largest && !value.isErroneous)
        let key = KeyRecord(largest, form: form, hash: .max)
        #expect(key.form == form && key.range == largest && key.hash == .max)
      }
    }
    #expect(ValueRecord.erroneous.isErroneous && ValueRecord.erroneous.kind == nil)
    #expect(ValueRecord(TableID(rawValue: 7)).table == TableID(rawValue: 7))
  }
}
