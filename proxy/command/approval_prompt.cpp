#include "proxy/command/approval_prompt.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kMaxShown = 2000;  // bytes of a text; the page shows all of it
static constexpr std::string_view kHow =
    "a: all, n: none, or their numbers (1 3), then Enter; a note to the model after a colon";

static std::string shown(std::string_view text) {
  std::string visible = with_hidden_shown(text);
  if (visible.size() <= kMaxShown) return visible;
  return cut_text(visible, kMaxShown) + " … (" + std::to_string(visible.size()) + " bytes)";
}

std::vector<std::string> prompt_lines(const ActionPlan& plan,
                                      const std::optional<std::string>& until,
                                      const std::string& page) {
  std::vector<std::string> lines{
      "approval   turn " + std::to_string(plan.turn) + " waits for your consent" +
      (until ? " until " + printable(*until) : "") + "; its picture: " + page};
  for (const PlannedItem& item : plan.items) {
    std::string line = item.risk ? "[" + std::to_string(item.number.value_or(0)) + "]" : "   ";
    line.resize(std::max<std::size_t>(line.size(), 4), ' ');
    line += " " + shown(call_for_person(item));
    if (item.risk) line += "   needs consent: " + shown(*item.risk);
    if (!item.why.empty()) line += "   " + shown(item.why);
    lines.push_back("  " + line);
    if (item.note) lines.push_back("         the model: " + shown(*item.note));
  }
  lines.emplace_back(kHow);
  return lines;
}

Result<ControlCommand> read_prompt_answer(std::string_view line, const ActionPlan& plan,
                                          const std::string& plan_sha256) {
  ControlCommand command;
  command.kind = ControlCommand::Kind::approve;
  command.turn = plan.turn;
  command.plan_sha256 = plan_sha256;
  const std::size_t colon = line.find(':');
  const std::string answer = ascii_lower(trimmed(line.substr(0, colon)));
  if (colon != std::string_view::npos) command.text = trimmed(line.substr(colon + 1));
  if (command.text.size() > kMaxNote)
    return Error{"the note to the model is longer than " + std::to_string(kMaxNote) + " bytes"};
  if (answer == "a") return command;
  if (answer == "n") {
    command.kind = ControlCommand::Kind::refuse;
    return command;
  }
  std::vector<int>& items = command.items.emplace();
  std::string_view rest = trimmed(answer, " ,");
  while (!rest.empty()) {
    int number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc()) return Error{std::string(kHow)};
    const auto item = std::ranges::find_if(plan.items, [number](const PlannedItem& each) {
      return each.risk && each.number == number;
    });
    if (item == plan.items.end())
      return Error{"no action with the number " + std::to_string(number) + " needs consent"};
    items.push_back(item->index);
    rest = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())), " ,");
  }
  if (items.empty()) return Error{std::string(kHow)};
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return command;
}
}  // namespace franz::proxy
