#include "common/memory/places.h"
#include <algorithm>

namespace franz {
std::vector<Message> expected_messages(const Memory& memory, int turn,
                                       const std::map<int, Step>& known, Now now,
                                       const MemoryOptions& options) {
  std::vector<Step> steps;
  const int first = memory.need == Need::all_steps ? 1 : turn - 1;
  for (int step = std::max(first, 1); step < turn; ++step) {
    const auto found = known.find(step);
    steps.push_back(found == known.end() ? Step{} : found->second);
    steps.back().turn = step;
    steps.back().reply = Reply{};
  }
  if (!now.picture) now.picture.emplace();
  return memory.messages(steps, now, options);
}

std::vector<Message> expected_messages(const Memory& memory, int turn) {
  return expected_messages(memory, turn, {}, {}, {});
}

static bool has_form(const RequestView& request, const std::vector<Message>& expected) {
  return std::ranges::equal(request.messages, expected, [](const auto& sent, const auto& message) {
    return sent.role == message.role && sent.texts == count_texts(message);
  });
}

std::optional<std::vector<Message>> recognised_messages(const RequestView& request,
                                                        std::span<const Memory> memories) {
  for (const Memory& memory : memories) {
    // The messages of a later turn are as many or more.
    int first = 1,
        last = memory.need == Need::all_steps ? static_cast<int>(request.messages.size()) + 1 : 2;
    while (first < last) {
      const int turn = first + (last - first) / 2;
      if (expected_messages(memory, turn).size() < request.messages.size()) {
        first = turn + 1;
      } else {
        last = turn;
      }
    }
    std::vector<Message> expected = expected_messages(memory, first);
    if (has_form(request, expected)) return expected;
  }
  return std::nullopt;
}

std::vector<PartPlace> places_of(const std::vector<Message>& expected, Part::Source source) {
  std::vector<PartPlace> places;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t j = 0; j < expected[i].parts.size(); ++j)
      if (expected[i].parts[j].source == source) places.push_back({i, j});
  return places;
}

const RequestView::Message& feedback_message(const RequestView& request, const Memory* memory,
                                             int turn) {
  if (memory == nullptr) return request.messages.back();
  const std::vector<Message> expected = expected_messages(*memory, turn);
  const std::vector<PartPlace> places = places_of(expected, Part::Source::feedback);
  if (places.empty() || expected.size() != request.messages.size()) return request.messages.back();
  return request.messages[places.back().message];
}

static bool is_text(const Part& part) {
  return part.kind == Part::Kind::text || part.kind == Part::Kind::answer;
}

std::size_t count_texts(const Message& message) {
  return static_cast<std::size_t>(std::ranges::count_if(message.parts, is_text));
}

std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const RequestView& request, PartPlace place) {
  const std::vector<Part>& parts = expected[place.message].parts;
  const RequestView::Message& sent = request.messages[place.message];
  if (sent.texts != count_texts(expected[place.message]) || !is_text(parts[place.part]))
    return std::nullopt;
  const auto before = std::count_if(
      parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(place.part), is_text);
  const auto index = static_cast<std::size_t>(before);
  if (index >= sent.tokens.size()) return std::nullopt;
  return sent.tokens[index];
}
}  // namespace franz
