#include "proxy/offline/score/compare_app.h"
#include <charconv>
#include <string>
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/score/compare.h"
#include "proxy/offline/score/ledger_file_app.h"
#include "proxy/offline/score/opened_bundle_app.h"

namespace franz::proxy {
static int fail_compare(int code, const std::string& text) {
  print_error_lines(command_name() + " compare: " + text + "\n");
  return code;
}

namespace {
// A bundle, or one of its arms: "PATH" or "PATH:ARM".
struct NamedScore {
  Ledger ledger;
  int arm = 1;
  std::string name;
};
}  // namespace

// A colon in a path is part of it unless only digits follow and the whole names no folder.
static std::pair<std::string, int> split_arm(const std::string& given) {
  const std::size_t colon = given.rfind(':');
  if (colon == std::string::npos || folder_exists(given)) return {given, 0};
  int arm = 0;
  const char* const end = given.data() + given.size();
  const auto [stopped, failure] = std::from_chars(given.data() + colon + 1, end, arm);
  if (failure != std::errc() || stopped != end || arm < 1) return {given, 0};
  return {given.substr(0, colon), arm};
}

static Status load(const std::string& runs, const std::string& given, NamedScore& score,
                   const CommandStop& stop) {
  const auto [name, arm] = split_arm(given);
  const Result<OpenedBundle> bundle = open_named_bundle(runs, name, stop.token());
  if (!bundle.ok()) return bundle.error();
  if (bundle.value().path.empty())
    return Error{name + ": no score there, nor in " + runs, ErrorCode::missing};
  Result<Folder> folder = Folder::open(bundle.value().path);
  if (!folder.ok()) return folder.error();
  std::uint64_t torn = 0;
  if (const Status read = read_ledger(folder.value(), score.ledger, torn); !read.ok())
    return within(folder.value().path(), read.error());
  const ScorePlan& plan = score.ledger.plan();
  const int arms = static_cast<int>(arm_count(plan));
  score.name = bundle.value().name;
  if (arm > arms || (arm == 0 && arms > 1)) {
    std::string text = name + " has " + std::to_string(arms) + " arms; add the number of one:";
    for (int each = 1; each <= arms; ++each)
      text += "\n  " + name + ":" + std::to_string(each) + "  " + arm_text(plan, each);
    return Error{text};
  }
  score.arm = arm == 0 ? 1 : arm;
  if (arms > 1) score.name += ": " + arm_text(plan, score.arm);
  return Done{};
}

int run_compare(const Options& options) {
  const CommandStop stop(command_name() + " compare");
  const std::string& runs = options.settings.settings.proxy.runs;
  NamedScore a, b;
  if (const Status done = load(runs, options.recorded, a, stop); !done.ok())
    return fail_compare(2, done.error().message);
  if (const Status done = load(runs, options.other, b, stop); !done.ok())
    return fail_compare(2, done.error().message);
  const ScoreComparison found = compare(a.ledger, a.arm, b.ledger, b.arm);
  const Status printed = options.json ? print_json(comparison_json(found))
                                      : print_lines(comparison_text(found, a.name, b.name));
  return printed.ok() && !found.tasks.empty() ? 0 : 1;
}
}  // namespace franz::proxy
