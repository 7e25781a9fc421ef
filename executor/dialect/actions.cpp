#include "executor/dialect/actions.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/ascii_characters.h"
#include "common/formats/feedback_lines.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxHeader = 40;  // bytes of a header's name
constexpr std::string_view kActionsHeader = "actions";

// Bytes of the feedback's lists, and of a call in a list: a list always contains the first calls.
// The rest of kMaxFeedback is for notes.
constexpr std::size_t kMaxExecutedList = 800, kMaxIgnoredList = 600, kMaxListedAction = 200;

struct Line {
  std::string_view text;  // without surrounding blanks
  int number = 0;         // from 1
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin), kAsciiBlanks);
    lines.push_back({line, ++number});
    begin = end + 1;
  }
  return lines;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A header: its name in lower case, and the text after its colon on the line.
struct Header {
  std::string name;
  std::string_view rest;
};

// Parses a header: letters and blanks. With a colon, any name is a header, and text may follow
// after ACTIONS. Without a colon, it must be a known name or be marked as a header by Markdown.
std::optional<Header> read_header(std::string_view line) {
  const bool marked = line.starts_with('#') || line.starts_with("**");
  const std::string_view text = trimmed(line, "#*_ \t");
  std::size_t end = 0;
  while (end < text.size() && end <= kMaxHeader && (is_letter(text[end]) || text[end] == ' '))
    ++end;
  Header header{ascii_lower(trimmed(text.substr(0, end), kAsciiBlanks)), text.substr(end)};
  header.rest.remove_prefix(std::min(header.rest.find_first_not_of("*_ \t"), header.rest.size()));
  if (header.name.empty()) return std::nullopt;
  const bool known = header.name == kActionsHeader || header.name == "narrative";
  if (!header.rest.starts_with(':')) {
    if (!header.rest.empty() || !(known || marked)) return std::nullopt;
    return header;
  }
  header.rest = trimmed(header.rest.substr(1), "*_ \t");
  if (!header.rest.empty() && !known) return std::nullopt;
  return header;
}

// Skips "- ", "3. ", "(3) ", "• " and the like, repeatedly.
std::string_view without_bullets(std::string_view line) {
  static constexpr std::string_view kBullets[] = {"-", "*", "+", ">", "•", "–", "—"};
  while (true) {
    line = trimmed(line, kAsciiBlanks);
    const auto bullet = std::ranges::find_if(
        kBullets, [&](std::string_view each) { return line.starts_with(each); });
    if (bullet != std::end(kBullets)) {
      line.remove_prefix(bullet->size());
      continue;
    }
    const bool bracket = line.starts_with('(');
    std::size_t end = bracket ? 1 : 0;
    const std::size_t digits = end;
    while (end < line.size() && is_digit(line[end])) ++end;
    if (end == digits || end == line.size() ||
        (line[end] != '.' && line[end] != ')' && line[end] != ':'))
      return line;
    line.remove_prefix(end + 1);
  }
}

// The text of the call itself. Text after a closing backtick is a remark.
std::string_view call_text(std::string_view line) {
  line = without_bullets(line);
  if (line.starts_with('`')) {
    line = line.substr(std::min(line.find_first_not_of('`'), line.size()));
    return trimmed(line.substr(0, line.find('`')), kAsciiBlanks);
  }
  const std::size_t last = line.find_last_not_of("* \t;,");
  return line.substr(0, last == line.npos ? 0 : last + 1);
}

// A name and an opening bracket.
bool looks_like_call(std::string_view text) {
  if (text.empty() || !(is_letter(text[0]) || text[0] == '_')) return false;
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  while (end < text.size() && text[end] == ' ') ++end;
  return end < text.size() && text[end] == '(';
}

// A fence or a horizontal rule, without content.
bool is_ornament(std::string_view line) {
  return line.empty() || line.starts_with("```") || line.starts_with("~~~") ||
         line.find_first_not_of("-*_=") == line.npos;
}

class ActionsReader {
 public:
  ActionsReader(const Source& source, const Toolset& tools) : source_(source), tools_(tools) {}

