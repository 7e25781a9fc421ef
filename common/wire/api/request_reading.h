#pragma once
// Reads a request that somebody sent, for every API: everything that can be read, and the first
// fault.
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

  // `fields` must outlive it.
  explicit RequestReading(MessageFields& fields);

  MessageFields& fields() { return fields_; }
  // What was read so far. Moving from it ends the reading.
  RequestView& view() { return view_; }

  // Records a fault; only the first one counts.
  void fault(const std::string& pointer, const std::string& expected);
  // Records a fault if an optional member is present and `holds` is false.
  void expect(const std::string& pointer, const std::string& expected, bool holds);

  std::optional<double> number(const std::string& pointer);
  bool truth(const std::string& pointer);  // missing: false
  // "model", "temperature", "top_p", "stream".
  void take_parameters();
  // Reads the token limit under one of its names; the first one present counts.
  void take_limit(const std::string& pointer);
  // Reads the list "tools". `name`: the pointer of a tool's name in its entry: "/function/name".
  void take_tools(const std::string& name);

  // Appends a part to a message; beyond RequestView::kMaxParts it is only counted.
  void add(RequestView::Message& message, const SentPart& part);

 private:
  MessageFields& fields_;
  RequestView view_;
  std::size_t kept_ = 0;  // parts
};
}  // namespace franz
