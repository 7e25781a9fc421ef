#include "proxy/offline/verify/request_members.h"
#include <algorithm>
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/verify/system_messages.h"

namespace franz::proxy {
static constexpr std::size_t kMostNamedInRequest = 10;  // of one request

RequestMembers::RequestMembers(const RunFile& run) {
  const Result<MessageFields> settings = MessageFields::parse(run.settings);
  if (settings.ok() && settings.value().is_object("/model.extra")) {
    for (const std::string& name : settings.value().keys("/model.extra"))
      extra_[name] = settings.value().raw("/model.extra/" + pointer_segment(name));
    is_all_told_ = true;
  }
  std::size_t others = 0;
  for (const RunChange& change : run.changes) {
    if (change.system || change.note) continue;
    ++others;
    if (change.text.find("[model] extra: ") != std::string::npos) changes_.push_back(change.text);
    // Then the settings before are not told.
    if (is_new_beginning(change.text)) is_all_told_ = false;
  }
  // A change is told with no more than the beginnings of its values, and the oldest are dropped.
  if (!changes_.empty() || others >= kMaxChanges || !run.origins.empty()) is_all_told_ = false;
}

// A key of the model's may be in it, masked here or there.
static bool is_same_value(const std::string& a, const std::string& b) {
  return is_masked_form(a, b) || is_masked_form(b, a);
}

static const std::string* fixed_value(const OwnMembers& own, const std::string& name) {
  const auto found = std::ranges::find(own.fixed, name, &ExtraMembers::value_type::first);
  return found == own.fixed.end() ? nullptr : &found->second;
}

bool RequestMembers::is_told(const std::string& name, const std::string& value,
                             const OwnMembers& own) const {
  if (const std::string* fixed = fixed_value(own, name); fixed != nullptr && *fixed == value)
    return true;
  if (const auto found = extra_.find(name); found != extra_.end()) {
    if (is_same_value(found->second, value)) return true;
  } else if (std::ranges::find(own.names, name) != own.names.end()) {
    return true;
  }
  return std::ranges::any_of(changes_, [token = quote_json(name)](const std::string& change) {
    return change.find(token) != std::string::npos;
  });
}

std::vector<Finding> RequestMembers::check(int turn, const std::string& file,
                                           const MessageFields& request, const OwnMembers& own,
                                           bool recorded) const {
  std::vector<Finding> findings;
  for (const auto& [name, value] : own.fixed)
    if (recorded && !request.has("/" + pointer_segment(name)))
      findings.push_back(differs(turn, file, name, value, "nothing"));
  for (const std::string& name : request.keys("")) {
    // Whatever its value is, and that of the messages is long.
    const bool is_own = std::ranges::find(own.names, name) != own.names.end();
    if (is_own && !extra_.contains(name)) continue;
    const std::string value = request.raw("/" + pointer_segment(name));
    if (is_told(name, value, own)) continue;
    if (findings.size() == kMostNamedInRequest) break;
    const std::string* fixed = fixed_value(own, name);
    const auto told = extra_.find(name);
    if (fixed != nullptr && recorded) {
      findings.push_back(differs(turn, file, name, *fixed, value));
    } else if (!is_all_told_ || !recorded) {
      findings.push_back(unchecked(turn, "run.json does not tell the member " + quote_json(name) +
                                             (told == extra_.end() ? "" : ", as it is,") +
                                             " of the request"));
    } else if (told == extra_.end()) {
      findings.push_back(bad(turn, file, name, "nobody writes it there: it was added"));
    } else {
      findings.push_back(differs(turn, file, name, told->second, value));
    }
  }
  return findings;
}
}  // namespace franz::proxy
