#pragma once
// What there is of one turn in a run folder, and what was found in its attempts.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/replayed_exchange.h"

namespace franz::proxy {
// The files of one turn, as bytes; nothing: there is no such file.
struct TurnFiles {
  int turn = 1;
  std::optional<std::string> record, picture, plan = {};
  bool last = false;   // nothing tells of a later turn
  bool ended = false;  // the run has ended cleanly
};
// The turn's attempts, ascending; nothing: there are no more.
using NextAttempt = std::function<std::optional<StoredAttempt>()>;

// What is kept of an attempt that was checked.
struct CheckedAttempt {
  bool has_request = false, has_response = false;  // files
  bool is_read = false;                            // the request is a whole HTTP message
  bool is_whole = false;                           // the reply is
  std::string picture_sha256;                      // in the request; empty: none
  bool is_formed_otherwise = false;                // ComparedMessages'
  // Of the recorded attempt only.
  bool may_lack_parts = false;  // RequestReading's
  bool has_turn_header = false;
  std::optional<TurnRecord> record;
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> sent;  // the feedback's text, as the request has it
};

struct CheckedAttempts {
  std::map<int, CheckedAttempt> all;  // by their numbers
  int recorded = 0;                   // the one that the record is about; 0: there is none
  int last_whole = 0;                 // the last one with a whole reply; 0: none
};
}  // namespace franz::proxy
