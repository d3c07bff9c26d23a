import Testing

@Suite("Array of tables") struct ArrayOfTablesTests {
  @Test(
    "each header adds a table",
    arguments: [
      Sample(
        "[[products]]\nname = \"Hammer\"\n[[products]]\n[[products]]\nname = \"Nail\"",
        "{products: [{name: \"Hammer\"}, {}, {name: \"Nail\"}]}"),
      Sample(
        "[[fruits]]\nname = 1\n[fruits.physical]\ncolor = 2\n[[fruits.varieties]]\nname = 3\n[[fruits.varieties]]\nname = 4\n[[fruits]]\nname = 5\n[[fruits.varieties]]\nname = 6",
        "{fruits: [{name: 1, physical: {color: 2}, varieties: [{name: 3}, {name: 4}]}, {name: 5, varieties: [{name: 6}]}]}"
      ),
      Sample("[[a.b]]\nx = 1\n[[a.b]]\nx = 2\n[a]\ny = 3", "{a: {b: [{x: 1}, {x: 2}], y: 3}}"),
      Sample("[[a]]\n[a.b]\nc = 1\n[[a]]\n[a.b]\nc = 2", "{a: [{b: {c: 1}}, {b: {c: 2}}]}"),
      Sample("[f]\na.c = 1\n[[f.a.t]]\nx = 1\n[[f.a.t]]", "{f: {a: {c: 1, t: [{x: 1}, {}]}}}"),
      Sample("[[ a . 'b' ]] # c\nx = 1", "{a: {b: [{x: 1}]}}"),
      Sample("[[a]]\n[[b]]\n[[a]]\n[[b]]", "{a: [{}, {}], b: [{}, {}]}"),
      Sample("[[a]]\nb = [1]\n[[a]]\nb = [2, 3]", "{a: [{b: [1]}, {b: [2, 3]}]}"),
    ])
  func arraysOfTables(sample: Sample) { expectTree(sample) }

  @Test(
    "mistakes in arrays of tables",
    arguments: [
      Mistake("fruits = []\n[[fruits]]", "closed-array", "fruits", first: "fruits"),
      Mistake("fruits = [{}]\n[[fruits]]", "closed-array", "fruits"),
      Mistake(
        "[[fruits]]\n[[fruits.varieties]]\n[fruits.varieties]", "table-array-conflict", "varieties", first: "varieties"),
      Mistake("[[fruits]]\n[fruits.physical]\n[[fruits.physical]]", "table-array-conflict", "physical"),
      Mistake("[fruit.physical]\ncolor = 1\n[[fruit]]", "table-array-conflict", "fruit", first: "fruit"),
      Mistake("[[a]]\n[a]", "table-array-conflict", "a"),
      Mistake("a = 1\n[[a]]", "not-a-table", "a"),
      Mistake("a.b = 1\n[[a]]", "table-array-conflict", "a"),
      Mistake("[[a.b]]\n[a]\nb.y = 2", "not-a-table", "b"),
      Mistake("[[a]]\nb = 1\nb = 2\n[[a]]\nb = 3", "duplicate-key", "b"),
      Mistake("[a]\n[[a.b]]\n[a]", "duplicate-table", "a"),
      Mistake("a = [{ b = [] }]\n[[a.b]]", "not-a-table", "a"),
    ])
  func mistakes(mistake: Mistake) throws { try expectMistake(mistake) }
}
