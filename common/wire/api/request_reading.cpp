#include "common/wire/api/request_reading.h"
#include <algorithm>
#include <cmath>
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxToolNames = 1000;

static bool is_number_of_tokens(MessageFields& fields, const std::string& pointer) {
  if (!fields.is_number(pointer)) return false;
  const double number = fields.number(pointer, -1e300, 1e300);
  return number == std::floor(number) && std::abs(number) < 1e15;
}

RequestReading::RequestReading(MessageFields& fields) : fields_(fields) {
  view_.duplicates = fields_.duplicates();
}

void RequestReading::fault(const std::string& pointer, const std::string& expected) {
  if (view_.fault.empty()) view_.fault = pointer + ": expected " + expected;
}

void RequestReading::expect(const std::string& pointer, const std::string& expected, bool holds) {
  if (!holds && fields_.has(pointer)) fault(pointer, expected);
}

std::optional<double> RequestReading::number(const std::string& pointer) {
  if (!fields_.is_number(pointer)) return std::nullopt;
  return fields_.number(pointer, -1e300, 1e300);
}

bool RequestReading::truth(const std::string& pointer) {
  const std::string raw = fields_.raw(pointer);
  expect(pointer, "true or false", raw == "true" || raw == "false");
  return raw == "true";
}

void RequestReading::take_parameters() {
  if (fields_.is_text("/model")) view_.model = fields_.text("/model");
  expect("/model", "a text", fields_.is_text("/model"));
  view_.temperature = number("/temperature");
  view_.top_p = number("/top_p");
  view_.stream = truth("/stream");
}

void RequestReading::take_limit(const std::string& pointer) {
  const auto limit = number(pointer);
  if (limit && !view_.max_tokens && std::abs(*limit) < 1e15)
    view_.max_tokens = static_cast<long long>(*limit);
  expect(pointer, "a whole number", is_number_of_tokens(fields_, pointer));
  // -1: no limit, as for llama-server.
  if (limit && *limit != -1) expect(pointer, "1 or more", *limit >= 1);
}

void RequestReading::take_tools(const std::string& name) {
  view_.tools = fields_.find_value("/tools").value_or("");
  if (!fields_.is_list("/tools")) return;
  const std::size_t count = std::min(fields_.size("/tools"), kMaxToolNames);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string pointer = "/tools/" + std::to_string(i) + name;
    const std::string type = "/tools/" + std::to_string(i) + "/type";
    if (fields_.is_text(pointer)) {
      view_.tool_names.push_back(fields_.text(pointer));
    } else if (fields_.is_text(type) && fields_.text(type) != "function") {
      view_.tool_names.push_back("(" + fields_.text(type) + ")");
    }
  }
}

void RequestReading::add(RequestView::Message& message, const SentPart& part) {
  if (kept_ < RequestView::kMaxParts) {
    message.parts.push_back(part);
    ++kept_;
  } else {
    ++view_.parts_left_out;
  }
}
}  // namespace franz
