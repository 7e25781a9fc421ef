#include "common/desktop/private_display_app.h"
#include "common/desktop/windows_display.h"

namespace franz {
static const char* const kNone = "there are no private displays on Windows";

struct PrivateDisplay::Parts {
  std::string text;
  std::vector<std::string> words;
};

Result<std::unique_ptr<PrivateDisplay>> PrivateDisplay::start(const PrivateDisplayOptions&,
                                                              PrivateDisplayEvents) {
  return Error{kNone};
}
PrivateDisplay::PrivateDisplay(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PrivateDisplay::~PrivateDisplay() = default;
const std::string& PrivateDisplay::name() const { return parts_->text; }
std::string PrivateDisplay::program_end() const { return {}; }
const std::string& PrivateDisplay::authority() const { return parts_->text; }
const std::vector<std::string>& PrivateDisplay::launch_prefix() const { return parts_->words; }
const std::string& PrivateDisplay::why_not_confined() const { return parts_->text; }
const std::string& PrivateDisplay::home() const { return parts_->text; }
Status PrivateDisplay::end_programs() { return Error{kNone}; }
std::vector<std::string> PrivateDisplay::reading_prefix() const { return {}; }

std::vector<std::string> missing_display_programs(bool) { return {}; }
Status try_confinement() { return Error{kNone}; }
DisplayFacts display_facts(bool under_proxy) {
  return {true, false, under_proxy, kWindowsDisplay, "", false};
}
}  // namespace franz
