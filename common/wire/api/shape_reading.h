#pragma once
// Compares a body with the form in which it is written, for every API: Api::departures.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "common/wire/message.h"
#include "common/wire/message_fields.h"

namespace franz {
// `field`: the place in readable form, "messages[2].content"; `pointer`: the same as a JSON
// pointer.
class ShapeReading {
 public:
  // `fields` must outlive it.
  explicit ShapeReading(MessageFields& fields) : fields_(fields) {}

  MessageFields& fields() { return fields_; }
  // The departures so far. Moving from it ends the reading.
  std::vector<Departure>& departures() { return departures_; }

  void add(const std::string& field, std::string_view expected, std::string_view got);
  // Checks the members of an object in order, "type, text". False: it has others, or is not an
  // object.
  bool members(const std::string& field, const std::string& pointer, std::string_view expected);
  // Checks for a text of exactly these characters.
  void value(const std::string& field, const std::string& pointer, std::string_view expected);
  // Checks for a PNG as a data URI, with base64 as an encoder writes it.
  void picture(const std::string& field, const std::string& pointer);

 private:
  MessageFields& fields_;
  std::vector<Departure> departures_;
};

// The place of a message in readable form: "messages[0]".
std::string message_field(std::size_t message);

// The expected number of parts: "2 parts", "1 or 2 parts".
std::string expected_parts(std::size_t least, std::size_t most);

// The turn's own picture, for which the expected messages have no digest: a request may lack it.
inline bool is_new_picture(const Part& part) {
  return part.kind == Part::Kind::picture && part.picture && part.picture->sha256.empty();
}
}  // namespace franz
