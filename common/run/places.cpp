#include "common/run/places.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/memory/conversation.h"
#include "common/wire/computer_call.h"
#include "common/wire/message_fields.h"

namespace franz {
using PartKind = Part::Kind;

bool has_form(const RequestView& request, const std::vector<Message>& expected) {
  if (request.parts_left_out > 0) return false;
  return std::ranges::equal(request.messages, expected, [](const auto& sent, const auto& message) {
    constexpr std::array kCounted = {PartKind::text, PartKind::answer, PartKind::call};
    return sent.role == message.role && std::ranges::all_of(kCounted, [&](PartKind kind) {
             return count_parts(sent, kind) == count_parts(message, kind);
           });
  });
}

static bool has_roles(const RequestView& request, const std::vector<Message>& expected) {
  return std::ranges::equal(request.messages, expected, [](const auto& sent, const auto& message) {
    return sent.role == message.role;
  });
}

std::vector<Message> expected_messages(const Memory& memory, int turn, const KnownSteps& known,
                                       Now now, const MemoryOptions& options,
                                       const RequestView* request) {
  const std::vector<Step> steps = known.before(turn, memory.need);
  now.picture = PictureRef{};
  std::vector<Message> expected = memory.messages(steps, now, options);
  if (request == nullptr || has_form(*request, expected)) return expected;
  now.picture.reset();
  std::vector<Message> without = memory.messages(steps, now, options);
  const bool has_none = has_form(*request, without) ||
                        (!has_roles(*request, expected) && has_roles(*request, without));
  return has_none ? without : expected;
}

std::vector<Message> expected_messages(const Memory& memory, int turn) {
  return expected_messages(memory, turn, {}, {}, {});
}

// Whether a call is sent back as the output item that came, not as a function's arguments.
static bool is_item(const SentPart& part) {
  if (!part.token.starts_with('{')) return false;
  const Result<MessageFields> item =
      MessageFields::parse(part.token, MessageFields::Duplicates::last_wins);
  return item.ok() && item.value().find_token("/type") == part.name;
}

// The calls of a message as the model made them. A computer_call is sent as items, its own last.
static std::vector<ReplyCall> calls_of(const RequestView::Message& message) {
  std::vector<ReplyCall> calls;
  std::vector<std::string> items;
  for (const SentPart& part : message.parts) {
    if (part.kind != PartKind::call) continue;
    std::string arguments = given_arguments(part.token);
    if (is_item(part)) {
      items.push_back(std::move(arguments));
      if (part.name != kComputerCallName) continue;
      arguments = computer_call_arguments(std::exchange(items, {}));
    }
    calls.push_back({std::string(part.id), std::string(part.name), std::move(arguments)});
  }
  return calls;
}

// Extracts the turns from a request in which each reply is an assistant message and the content
// before a reply is what its turn sent.
static Now turns_in(const RequestView& request, KnownSteps& known, int& turn) {
  Step step;
  for (const RequestView::Message& message : request.messages) {
    Reply reply;
    reply.calls = calls_of(message);
    for (const SentPart& part : message.parts) {
      if (part.kind == PartKind::answer) {
        step.answers.push_back({std::string(part.id), std::string(part.token), false});
      } else if (part.kind == PartKind::picture) {
        step.picture = PictureRef{"some"};
      } else if (part.kind == PartKind::text) {
        reply.text = part.token;
      }
    }
    if (message.role == "user") step.feedback = reply.text;
    if (message.role != "assistant") continue;
    step.turn = turn;
    known.set_step(std::exchange(step, {}));
    known.set_reply(turn++, reply);
  }
  Now now;
  now.answers = std::move(step.answers);
  now.feedback = std::move(step.feedback);
  return now;
}

std::optional<std::vector<Message>> recognised_messages(const RequestView& request,
                                                        std::span<const Memory> memories) {
  KnownSteps known;
  int turn = 1;
  const Now now = turns_in(request, known, turn);
  for (const Memory& memory : memories) {
    std::vector<Message> expected = expected_messages(memory, turn, known, now, {}, &request);
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

// Returns how many parts of this kind precede the one at `place`, and how many there are in total.
static std::pair<std::size_t, std::size_t> count_before(const Message& expected,
                                                        std::size_t place) {
  const std::vector<Part>& parts = expected.parts;
  const PartKind kind = parts[place].kind;
  const auto end = parts.begin() + static_cast<std::ptrdiff_t>(place);
  const auto before =
      std::count_if(parts.begin(), end, [kind](const Part& part) { return part.kind == kind; });
  return {static_cast<std::size_t>(before), count_parts(expected, kind)};
}

const SentPart* sent_part(const std::vector<Message>& expected, const RequestView& request,
                          PartPlace place) {
  const PartKind kind = expected[place.message].parts[place.part].kind;
  const RequestView::Message& sent = request.messages[place.message];
  const auto [before, wanted] = count_before(expected[place.message], place.part);
  return count_parts(sent, kind) == wanted ? find_part(sent, kind, before) : nullptr;
}

// Locates a text or picture by the content that follows it.
static const SentPart* part_from_end(const std::vector<Part>& expected,
                                     const std::vector<SentPart>& sent, std::size_t place) {
  auto at = sent.rbegin();
  for (std::size_t i = expected.size(); i-- > place;) {
    if (!is_content(expected[i].kind)) continue;
    at = std::find_if(at, sent.rend(), [](const SentPart& part) { return is_content(part.kind); });
    if (at == sent.rend() || at->kind != expected[i].kind) return nullptr;
    if (i == place) return &*at;
    ++at;
  }
  return nullptr;
}

// Finds a part of the current turn. Older turns, of which some may be unknown, come before it, so
// their number of parts and messages may differ from the expected one.
static const SentPart* newest_part(const std::vector<Message>& expected, const RequestView& request,
                                   PartPlace place) {
  const Message& message = expected[place.message];
  const std::size_t from_end = expected.size() - place.message;
  if (request.messages.size() < from_end) return nullptr;
  const RequestView::Message& sent = request.messages[request.messages.size() - from_end];
  if (expected.size() != request.messages.size() && sent.role != message.role) return nullptr;
  const PartKind kind = message.parts[place.part].kind;
  const bool has_older =
      std::ranges::any_of(message.parts, [](const Part& part) { return part.turn > 0; });
  if (has_older && is_content(kind)) return part_from_end(message.parts, sent.parts, place.part);
  const auto [before, wanted] = count_before(message, place.part);
  const std::size_t count = count_parts(sent, kind);
  return count < wanted ? nullptr : find_part(sent, kind, before + count - wanted);
}

std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const RequestView& request, PartPlace place) {
  const PartKind kind = expected[place.message].parts[place.part].kind;
  if (kind != PartKind::text && kind != PartKind::answer) return std::nullopt;
  const SentPart* const part = sent_part(expected, request, place);
  return part == nullptr ? std::nullopt : std::optional(part->token);
}

std::vector<CarriedReply> carried_replies(const std::vector<Message>& expected,
                                          const RequestView& request) {
  const std::vector<PartPlace> places = places_of(expected, Part::Source::reply);
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < request.messages.size(); ++i)
    if (request.messages[i].role == kAssistant) own.push_back(i);
  const bool by_number =
      own.size() == places.size() && std::ranges::all_of(places, [&](const PartPlace& place) {
        const Message& message = expected[place.message];
        return message.role == kAssistant && count_parts(message, PartKind::text) == 1;
      });
  std::vector<CarriedReply> replies;
  if (!by_number && request.messages.size() != expected.size()) return replies;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t at = by_number ? own[i] : places[i].message;
    const RequestView::Message& message = request.messages[at];
    replies.push_back({expected[places[i].message].parts[places[i].part], at, by_number,
                       by_number ? one_text(message) : sent_text(expected, request, places[i]),
                       calls_of(message)});
  }
  return replies;
}

