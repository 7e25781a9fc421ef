#pragma once
// Absolute paths of files and programs that tests use. They are in one generated source, so that no
// other object depends on the clone's folder, and are initialised before any other object.

namespace franz {
extern const char* const kSourceDir;  // the top of the clone
extern const char* const kBinDir;     // the programs
extern const char* const kTestOut;    // tests write below it only; may not exist yet

// Programs of this system's tests.
extern const char* const kExecutor;
extern const char* const kChildForTests;  // its first argument selects its behaviour
extern const char* const kFakeCapturer;   // its variable FAKE_CAPTURER selects its behaviour
extern const char* const kMcpServer;
extern const char* const kCalibrationCard;
extern const char* const kStatusWindow;  // Windows only, like the next
extern const char* const kWin32Person;   // moves the mouse and presses keys like a person
}  // namespace franz
