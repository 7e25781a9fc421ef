#include "tests/common/wire/api/golden_answers.h"
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include "common/wire/api/apis.h"
#include "common/wire/message_fields.h"
#include "tests/support/test_paths.h"

namespace franz {
static std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

static std::string row(const std::string& status, const std::string& content,
                       const std::string& reasoning, const std::string& reason,
                       const std::string& calls, const std::string& usage, const std::string& error,
                       const std::string& kind) {
  return "status " + status + "\ncontent " + content + "\nreasoning " + reasoning + "\nreason " +
         reason + "\ntool_calls " + calls + "\nusage " + usage + "\nerror " + error + "\nkind " +
         kind;
}

static std::string or_null(const std::optional<std::string>& text) {
  return text ? "'" + *text + "'" : "null";
}

std::string describe(int status, const ModelReply& reply) {
  static constexpr const char* kKinds[] = {"reply", "error", "cut"};
  std::string usage = "null";
  if (reply.usage)
    usage = std::to_string(reply.usage->prompt_tokens) + " " +
            std::to_string(reply.usage->completion_tokens) + " " +
            std::to_string(reply.usage->total_tokens);
  const bool error = reply.kind == ModelReply::Kind::error;
  return row(std::to_string(status), or_null(reply.content), or_null(reply.reasoning),
             or_null(reply.finish_reason), std::to_string(reply.calls.size()), usage,
             error ? "'" + reply.error.text + "'" : "null", kKinds[static_cast<int>(reply.kind)]);
}

static std::string describe_row(MessageFields& fields) {
  const auto text = [&](const char* field) { return or_null(fields.optional_text(field)); };
  std::string usage = "null";
  if (fields.has("/usage"))
    usage = fields.raw("/usage/prompt_tokens") + " " + fields.raw("/usage/completion_tokens") +
            " " + fields.raw("/usage/total_tokens");
  return row(fields.raw("/status"), text("/content"), text("/reasoning"), text("/finish_reason"),
             fields.raw("/tool_calls"), usage, text("/error_text"), fields.text("/kind"));
}

static void add_answers(const Api& api, std::vector<GoldenAnswer>& answers) {
  const std::string folder = std::string(kSourceDir) + "/tests/golden/servers/" +
                             (api.name == "chat" ? "" : std::string(api.name) + "/");
  std::istringstream lines(bytes_of(folder + "expected.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    MessageFields fields = MessageFields::parse(line).value();
    GoldenAnswer answer;
    answer.api = &api;
    answer.file = fields.text("/file");
    answer.bytes = bytes_of(folder + answer.file);
    answer.status = static_cast<int>(fields.integer("/status", 100, 599));
    answer.expected = describe_row(fields);
    answers.push_back(std::move(answer));
  }
}

std::vector<GoldenAnswer> golden_answers() {
  std::vector<GoldenAnswer> answers;
  for (const Api& api : all_apis()) add_answers(api, answers);
  return answers;
}

static std::string header(std::string_view head, const std::string& name) {
  std::istringstream lines{std::string(head)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = std::min(line.find(':'), line.size());
    const bool same = std::equal(
        line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), name.begin(), name.end(),
        [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
    if (!same) continue;
    const std::size_t begin = line.find_first_not_of(' ', colon + 1);
    return line.substr(begin, line.find_last_not_of("\r ") + 1 - begin);
  }
  return "";
}

HttpAnswer read_http(std::string_view bytes) {
  HttpAnswer answer;
  const std::size_t end = bytes.find("\r\n\r\n");
  const std::string_view head = bytes.substr(0, end);
  std::string_view body = bytes.substr(end + 4);
  answer.status = std::stoi(std::string(head.substr(9, 3)));
  answer.content_type = header(head, "content-type");
  if (header(head, "transfer-encoding") == "chunked") {
    while (true) {
      const std::size_t line = body.find("\r\n");
      if (line == std::string_view::npos) return answer;
      const std::size_t size = std::stoul(std::string(body.substr(0, line)), nullptr, 16);
      body.remove_prefix(line + 2);
      answer.body += body.substr(0, size);
      if (body.size() < size + 2) return answer;
      body.remove_prefix(size + 2);
      if (size == 0) break;
    }
    answer.whole = true;
    return answer;
  }
  answer.body = body;
  const std::string length = header(head, "content-length");
  answer.whole = length.empty() || body.size() == std::stoul(length);
  return answer;
}
}  // namespace franz