const CarriedReply* story_in(const std::vector<CarriedReply>& replies, int turn) {
  const auto found = std::ranges::find_if(
      replies, [turn](const CarriedReply& reply) { return reply.part.turn == turn - 1; });
  return found == replies.end() ? nullptr : &*found;
}

static NewParts parts_of_last(const RequestView& request) {
  const RequestView::Message& last = request.messages.back();
  NewParts parts;
  if (one_text(last)) parts.feedback = find_part(last, PartKind::text);
  parts.picture = find_part(last, PartKind::picture);
  return parts;
}

NewParts new_parts(const RequestView& request, const std::vector<Message>* expected) {
  if (expected == nullptr) return parts_of_last(request);
  NewParts parts;
  if (const auto places = places_of(*expected, Part::Source::feedback); !places.empty())
    parts.feedback = newest_part(*expected, request, places.back());
  for (std::size_t i = 0; i < expected->size(); ++i) {
    const std::vector<Part>& message = (*expected)[i].parts;
    const auto now = std::ranges::find_if(
        message, [](const Part& part) { return part.picture && part.picture->sha256.empty(); });
    if (now != message.end())
      parts.picture =
          newest_part(*expected, request, {i, static_cast<std::size_t>(now - message.begin())});
  }
  const bool is_known = expected->size() == request.messages.size() || parts.feedback != nullptr ||
                        parts.picture != nullptr;
  return is_known ? parts : parts_of_last(request);
}
}  // namespace franz
