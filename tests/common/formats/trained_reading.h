#pragma once
// The readings of the dialects of trained formats, in a form for tables.
#include <string>
#include "common/base/json_string.h"
#include "common/formats/dialect.h"

namespace franz {
using ReadDialect = Reading (*)(const Source& source, const Toolset& tools);

inline constexpr Size kSeen{1000, 500};

inline Reading read_reply(ReadDialect read, const Reply& reply, const Coordinates& coordinates = {},
                          const Toolset& tools = Toolset::all(),
                          std::optional<MapPoint> pointer = MapPoint{500, 500}) {
  const std::optional<Reply> said = reply;
  return read({said, coordinates, kSeen, pointer}, tools);
}

// The reply after one without a call.
inline Reading read_second_text(ReadDialect read, const std::string& text) {
  const std::optional<Reply> said = Reply{quote_json(text), {}};
  return read({.reply = said,
               .coordinates = {},
               .seen = kSeen,
               .pointer = MapPoint{500, 500},
               .asked_back = true},
              Toolset::all());
}

inline Reading read_text(ReadDialect read, const std::string& text,
                         const Coordinates& coordinates = {}) {
  return read_reply(read, {quote_json(text), {}}, coordinates);
}

// "left_click(1, 2); invalid_args: …; done: …", followed by " [form, form]".
inline std::string shown_reading(const Reading& reading, bool with_forms = false) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const Item& each : reading.items)
    add(each.call    ? canonical_text(*each.call)
        : each.error ? each.error->kind + ": " + each.error->text
                     : "nothing");
  if (reading.done) add("done: " + *reading.done);
  if (reading.error) add("error: " + reading.error->kind);
  if (!with_forms) return text;
  std::string forms;
  for (const std::string& each : reading.forms) forms += (forms.empty() ? "" : ", ") + each;
  return text + " [" + forms + "]";
}
}  // namespace franz
