// Written by ExampleTests from examples/traveller.toml.

extension Example {
  static let traveller = Example(
    name: "traveller",
    text: #"""
      # Travels with the machine: times are those of wherever it is, except the calls with the office in New York.
      timezone = "system"

      [profile.writing]
      name = "Writing"
      window = ["mon-fri 06:30-09:00"]

      [profile.writing.block]
      sets = ["social", "news"]
      categories = ["Email", "Chat"]

      [profile.office]
      name = "Office hours"
      timezone = "America/New_York"
      window = ["mon-fri 09:00-12:00", "mon-fri 13:00-17:00"]

      [profile.office.block]
      sets = ["entertainment", "games"]

      """#)
}
