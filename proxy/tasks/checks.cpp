#include "proxy/tasks/checks.h"
#include <algorithm>
#include <array>
#include "proxy/tasks/text_checks.h"

namespace franz::proxy {
using Expected = CheckKind::Expected;
using MakeCheck = Result<CheckFunction> (*)(MessageFields& rules, MessageFields& options);

static constexpr std::array<CheckKind, 11> kChecks = {{
    {"check_include_exclude", Expected::rules},
    {"exact_match", Expected::rules},
    {"check_list", Expected::rules},
    {"compare_text_file", Expected::bytes},
    {"compare_csv", Expected::bytes},
    {"compare_table", Expected::optional_bytes},
    {"check_json", Expected::rules},
    {"file_contains", Expected::rules},
    {"diff_text_file", Expected::bytes},
    {"fuzzy_match", Expected::rules},
    {"infeasible", Expected::none, true},
}};
static constexpr std::array<MakeCheck, kChecks.size()> kMakers = {
    make_include_exclude, make_exact_match, make_list_check, make_compare_text,
    make_compare_csv,     make_table_check, make_json_check, make_file_contains,
    make_diff_text,       make_fuzzy_match, make_infeasible};

std::span<const CheckKind> all_checks() { return kChecks; }

const CheckKind* find_check(std::string_view name) {
  const auto found = std::ranges::find(kChecks, name, &CheckKind::name);
  return found == kChecks.end() ? nullptr : &*found;
}

std::string why_no_check(const std::string& name) {
  struct Reason {
    std::string_view part, why;
  };
  static constexpr std::array<Reason, 14> kReasons = {{
      {"docx", "FRANZ reads no text documents"},
      {"pptx", "FRANZ reads no presentations"},
      {"slide", "FRANZ reads no presentations"},
      {"pdf", "FRANZ reads no PDF"},
      {"epub", "FRANZ reads no EPUB"},
      {"image", "pictures are judged by check_json over their facts"},
      {"picture", "pictures are judged by check_json over their facts"},
      {"structure", "pictures are judged by check_json over their facts"},
      {"audio", "FRANZ reads no sound and no video"},
      {"video", "FRANZ reads no sound and no video"},
      {"vlc", "it reads that program's own settings"},
      {"gimp", "it reads that program's own settings"},
      {"url", "a trial has no network"},
      {"accessibility", "FRANZ reads no accessibility tree"},
  }};
  std::string text = name + ": not accepted";
  const auto known = std::ranges::find_if(
      kReasons, [&](const Reason& each) { return name.find(each.part) != std::string::npos; });
  if (known != kReasons.end()) text += ": " + std::string(known->why);
  text += "; there are ";
  for (const CheckKind& each : kChecks)
    text += (&each == kChecks.data() ? "" : ", ") + std::string(each.name);
  return text;
}

Result<CheckFunction> make_check(std::string_view name, const std::string& rules,
                                 const std::string& options) {
  const CheckKind* const kind = find_check(name);
  if (kind == nullptr) return Error{why_no_check(std::string(name))};
  Result<MessageFields> read_rules = MessageFields::parse(rules);
  if (!read_rules.ok()) return read_rules.error();
  Result<MessageFields> read_options = MessageFields::parse(options);
  if (!read_options.ok()) return within("options", read_options.error());
  Result<CheckFunction> made = kMakers[static_cast<std::size_t>(kind - kChecks.data())](
      read_rules.value(), read_options.value());
  if (!read_rules.value().failure().empty()) return Error{read_rules.value().failure()};
  if (!read_options.value().failure().empty())
    return Error{"options: " + read_options.value().failure()};
  return made;
}
}  // namespace franz::proxy
