#pragma once
// Compares two recorded runs turn by turn: what the model was sent, what it replied, and what was
// done. Ids, times and durations differ in any two runs, so they are not compared. Pure.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"

namespace franz::proxy {
// A turn of one of the runs.
struct ComparedTurn {
  TurnRecord record;
  // The stored body of its HTTP request, without the pictures that were cut out. Empty: not known.
  std::string body = {};
};

// A part of a turn that differs.
struct PartDifference {
  // "memory", "feedback", "note", "objective", "model", "temperature", "top_p", "max_tokens",
  // "request" (its body differs in something that no other part has, for example the system
  // message), "picture" (by the digest without marks, if both have it), "reply", "calls", "actions"
  // (how those of the reply before were performed), "finished".
  std::string part;
  // Both values, one line each, without hidden characters. Of a text only the surroundings of the
  // first difference.
  std::string a, b;
  // Of a text: the first character that differs, from 1, and its line in A, from 1.
  std::optional<std::size_t> character = std::nullopt, line = std::nullopt;
};

// In the order of the names above. Empty: the turns are the same.
std::vector<PartDifference> compare_turns(const ComparedTurn& a, const ComparedTurn& b);

struct TurnDifference {
  int turn = 0;
  std::vector<PartDifference> parts;  // not empty
};

// The comparison of two runs.
struct RunDiff {
  struct Side {
    std::string name;      // of the run
    std::string detail;    // for people: "qwen3-vl-8b, profile pilot, 24 turns"
    TurnRanges only = {};  // turns that only this run has, or that only this run could read
  };
  Side a, b;
  int same_turns = 0;
  int different_turns = 0;
  // The first turns that differ, at most kMostTurns.
  static constexpr std::size_t kMostTurns = 1000;
  std::vector<TurnDifference> turns = {};

  // Adds the result of compare_turns().
  void add(int turn, std::vector<PartDifference> parts);
  // Every turn is in both runs, and the same.
  bool is_same() const;
};

// The first turn that differs with both values of each part, then a line for each further one, and
// a summary. Several lines with newlines; not yet printable().
std::string diff_report(const RunDiff& diff);

// The same for programs, one line with its end:
//   {"a":"run_1","b":"run_2","same":false,"same_turns":5,"different_turns":2,"only_a":[[8,9]],
//    "only_b":[],"turns":[{"turn":6,"parts":[{"part":"reply","character":120|null,"line":4|null,
//      "a":"…","b":"…"}]}],"more_turns":0}
std::string diff_json(const RunDiff& diff);
}  // namespace franz::proxy
