#include "common/base/command_words.h"
#include <algorithm>

namespace franz {
namespace {
bool is_word_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && !is_word_blank(c)) || c == '\x7F';
}

// Reads words from the front of a command.
class WordReader {
 public:
  explicit WordReader(std::string_view rest) : rest_(rest) {}

  // Moves to the next word. Returns false at the end.
  bool find_next() {
    while (!rest_.empty() && is_word_blank(rest_.front())) rest_.remove_prefix(1);
    return !rest_.empty();
  }

  Result<std::string> take() {
    std::string word;
    while (!rest_.empty() && !is_word_blank(rest_.front())) {
      const char c = taken();
      if (c == '\'' || c == '"') {
        if (!append_quoted(c, word))
          return Error{std::string("a quote is not closed: ") + c, ErrorCode::failed};
      } else if (c == '\\' && !rest_.empty()) {
        word += taken();
      } else {
        word += c;
      }
    }
    return word;
  }

 private:
  char taken() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  bool append_quoted(char quote, std::string& word) {
    while (!rest_.empty()) {
      const char c = taken();
      if (c == quote) return true;
      const bool escapes = quote == '"' && c == '\\' && !rest_.empty() &&
                           (rest_.front() == '"' || rest_.front() == '\\');
      word += escapes ? taken() : c;
    }
    return false;
  }

  std::string_view rest_;
};
}  // namespace

Result<std::vector<std::string>> command_words(std::string_view command) {
  if (command.size() > kMaxCommand)
    return Error{"a command longer than " + std::to_string(kMaxCommand) + " bytes"};
  for (const char c : command)
    if (is_control(c)) return Error{"a control character in the command"};
  std::vector<std::string> words;
  WordReader reader(command);
  while (reader.find_next()) {
    Result<std::string> word = reader.take();
    if (!word.ok()) return word.error();
    if (words.size() == kMaxWords)
      return Error{"a command of more than " + std::to_string(kMaxWords) + " words"};
    words.push_back(std::move(word.value()));
  }
  if (words.empty() || words.front().empty()) return Error{"the command names no program"};
  return words;
}

std::string command_of(std::span<const std::string> words) {
  constexpr std::string_view kPlain = "-_./:=,@%+";
  const auto is_plain = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kPlain.find(c) != std::string_view::npos;
  };
  std::string command;
  for (const std::string& word : words) {
    if (!command.empty()) command += ' ';
    if (!word.empty() && std::ranges::all_of(word, is_plain)) {
      command += word;
      continue;
    }
    command += '\'';
    for (const char c : word) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
    command += '\'';
  }
  return command;
}
}  // namespace franz
