#pragma once
// The memory `sst`: the model is sent what it wrote last turn, to the byte, and nothing older.
#include <optional>
#include <string>
#include "common/wire/chat_request.h"

namespace franz::orchestrator {
struct SstTurn {
  std::string system_prompt;        // UTF-8
  std::string story = "\"\"";       // the last reply's token as received, quotes included
  std::string feedback;             // UTF-8
  std::optional<std::string> note;  // the operator's, UTF-8
  std::string picture_b64;          // PNG; empty: none, and messages[2] has its text part only
};

// The text of messages[2]: the feedback, then "\nOPERATOR: " and the note, if there is one.
std::string sst_feedback(const SstTurn& turn);

// The request's body: exactly [system, story, feedback + picture].
std::string sst_request(const SstTurn& turn, const ChatParameters& parameters);
}  // namespace franz::orchestrator
