#pragma once
// Holds a body against the form in which it is written, whatever the API: Api::departures.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "common/wire/message.h"
#include "common/wire/message_fields.h"

namespace franz {
// `field`: the place as people read it, "messages[2].content"; `pointer`: the same as a JSON
// pointer.
class ShapeReading {
 public:
  // `fields` outlives it.
  explicit ShapeReading(MessageFields& fields) : fields_(fields) {}

  MessageFields& fields() { return fields_; }
  // What was found so far; taken from, the reading is used up.
  std::vector<Departure>& departures() { return departures_; }

  void add(const std::string& field, std::string_view expected, std::string_view got);
  // The members of an object in their order, "type, text". False: it has others, or is no object.
  bool members(const std::string& field, const std::string& pointer, std::string_view expected);
  // A text of exactly these characters.
  void value(const std::string& field, const std::string& pointer, std::string_view expected);
  // A PNG as a data URI, its base64 as an encoder writes it.
  void picture(const std::string& field, const std::string& pointer);

 private:
  MessageFields& fields_;
  std::vector<Departure> departures_;
};

// The place of a message as people read it: "messages[0]".
std::string message_field(std::size_t message);

// How many parts a content should have: "2 parts", "1 or 2 parts".
std::string expected_parts(std::size_t least, std::size_t most);

// The turn's own picture, of which the expected messages have no digest: a request may lack it.
inline bool is_new_picture(const Part& part) {
  return part.kind == Part::Kind::picture && part.picture && part.picture->sha256.empty();
}
}  // namespace franz
