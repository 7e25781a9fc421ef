#pragma once
// The messages for a model, for every API. Texts are JSON tokens as received, or quoted once; the
// writer of a request inserts them byte for byte.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/wire/sent_form.h"

namespace franz {
// The role of the model's own messages.
inline constexpr std::string_view kAssistant = "assistant";

// A picture without its pixels, which the writer of a request provides.
struct PictureRef {
  std::string sha256;  // of the PNG
  friend bool operator==(const PictureRef&, const PictureRef&) = default;
};

struct Part {
  enum class Kind {
    text,
    picture,
    call,    // the model's own: `id` and `name`, with its arguments as `token`
    answer,  // to the call `id`
  };
  // The source of the part: the checker of a request compares the part with it.
  enum class Source {
    own,     // text of the memory itself
    system,  // Now::system
    // The text of the reply to `turn`, in `form`; turn 0: no reply yet. Several parts may come from
    // the same reply, in different forms.
    reply,
    feedback,  // Now::feedback and the operator's note
  };
  Kind kind = Kind::text;
  std::string token;     // JSON; none for a picture
  std::string id, name;  // JSON string tokens
  std::optional<PictureRef> picture;
  Source source = Source::own;
  int turn = 0;                        // of a reply
  const SentForm* form = &kWholeText;  // of a reply
  friend bool operator==(const Part&, const Part&) = default;
};

struct Message {
  std::string role;
  std::vector<Part> parts;
  friend bool operator==(const Message&, const Message&) = default;
};

inline Part text_part(std::string token, Part::Source source = Part::Source::own, int turn = 0) {
  Part part;
  part.token = std::move(token);
  part.source = source;
  part.turn = turn;
  return part;
}

inline Part picture_part(PictureRef picture) {
  Part part;
  part.kind = Part::Kind::picture;
  part.picture = std::move(picture);
  return part;
}

inline std::size_t count_parts(const Message& message, Part::Kind kind) {
  std::size_t count = 0;
  for (const Part& part : message.parts) count += part.kind == kind ? 1 : 0;
  return count;
}
}  // namespace franz