  void add(std::string_view text, int line) {
    if (reading_.items.size() >= kMaxStatements) return;
    ReadCalls read =
        read_calls(text, tools_, {0, text.size(), kMaxStatements - reading_.items.size()});
    const bool unread = read.error && !read.failed;
    if (unread || read.statements.empty()) {
      Item item;
      item.written = text.substr(0, kMaxWritten);
      item.line = line;
      item.error = unread ? with_line(*std::move(read.error), line)
                          : CallError{"SyntaxError", "SyntaxError: no call", line, item.written};
      reading_.items.push_back(std::move(item));
      return;
    }
    for (Item& item : items_of(std::move(read), source_)) {
      if (!item.call && item.written.size() > kMaxWritten) item.written.resize(kMaxWritten);
      item.line = line;
      if (item.error) item.error->line = line;
      reading_.items.push_back(std::move(item));
    }
  }

  Reading& reading() { return reading_; }

 private:
  static CallError with_line(CallError error, int line) {
    error.line = line;
    return error;
  }

  const Source& source_;
  const Toolset& tools_;
  Reading reading_;
};

// `executed=["click(1, 2)"]`: the first calls, within the given bytes. The number of omitted calls
// is on the line below, so that the list stays JSON.
std::string list_line(std::string_view name, std::span<const std::string> calls,
                      std::size_t bytes) {
  FeedbackBudget budget(bytes);
  std::vector<std::string> shown;
  for (const std::string& each : calls) {
    std::string text = printable(cut_text(each, kMaxListedAction));
    if (!budget.take(quote_json(text).size() + 1)) break;
    shown.push_back(std::move(text));
  }
  std::string line = std::string(name) + "=" + json_text_array(shown) + "\n";
  if (shown.size() < calls.size())
    line +=
        "and " + std::to_string(calls.size() - shown.size()) + " more " + std::string(name) + "\n";
  return line;
}
}  // namespace

Reading read_actions(const Source& source, const Toolset& tools) {
  const std::string text = normalise_newlines(
      source.reply ? decode_json_string(without_thoughts(source.reply->text, LineEnds::kept)) : "");
  const std::vector<Line> lines = lines_of(text);

  ActionsReader reader(source, tools);
  int sections = 0;
  bool in_actions = false;
  for (const Line& line : lines) {
    if (const std::optional<Header> header = read_header(line.text)) {
      in_actions = header->name == kActionsHeader;
      if (in_actions) ++sections;
      const std::string_view call = call_text(header->rest);
      if (in_actions && !is_ornament(call)) reader.add(call, line.number);
    } else if (in_actions && !is_ornament(line.text)) {
      if (const std::string_view call = call_text(line.text); !call.empty())
        reader.add(call, line.number);
    }
  }
  if (sections == 0) {
    for (const Line& line : lines) {
      const std::string_view call = call_text(line.text);
      if (looks_like_call(call)) reader.add(call, line.number);
    }
  }
  Reading& reading = reader.reading();
  reading.blocks = sections > 0 ? sections : reading.items.empty() ? 0 : 1;
  return std::move(reading);
}

TurnReport report_actions(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts) {
  FeedbackBudget budget(kMaxFeedback - kMaxExecutedList - kMaxIgnoredList);
  FeedbackLines notes(budget);
  std::vector<std::string> executed, ignored, clamped, unchanged, outcomes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Item& item = reading.items[i];
    const std::string text = item.call ? canonical_text(*item.call) : item.written;
    if (item.call)
      outcomes.push_back(outcome_line(text, results[i], facts.capture_failure.has_value()));
    switch (results[i].outcome) {
      case Outcome::done:
        executed.push_back(text);
        if (results[i].unchanged()) unchanged.push_back(text);
        if (leaves_the_picture(*item.call)) clamped.push_back(text);
        break;
      case Outcome::unknown:
      case Outcome::partial: break;
      case Outcome::noted:
      case Outcome::refused:
      case Outcome::malformed:
      case Outcome::not_run: ignored.push_back(text); break;
    }
  }
  notes.add(clamped_note(clamped));
  notes.add(unchanged_note(unchanged));
  for (const std::string& each : outcomes) notes.add(each);
  std::string feedback = "EXECUTOR_FEEDBACK:\n" +
                         list_line("executed", executed, kMaxExecutedList) +
                         list_line("ignored", ignored, kMaxIgnoredList);
  for (const Warning& each : facts.warnings) feedback += "WARNING: " + each.text + "\n";
  feedback += notes.take();
  if (facts.capture_failure) feedback += degraded_text("capturer", *facts.capture_failure) + "\n";
  TurnReport report;
  if (reading.error) {
    feedback += "ERROR: " + reading.error->text + "\n";
    report.error = CallFailure{reading.error->kind, reading.error->text, 0};
  }
  report.feedback = finished_feedback(std::move(feedback));
  return report;
}
}  // namespace franz::executor
