// Nothing but the headers that most tests share (FRANZ_TEST_PCH).
