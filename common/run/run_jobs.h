#pragma once
// What is to be done in a run folder, one job after the other (RunWriter, RunFolder).
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace franz {
// A file of the run folder, by its name in it.
struct SaveFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;
};
// The bytes of a message as they come, for a file that has no name yet.
struct StreamPiece {
  std::string stream;  // of one message
  std::shared_ptr<const std::string> bytes;
};
// The message is whole: its file is named, or dropped where `name` is empty.
struct StreamEnd {
  std::string stream, name;
};
// These files are not of this run after all. A missing one is no failure.
struct ForgetFiles {
  std::vector<std::string> names;
};
// Join the records first..last in one array.
struct SaveBatch {
  int first = 0, last = 0;
};
// The turns up to `turn` are over: their files change no more, unless a client asks for one again.
struct TurnsFinished {
  int turn = 0;
};

// The reply to this attempt at a turn passed whole: told before its record is queued, which may
// never be written.
struct ReplyPassed {
  int turn = 0, attempt = 0;
};

// What a program that records itself asks for.
using RecordJob = std::variant<SaveFile, SaveBatch, TurnsFinished, ReplyPassed>;
}  // namespace franz
