#pragma once
// Why a request to the model made the loop pause, for a person who wants to fix it.
//   {"code":"no_model","what":"the model server answered 404: model 'x' not found",
//    "advice":"","models":["a","b"]}
#include <cstddef>
#include <string>
#include <vector>
#include "common/wire/message_fields.h"

namespace franz {
inline constexpr std::size_t kMaxProblemModels = 1000;  // the first that a server lists

struct ModelProblem {
  std::string code;    // "no_model": of the table of known causes (docs/troubleshooting.md)
  std::string what;    // what happened, with the server's message, which may have several lines
  std::string advice;  // what to do, in sentences; empty: the server's message says it all
  std::vector<std::string> models;  // that could be asked instead; empty: unknown, or no remedy
  bool operator==(const ModelProblem&) const = default;
};

std::string to_json(const ModelProblem& problem);
// Failures are remembered in `fields`.
ModelProblem read_model_problem(MessageFields& fields, const std::string& pointer);

// With a full stop, unless it ends with a mark already: what is joined to it begins a sentence.
std::string as_sentence(std::string text);

// The problem as text of some lines: what, advice, models. Of many models the first 20.
std::string text_of(const ModelProblem& problem);
}  // namespace franz
