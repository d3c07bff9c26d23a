import Testing

@Suite struct JSONStartTests {}
