#include "proxy/record/memory_places.h"
#include <algorithm>

namespace franz::proxy {
std::vector<Message> expected_messages(const Memory& memory, int turn) {
  std::vector<Step> steps;
  const int first = memory.need == Need::all_steps ? 1 : turn - 1;
  for (int step = std::max(first, 1); step < turn; ++step) steps.push_back({step, {}});
  Now now;
  now.picture.emplace();
  return memory.messages(steps, now);
}

std::vector<PartPlace> places_of(const std::vector<Message>& expected, Part::Source source) {
  std::vector<PartPlace> places;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t j = 0; j < expected[i].parts.size(); ++j)
      if (expected[i].parts[j].source == source) places.push_back({i, j});
  return places;
}

static bool is_text(const Part& part) {
  return part.kind == Part::Kind::text || part.kind == Part::Kind::answer;
}

std::size_t count_texts(const Message& message) {
  return static_cast<std::size_t>(std::ranges::count_if(message.parts, is_text));
}

std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const ChatRequestView& request, PartPlace place) {
  const std::vector<Part>& parts = expected[place.message].parts;
  const ChatRequestView::Message& sent = request.messages[place.message];
  if (sent.texts != count_texts(expected[place.message]) || !is_text(parts[place.part]))
    return std::nullopt;
  const auto before = std::count_if(
      parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(place.part), is_text);
  const auto index = static_cast<std::size_t>(before);
  if (index >= sent.tokens.size()) return std::nullopt;
  return sent.tokens[index];
}
}  // namespace franz::proxy
