#include "common/run/differing_parts.h"
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/data_uri.h"
#include "common/base/sha256.h"
#include "common/wire/api/shape_reading.h"

namespace franz {
using Kind = Part::Kind;
using What = DifferingPart::What;

static std::string_view word_for(Kind kind) {
  switch (kind) {
    case Kind::text: return "text";
    case Kind::picture: return "picture";
    case Kind::call: return "call";
    case Kind::answer: break;
  }
  return "answer";
}

// The order of the texts and pictures in a message: "text, picture". Calls and answers come later.
static std::string order_of(const auto& parts, const auto& is_left_out) {
  std::string order;
  for (const auto& part : parts)
    if (is_content(part.kind) && !is_left_out(part))
      order.append(order.empty() ? "" : ", ").append(word_for(part.kind));
  return order;
}

namespace {
class Comparison {
 public:
  // One expected picture may be missing: the turn's own.
  void form(std::size_t at, const Message& expected, const RequestView::Message& sent) {
    const std::size_t before = parts_.size();
    for (const Kind kind : {Kind::text, Kind::answer, Kind::call, Kind::picture}) {
      const std::size_t wanted = count_parts(expected, kind), got = count_parts(sent, kind);
      const bool has_new = std::ranges::any_of(expected.parts, is_new_picture);
      if (got == wanted || (kind == Kind::picture && has_new && got + 1 == wanted)) continue;
      add(message_field(at), What::form, words(wanted, kind), words(got, kind));
    }
    if (parts_.size() > before) return;
    constexpr auto kNone = [](const auto&) { return false; };
    const std::string got = order_of(sent.parts, kNone), wanted = order_of(expected.parts, kNone);
    if (got != wanted && got != order_of(expected.parts, is_new_picture))
      add(message_field(at), What::form, wanted, got);
  }

  void part(const std::vector<Message>& expected, const RequestView& request, PartPlace place) {
    const Part& wanted = expected[place.message].parts[place.part];
    if (wanted.source != Part::Source::own || is_new_picture(wanted)) return;
    const SentPart* const sent = sent_part(expected, request, place);
    if (sent == nullptr) return;  // form() reports it
    const std::string field = message_field(place.message);
    switch (wanted.kind) {
      case Kind::text: return token(field, wanted.token, sent->token);
      case Kind::answer:
        token(field + ".tool_call_id", wanted.id, sent->id);
        return token(field, wanted.token, sent->token);
      case Kind::call: {
        const std::string call = field + ".tool_calls[" + std::to_string(calls_++) + "]";
        token(call + ".id", wanted.id, sent->id);
        token(call + ".name", wanted.name, sent->name);
        return token(call + ".arguments", wanted.token, sent->token);
      }
      case Kind::picture: return picture(field, wanted, *sent);
    }
  }

  void begin_message() { calls_ = 0; }
  std::vector<DifferingPart> take() { return std::move(parts_); }

 private:
  static std::string words(std::size_t count, Kind kind) {
    const std::string word(word_for(kind));
    if (count == 0) return kind == Kind::answer ? "no answer" : "no " + word;
    return count == 1 ? (kind == Kind::answer ? "an " : "one ") + word : count_text(count, word);
  }

  void add(std::string field, What what, std::string expected, std::string got) {
    parts_.push_back({std::move(field), what, std::move(expected), std::move(got)});
  }

  void token(const std::string& field, std::string_view expected, std::string_view got) {
    if (expected != got) add(field, What::token, std::string(expected), std::string(got));
  }

  void picture(const std::string& field, const Part& expected, const SentPart& sent) {
    const Result<std::string> bytes = picture_bytes(sent.token);
    const std::string got = bytes.ok() ? sha256_hex(bytes.value()) : bytes.error().message;
    if (got != expected.picture->sha256)
      add("sha256 of the picture in " + field, What::picture, expected.picture->sha256, got);
  }

  std::vector<DifferingPart> parts_;
  std::size_t calls_ = 0;
};
}  // namespace

std::vector<DifferingPart> differing_parts(const std::vector<Message>& expected,
                                           const RequestView& request) {
  Comparison comparison;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    comparison.begin_message();
    comparison.form(i, expected[i], request.messages[i]);
    for (std::size_t j = 0; j < expected[i].parts.size(); ++j)
      comparison.part(expected, request, {i, j});
  }
  return comparison.take();
}

static std::string roles_of(const auto& messages) {
  std::string roles;
  for (const auto& message : messages) roles += (roles.empty() ? "" : ", ") + message.role;
  return roles;
}

std::vector<DifferingPart> differing_roles(const std::vector<Message>& expected,
                                           const RequestView& request) {
  static constexpr std::size_t kMostNamed = 10;
  if (request.parts_left_out > 0)
    return {{"messages", What::form, count_text(RequestView::kMaxParts, "part") + " at most",
             std::to_string(RequestView::kMaxParts + request.parts_left_out)}};
  const auto same = [](const auto& sent, const auto& message) { return sent.role == message.role; };
  if (std::ranges::equal(request.messages, expected, same)) return {};
  if (std::max(expected.size(), request.messages.size()) <= kMostNamed)
    return {{"messages", What::form, roles_of(expected), roles_of(request.messages)}};
  const auto [sent, message] = std::ranges::mismatch(request.messages, expected, same);
  const auto at = static_cast<std::size_t>(message - expected.begin());
  const auto role = [](const auto& each, const auto& end) {
    return each == end ? std::string("the end") : "role " + each->role;
  };
  return {{message_field(at), What::form, role(message, expected.end()),
           role(sent, request.messages.end())}};
}
}  // namespace franz
