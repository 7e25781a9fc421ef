#pragma once
// Why a request to the model made the loop pause, for the person who will fix it.
//   {"code":"no_model","what":"the model server answered 404: model 'x' not found",
//    "advice":"","models":["a","b"]}
#include <cstddef>
#include <string>
#include <vector>
#include "common/wire/message_fields.h"

namespace franz {
inline constexpr std::size_t kMaxProblemModels = 1000;  // the first that a server lists

struct ModelProblem {
  std::string code;    // "no_model": from the table of known causes (docs/troubleshooting.md)
  std::string what;    // what happened, with the server's message; may have several lines
  std::string advice;  // what to do, in sentences; empty: the server's message is sufficient
  std::vector<std::string> models;  // possible replacements; empty: unknown, or no remedy
  bool operator==(const ModelProblem&) const = default;
};

std::string to_json(const ModelProblem& problem);
// `fields` remembers failures.
ModelProblem read_model_problem(MessageFields& fields, const std::string& pointer);

// Adds a full stop unless the text ends with a punctuation mark, so that another sentence may
// follow.
std::string as_sentence(std::string text);

// The problem as several lines of text: what, advice, models (at most 20).
std::string text_of(const ModelProblem& problem);
}  // namespace franz
