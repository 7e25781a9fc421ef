#pragma once
// Checks a score's bundle: its ledger, every run by its own rules, each result again from what the
// getters returned, and the table. Runs no command of a task.
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
inline constexpr std::size_t kMostBundleFindings = 200;  // kept; the others are counted

struct VerifiedBundle {
  std::string name;
  std::string seal;  // of an ended score; else empty
  bool seal_given = false;
  std::size_t runs = 0, trials = 0, results = 0;  // runs verified; trials planned; with a result
  std::vector<std::string> bad;                   // differences: "runs/form.1.1: …"
  std::vector<std::string> not_checked;
  std::size_t more_bad = 0, more_not_checked = 0;
  bool ok() const { return bad.empty(); }
};

struct VerifyBundleOptions {
  std::string path;  // of the folder
  std::string seal;  // 64 digits; empty: not given
  bool draw = true;
  std::function<void(std::size_t done, std::size_t all)> on_progress = {};  // runs
  std::stop_token stop = {};
};

// Failure: no such folder, or no ledger. Everything else is a finding.
Result<VerifiedBundle> verify_bundle(const VerifyBundleOptions& options);

// For people: several lines with newlines; and one line of JSON.
std::string bundle_report(const VerifiedBundle& verified);
std::string bundle_json(const VerifiedBundle& verified);
}  // namespace franz::proxy
