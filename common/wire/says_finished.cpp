#include "common/wire/says_finished.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>
#include "common/base/ascii.h"

namespace franz {
namespace {
using Words = std::span<const std::string_view>;

constexpr std::size_t kMaxRead = 4000;  // bytes; earlier text is not the reply's end

// Names of the whole task; plural ones must all be done.
constexpr auto kTasks = std::to_array<std::string_view>(
    {"task", "request", "objective", "goal", "job", "mission", "assignment", "work"});
constexpr auto kParts = std::to_array<std::string_view>(
    {"steps", "tasks", "actions", "goals", "objectives", "instructions", "requests"});
// Words that may precede those.
constexpr auto kDeterminers = std::to_array<std::string_view>(
    {"the", "this", "that", "your", "my", "our", "all", "of", "user's", "user", "whole", "entire",
     "full", "main", "given", "required", "requested", "assigned", "overall"});
constexpr auto kCompleted = std::to_array<std::string_view>(
    {"completed", "done", "finished", "accomplished", "achieved", "reached", "fulfilled", "met"});
constexpr auto kIs = std::to_array<std::string_view>({"is", "are", "was", "were", "has", "have"});
constexpr auto kAdverbs = std::to_array<std::string_view>(
    {"now", "already", "fully", "successfully", "all", "been", "just"});
constexpr auto kNeeded = std::to_array<std::string_view>({"needed", "required", "necessary"});

// A sentence with one of these does not report that the whole task is done now.
constexpr auto kDoubts = std::to_array<std::string_view>(
    {"not",    "never",    "isn't",  "hasn't",    "haven't", "wasn't", "aren't",  "don't",
     "didn't", "cannot",   "can't",  "if",        "when",    "once",   "until",   "till",
     "unless", "whether",  "after",  "before",    "while",   "only",   "will",    "i'll",
     "would",  "should",   "could",  "may",       "might",   "must",   "need",    "needs",
     "almost", "nearly",   "partly", "partially", "half",    "but",    "however", "verify",
     "check",  "ensure",   "sure",   "confirm",   "assume",  "first",  "second",  "third",
     "next",   "previous", "part",   "parts",     "step",    "phase",  "stage",   "subtask"});
// A later sentence with one of these continues the task.
constexpr auto kGoingOn = std::to_array<std::string_view>(
    {"will", "i'll", "let's", "let", "next", "need", "needs", "must", "but", "however", "wait",
     "still", "should", "going", "actually", "try"});

template <std::size_t Count>
bool is_one(const std::array<std::string_view, Count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The index after the run of `known` words that begins at `at`.
template <std::size_t Count>
std::size_t skip(Words words, std::size_t at, const std::array<std::string_view, Count>& known) {
  while (at < words.size() && is_one(known, words[at])) ++at;
  return at;
}

std::string_view word_at(Words words, std::size_t at) { return at < words.size() ? words[at] : ""; }

// The end of the name of the whole task that begins at `at`; 0: none begins there.
std::size_t end_of_task(Words words, std::size_t at) {
  const std::size_t noun = skip(words, at, kDeterminers);
  const std::string_view word = word_at(words, noun);
  const Words before = words.subspan(at, noun - at);
  const bool are_all = std::ranges::find(before, "all") != before.end();
  const bool is_whole = is_one(kTasks, word) || (noun == at && word == "everything") ||
                        (are_all && is_one(kParts, word));
  return is_whole ? noun + 1 : 0;
}

// "the task is now complete", "all steps have been completed"; "task completed" as a sentence.
bool says_task_is_done(Words words, std::size_t at) {
  const std::size_t end = end_of_task(words, at);
  if (end == 0) return false;
  const std::size_t verb = skip(words, end, kIs);
  const std::size_t done = skip(words, verb, kAdverbs);
  const std::string_view word = word_at(words, done);
  if (word != "complete" && word != "satisfied" && !is_one(kCompleted, word)) return false;
  if (verb == end) return at == 0 && skip(words, done + 1, kAdverbs) == words.size();
  if (at == 0) return true;
  // "the login task is complete", "this half of the task is complete" describe a part.
  static constexpr auto kClauses = std::to_array<std::string_view>(
      {"and", "so", "now", "that", "as", "since", "because", "think", "believe", "therefore"});
  const std::string_view before = words[at - 1];
  return is_one(kDeterminers, words[at]) || words[at] == "everything"
             ? before != "of" && before != "in"
             : is_one(kClauses, before);
}

// "completed the task", "done everything", "finished it"; `may_end`: "completed" as the last word.
bool says_completed(Words words, std::size_t at, bool may_end) {
  at = skip(words, at, kAdverbs);
  if (!is_one(kCompleted, word_at(words, at))) return false;
  const std::size_t next = skip(words, at + 1, kAdverbs);
  if (next == words.size()) return may_end;
  return word_at(words, at + 1) == "it" || end_of_task(words, at + 1) > 0;
}

// "I have completed the task", "I've finished", "I completed the task", "we are done with it".
bool says_speaker_is_done(Words words, std::size_t at) {
  const std::string_view speaker = words[at];
  if (speaker == "i've" || speaker == "we've") return says_completed(words, at + 1, true);
  const bool is_contracted = speaker == "i'm" || speaker == "we're";
  if (!is_contracted && speaker != "i" && speaker != "we") return false;
  const std::string_view verb = word_at(words, at + 1);
  if (verb == "have") return says_completed(words, at + 2, true);
  if (!is_contracted && verb != "am" && verb != "are") return says_completed(words, at + 1, false);
  const std::size_t done = skip(words, at + (is_contracted ? 1 : 2), kAdverbs);
  if (word_at(words, done) != "done" && word_at(words, done) != "finished") return false;
  return done + 1 == words.size() ||
         (words[done + 1] == "with" &&
          (word_at(words, done + 2) == "it" || end_of_task(words, done + 2) > 0));
}

// "nothing more to do", "there is nothing left", "no further action is needed".
bool says_nothing_is_left(Words words, std::size_t at) {
  static constexpr auto kMore = std::to_array<std::string_view>(
      {"more", "else", "left", "further", "remains", "remaining", "additional", "is", "are"});
  if (words[at] != "nothing" && words[at] != "no") return false;
  std::size_t rest = skip(words, at + 1, kMore);
  if (rest == at + 1) return false;
  if (words[at] == "no") {
    static constexpr auto kActs = std::to_array<std::string_view>({"action", "actions", "steps"});
    const std::size_t acts = skip(words, rest, kActs);
    return acts > rest && is_one(kNeeded, word_at(words, skip(words, acts, kIs)));
  }
  const bool begins = at == 0 || words[at - 1] == "is" || words[at - 1] == "there's";
  const bool is_to_do = word_at(words, rest) == "to" && word_at(words, rest + 1) == "do";
  return begins && (rest == words.size() || is_to_do || is_one(kNeeded, words[rest]));
}

bool says_it(Words words) {
  if (std::ranges::any_of(words, [](std::string_view word) { return is_one(kDoubts, word); }))
    return false;
  if (says_completed(words, 0, false)) return true;
  if (word_at(words, 0) == "this" && word_at(words, 1) == "completes")
    return end_of_task(words, 2) > 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    // These words were checked together with the words before them.
    if (at > 0 && is_one(kDeterminers, words[at - 1])) continue;
    if (says_task_is_done(words, at) || says_speaker_is_done(words, at) ||
        says_nothing_is_left(words, at))
      return true;
  }
  return false;
}

bool goes_on(Words words) {
  static constexpr std::array<std::string_view, 4> kOffers = {"if", "please", "feel", "know"};
  for (const std::string_view word : words.first(std::min<std::size_t>(words.size(), 3)))
    if (is_one(kOffers, word)) return false;  // "Let me know if you need anything else."
  return std::ranges::any_of(words, [](std::string_view word) { return is_one(kGoingOn, word); });
}

// Sentences as lists of lower-case words; questions are empty.
std::vector<std::vector<std::string_view>> sentences_of(std::string_view text) {
  std::vector<std::vector<std::string_view>> sentences(1);
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789'";
  while (!text.empty()) {
    const std::size_t size = std::min(text.find_first_not_of(kLetters), text.size());
    if (size > 0) {
      sentences.back().push_back(text.substr(0, size));
    } else if (text.front() == '?') {
      sentences.back().clear();
    }
    const bool ends = size == 0 && std::string_view(".!?\n;:").find(text.front()) != text.npos;
    if (ends && !sentences.back().empty()) sentences.emplace_back();
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  if (sentences.back().empty()) sentences.pop_back();
  return sentences;
}

// Lower case, with plain instead of typographic apostrophes.
std::string plain(std::string_view text) {
  constexpr std::string_view kApostrophe = "\xE2\x80\x99";
  std::string made = ascii_lower(text);
  for (std::size_t at = made.find(kApostrophe); at != made.npos; at = made.find(kApostrophe, at))
    made.replace(at, kApostrophe.size(), "'");  // of at most kMaxRead bytes
  return made;
}
}  // namespace

bool says_finished(std::string_view text) {
  const std::string read = plain(text.substr(text.size() - std::min(text.size(), kMaxRead)));
  const std::vector<std::vector<std::string_view>> sentences = sentences_of(read);
  if (sentences.size() == 1 && says_completed(sentences.front(), 0, true)) return true;
  bool is_finished = false;
  for (const std::vector<std::string_view>& words : sentences) {
    if (says_it(words)) {
      is_finished = true;
    } else if (goes_on(words)) {
      is_finished = false;
    }
  }
  return is_finished;
}
}  // namespace franz
