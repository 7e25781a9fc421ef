#include "common/run/name_list.h"
#include <algorithm>

namespace franz {
void NameList::add(std::string_view name) {
  begins_.push_back(text_.size());
  text_.append(name).push_back('\0');
}

void NameList::sort() {
  std::ranges::sort(begins_, {}, [this](std::size_t at) { return std::string_view(&text_[at]); });
  met_.assign(begins_.size(), false);
}

void NameList::meet(std::string_view name) {
  const auto found = std::ranges::lower_bound(
      begins_, name, {}, [this](std::size_t at) { return std::string_view(&text_[at]); });
  if (found != begins_.end() && std::string_view(&text_[*found]) == name)
    met_[static_cast<std::size_t>(found - begins_.begin())] = true;
}
}  // namespace franz
