import Testing

@Suite struct DiagnosticsStartTests {}
