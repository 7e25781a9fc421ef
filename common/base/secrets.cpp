#include "common/base/secrets.h"
#include <algorithm>
#include "common/base/json_string.h"

namespace franz {
// As in the query of a URL (RFC 3986, 2.3: all but unreserved characters as %XX).
static std::string as_in_url(std::string_view value) {
  static constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  static constexpr const char* kHex = "0123456789ABCDEF";
  std::string text;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos) {
      text += c;
    } else {
      text.append({'%', kHex[byte >> 4U], kHex[byte & 15U]});
    }
  }
  return text;
}

static std::string replace_each(std::string text, std::string_view part, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size())
    text.replace(at, part.size(), by);
  return text;
}

namespace {
struct Match {
  std::size_t at = std::string_view::npos, length = 0;
};

// Finds the forms in a text, in one pass per form.
class Search {
 public:
  Search(const std::vector<std::string>& forms, std::string_view text)
      : forms_(forms), text_(text) {
    for (const std::string& form : forms) next_.push_back(text.find(form));
  }

  // The first one at or after `from`; the longest if several begin there.
  Match find(std::size_t from) {
    Match first;
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      if (next_[i] < from) next_[i] = text_.find(forms_[i], from);
      if (next_[i] < first.at) first = {next_[i], forms_[i].size()};
    }
    return first;
  }

 private:
  const std::vector<std::string>& forms_;
  std::string_view text_;
  std::vector<std::size_t> next_;
};
}  // namespace

void Secrets::add(std::string_view value, std::size_t shortest) {
  if (value.size() < shortest) return;
  const std::string quoted = quote_json(value);
  const std::string in_json = quoted.substr(1, quoted.size() - 2);
  // Many JSON writers escape the slash too.
  for (const std::string& form :
       {std::string(value), in_json, replace_each(in_json, "/", "\\/"), as_in_url(value)}) {
    if (std::ranges::find(forms_, form) == forms_.end()) forms_.push_back(form);
  }
  std::ranges::stable_sort(forms_, std::ranges::greater{}, &std::string::size);
}

std::size_t Secrets::open_end(std::string_view text) const {
  if (forms_.empty()) return text.size();
  const std::size_t longest = forms_.front().size();
  for (std::size_t at = text.size() - std::min(text.size(), longest - 1); at < text.size(); ++at) {
    const std::string_view end = text.substr(at);
    for (const std::string& form : forms_)
      if (form.size() > end.size() && form.starts_with(end)) return at;
  }
  return text.size();
}

bool Secrets::found_in(std::string_view text) const {
  return std::ranges::any_of(
      forms_, [&](const std::string& form) { return text.find(form) != std::string_view::npos; });
}

std::string Secrets::mask(std::string_view text) const {
  std::string masked(text);
  Search search(forms_, text);
  for (Match match = search.find(0); match.at != std::string_view::npos;
       match = search.find(match.at + match.length))
    masked.replace(match.at, match.length, match.length, '*');
  return masked;
}

bool is_masked_form(std::string_view text, std::string_view masked) {
  if (text.size() != masked.size()) return false;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(masked.find_first_not_of('*', at), masked.size());
    const bool masks = end - at >= Secrets::kShortestKnown;
    if (!masks && text.substr(at, end - at) != masked.substr(at, end - at)) return false;
    if (end < text.size() && text[end] != masked[end]) return false;
    at = end + 1;
  }
  return true;
}
}  // namespace franz
