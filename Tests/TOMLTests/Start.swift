import Testing

@Suite struct TOMLStartTests {}
