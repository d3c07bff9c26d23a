import Testing

@Suite struct CivilTimeStartTests {}
