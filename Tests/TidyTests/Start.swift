import Testing

@Suite struct TidyStartTests {}
