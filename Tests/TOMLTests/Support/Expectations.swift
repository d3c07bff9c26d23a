import Testing

/// Expects that `sample` is parsed to its tree without a diagnostic.
func expectTree(_ sample: Sample, sourceLocation: SourceLocation = #_sourceLocation) {
  let reading = Reading(sample.text)
  #expect(reading.codes == [], sourceLocation: sourceLocation)
  #expect(reading.description == sample.tree, sourceLocation: sourceLocation)
}

/// Expects exactly the diagnostic that `mistake` describes.
func expectMistake(_ mistake: Mistake, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let reading = Reading(mistake.text)
  #expect(reading.codes == [mistake.code], "\(reading.diagnostics.map(\.message))", sourceLocation: sourceLocation)
  let diagnostic = try #require(reading.diagnostics.first, sourceLocation: sourceLocation)
  #expect(reading.excerpt(diagnostic.primary?.span) == mistake.underlined, sourceLocation: sourceLocation)
  let help = diagnostic.help.joined(separator: "\n")
  #expect(mistake.help.isEmpty || help.contains(mistake.help), "help: \(help)", sourceLocation: sourceLocation)
  if let first = mistake.first {
    #expect(reading.excerpt(diagnostic.secondary.first?.span) == first, sourceLocation: sourceLocation)
  }
}
