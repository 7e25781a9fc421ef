#pragma once
// The checks that a task may use, with the meaning of OSWorld's metrics of the same names
// (https://github.com/xlang-ai/OSWorld, desktop_env/evaluators/metrics). docs/scores.md lists rules
// and options. Patterns are RE2's, so every check takes linear or bounded time. Pure.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
struct CheckVerdict {
  bool reached = false;
  std::string why;  // unless reached; for people, any UTF-8
};

struct CheckInput {
  std::string_view got;       // a getter's bytes
  std::string_view expected;  // of CheckKind::Expected::bytes
};
using CheckFunction = std::function<CheckVerdict(const CheckInput&)>;

struct CheckKind {
  enum class Expected {
    none,
    rules,           // a JSON object in the task
    bytes,           // of a getter
    optional_bytes,  // of a getter, or nothing
  };
  std::string_view name;
  Expected expected = Expected::rules;
  bool judges_answer = false;  // infeasible: of the words with which the model ended the run
};

std::span<const CheckKind> all_checks();
const CheckKind* find_check(std::string_view name);  // null: there is none
// Why OSWorld's metric of that name is not accepted, with the names that are.
std::string why_no_check(const std::string& name);

// `rules`, `options`: JSON objects. Failure: a member that is missing, wrong or not accepted, or
// this build lacks a library for it.
Result<CheckFunction> make_check(std::string_view name, const std::string& rules,
                                 const std::string& options);
}  // namespace franz::proxy
