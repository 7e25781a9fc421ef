#include "common/desktop/window_choice.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz {
static constexpr std::size_t kMaxTitle = 200, kMaxApp = 100;  // bytes listed
static constexpr std::size_t kMaxListed = 40;                 // windows listed

namespace {
// The prefix of a query before the colon, and which windows the rest selects.
struct QueryKind {
  std::string_view prefix;
  bool is_number;
  bool of_any;  // includes windows that are not usable
  bool (*fits)(const ListedWindow& window, std::string_view text, long long number);
};
}  // namespace

static constexpr std::array kKinds{
    QueryKind{"app:", false, false,
              [](const ListedWindow& window, std::string_view text, long long) {
                return equal_ignoring_case(window.app, text);
              }},
    QueryKind{"pid:", true, false,
              [](const ListedWindow& window, std::string_view, long long number) {
                return window.pid == number;
              }},
    QueryKind{"id:", true, true,
              [](const ListedWindow& window, std::string_view, long long number) {
                return window.id == static_cast<std::uint64_t>(number);
              }},
};

static const QueryKind* kind_of(std::string_view query) {
  const auto kind = std::ranges::find_if(
      kKinds, [query](const QueryKind& each) { return query.starts_with(each.prefix); });
  return kind == kKinds.end() ? nullptr : &*kind;
}

static std::optional<long long> number_in(std::string_view text) {
  long long number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 1) return std::nullopt;
  return number;
}

static bool is_part_ignoring_case(std::string_view whole, std::string_view part) {
  const auto same = [](char a, char b) { return ascii_lower(a) == ascii_lower(b); };
  return !part.empty() &&
         std::search(whole.begin(), whole.end(), part.begin(), part.end(), same) != whole.end();
}

// The strictest first: each is used only if the previous ones match nothing.
static constexpr std::array<bool (*)(std::string_view title, std::string_view text), 3> kTitleFits{
    [](std::string_view title, std::string_view text) { return title == text; },
    [](std::string_view title, std::string_view text) { return equal_ignoring_case(title, text); },
    is_part_ignoring_case};

static bool is_for_work(const ListedWindow& window, std::span<const ListedWindow> windows) {
  const bool is_owned = std::ranges::any_of(windows, [&window](const ListedWindow& other) {
    return other.id != window.id && std::ranges::count(window.owner_ids, other.id) > 0;
  });
  const bool is_small =
      std::min(window.area.width, window.area.height) < kLeastWindowSide && !window.minimised;
  const bool is_nobodys = window.app.empty() && window.pid == 0;
  return !is_owned && !is_small && !is_nobodys && !trimmed(window.title).empty();
}

Status check_window_query(std::string_view query) {
  const QueryKind* const kind = kind_of(query);
  const std::string_view text = kind == nullptr ? query : query.substr(kind->prefix.size());
  if (trimmed(text).empty())
    return Error{
        "no window is named; name one by a part of its title, or by app:NAME, pid:N or "
        "id:N"};
  if (kind != nullptr && kind->is_number && !number_in(text))
    return Error{"behind " + std::string(kind->prefix) + " stands a whole number from 1"};
  return Done{};
}

template <typename Fits>
static std::vector<ListedWindow> those_of(std::span<const ListedWindow> windows, const Fits& fits) {
  std::vector<ListedWindow> found;
  std::ranges::copy_if(windows, std::back_inserter(found), fits);
  return found;
}

std::vector<ListedWindow> windows_that_fit(std::span<const ListedWindow> windows,
                                           std::string_view query) {
  if (const QueryKind* const kind = kind_of(query)) {
    const std::string_view text = query.substr(kind->prefix.size());
    const long long number = number_in(text).value_or(0);
    return those_of(windows, [&](const ListedWindow& window) {
      return kind->fits(window, text, number) && (kind->of_any || is_for_work(window, windows));
    });
  }
  for (const auto fits : kTitleFits) {
    std::vector<ListedWindow> found = those_of(windows, [&](const ListedWindow& window) {
      return fits(window.title, query) && is_for_work(window, windows);
    });
    if (!found.empty()) return found;
  }
  return {};
}

static std::string line_of(const ListedWindow& window) {
  const WindowTarget shown = window_target(window);
  std::string line = "  id:" + shown.id;
  if (!shown.app.empty()) line += "  app:" + shown.app;
  if (shown.pid > 0) line += "  pid:" + std::to_string(shown.pid);
  line += "  " + std::to_string(window.area.width) + "x" + std::to_string(window.area.height);
  if (window.minimised) line += " (minimised)";
  return line + "  \"" + shown.title + "\"";
}

static std::string list_of(std::span<const ListedWindow> windows) {
  std::string list;
  for (const ListedWindow& window : windows.first(std::min(windows.size(), kMaxListed)))
    list += "\n" + line_of(window);
  if (windows.size() > kMaxListed)
    list += "\n  and " + count_text(windows.size() - kMaxListed, "other");
  return list;
}

std::string why_no_window(std::string_view query, std::span<const ListedWindow> fitting,
                          std::span<const ListedWindow> windows) {
  const std::string named = "\"" + printable(cut_text(query, kMaxTitle)) + "\"";
  if (!fitting.empty())
    return count_text(fitting.size(), "window") + " fit " + named +
           "; name one by more of its title, or by its id:" + list_of(fitting);
  const std::vector<ListedWindow> offered = those_of(
      windows, [windows](const ListedWindow& window) { return is_for_work(window, windows); });
  if (offered.empty()) return "no window fits " + named + ", and there is none to choose from";
  return "no window fits " + named + "; there are:" + list_of(offered);
}

WindowTarget window_target(const ListedWindow& window) {
  return {std::to_string(window.id), cut_text(printable(window.title), kMaxTitle),
          cut_text(printable(window.app), kMaxApp), window.pid};
}
}  // namespace franz
