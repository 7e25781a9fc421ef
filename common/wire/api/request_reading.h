#pragma once
// Reads what somebody sent, whatever the API: all that can be read, and the first fault.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include "common/base/json.h"
#include "common/wire/api/request.h"
#include "common/wire/message_fields.h"

namespace franz {
class RequestReading {
 public:
  static constexpr std::size_t kMaxMessages = 10000;

  // `fields` outlives it.
  explicit RequestReading(MessageFields& fields);

  MessageFields& fields() { return fields_; }
  // What was read so far; taken from, the reading is used up.
  RequestView& view() { return view_; }

  // What is wrong at a place; the first counts.
  void fault(const std::string& pointer, const std::string& expected);
  // A fault where a member that may be missing is there and does not hold.
  void expect(const std::string& pointer, const std::string& expected, bool holds);

  std::optional<double> number(const std::string& pointer);
  bool truth(const std::string& pointer);  // missing: false
  // "model", "temperature", "top_p", "stream".
  void take_parameters();
  // The limit under one of its names; the first that is there counts.
  void take_limit(const std::string& pointer);
  // The list "tools". `name`: the pointer of a tool's name in its entry: "/function/name".
  void take_tools(const std::string& name);

  // A part of a message, behind the others; over RequestView::kMaxParts it is only counted.
  void add(RequestView::Message& message, const SentPart& part);

 private:
  MessageFields& fields_;
  RequestView view_;
  std::size_t kept_ = 0;  // parts
};
}  // namespace franz
