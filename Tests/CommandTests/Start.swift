import Testing

@Suite struct CommandStartTests {}
