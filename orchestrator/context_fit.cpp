#include "orchestrator/context_fit.h"
#include <algorithm>
#include <charconv>
#include <initializer_list>
#include "common/base/ascii.h"

namespace franz::orchestrator {
static constexpr double kBytesOfToken = 4;   // English prose and JSON: 3 to 5
static constexpr double kMessageTokens = 4;  // a message's role and its marks in the template
static constexpr double kLeastScale = 0.2, kLargestScale = 8;
static constexpr long long kLeastContext = 256;  // a smaller number is not a context

double request_weight(std::span<const Message> messages, std::string_view tools,
                      double picture_tokens) {
  double bytes = static_cast<double>(tools.size()), tokens = 0;
  for (const Message& message : messages) {
    tokens += kMessageTokens;
    for (const Part& part : message.parts) {
      bytes += static_cast<double>(part.token.size() + part.id.size() + part.name.size());
      if (part.kind == Part::Kind::picture) tokens += picture_tokens;
    }
  }
  return tokens + bytes / kBytesOfToken;
}

// The first number that closely follows one of the words.
static std::optional<long long> number_after(std::string_view text,
                                             std::initializer_list<std::string_view> words) {
  constexpr std::size_t kFar = 24;  // bytes: "length is only ", "\": "
  for (const std::string_view word : words) {
    const std::size_t found = text.find(word);
    if (found == text.npos) continue;
    const std::string_view after = text.substr(found + word.size(), kFar);
    const std::size_t digit = after.find_first_of("0123456789");
    if (digit == after.npos) continue;
    const char* const begin = text.data() + found + word.size() + digit;
    long long number = 0;
    const auto read = std::from_chars(begin, text.data() + text.size(), number);
    if (read.ec == std::errc() && number >= kLeastContext) return number;
  }
  return std::nullopt;
}

RefusedSizes refused_sizes(std::string_view words) {
  const std::string text = ascii_lower(words);
  return {number_after(text, {"n_ctx", "context length", "context size", "context window",
                              "model length", "max_model_len"}),
          number_after(text, {"n_prompt_tokens", "request (", "your request has"})};
}

std::optional<long long> ContextFit::context() const {
  return context_ && said_ ? std::min(*context_, *said_) : context_ ? context_ : said_;
}

void ContextFit::counted(double weight, long long prompt_tokens) {
  if (prompt_tokens <= 0 || weight <= 0) return;
  const double scale =
      std::clamp(static_cast<double>(prompt_tokens) / weight, kLeastScale, kLargestScale);
  // Some servers count only tokens that were not cached.
  largest_scale_ = std::max(largest_scale_, scale);
  scale_ = std::max(scale, largest_scale_ / 2);
}

void ContextFit::refused(double weight, const RefusedSizes& said) {
  if (said.prompt) counted(weight, *said.prompt);
  if (said.context) said_ = *said.context;
  refused_ = std::min(refused_.value_or(scale_ * weight), scale_ * weight);
}

// Tokens that a request may have.
std::optional<double> ContextFit::room(long long reply_tokens) const {
  std::optional<double> room = refused_;
  if (const std::optional<long long> all = context()) {
    // Usual limits allow replies as long as the context, which hardly ever occur.
    const auto reply = static_cast<double>(std::min(reply_tokens, *all / 2));
    const double left = static_cast<double>(*all) - reply;
    room = std::min(room.value_or(left), left);
  }
  return room;
}

int ContextFit::first_turn(int from, int last, const Weigh& weigh, long long reply_tokens) const {
  const std::optional<double> most = room(reply_tokens);
  if (!most || from >= last) return from;
  const auto tokens = [&](int turn) { return scale_ * weigh(turn); };
  // A request of the refused size is too long again.
  if (tokens(from) < *most) return from;
  const double least = tokens(last);
  if (least >= *most) return last;
  const double wanted = least + (*most - least) / 2;
  int long_turn = from, short_turn = last;  // the first is too long with it, the second is not
  while (short_turn - long_turn > 1) {
    const int middle = long_turn + (short_turn - long_turn) / 2;
    (tokens(middle) > wanted ? long_turn : short_turn) = middle;
  }
  return short_turn;
}
}  // namespace franz::orchestrator
