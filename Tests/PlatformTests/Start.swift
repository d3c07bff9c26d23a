import Testing

@Suite struct PlatformStartTests {}
