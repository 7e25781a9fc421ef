#pragma once
// A reading as text, for tables of cases.
#include <string>
#include "common/formats/dialect.h"
#include "common/tools/call.h"

namespace franz::executor {
// One line per item, then the result and the faults:
//   1 left_click(10, 40)            an item: its line and its call
//   2 unknown_tool                  an item without a call, and the kind of its error
//   done: text
//   ? steps[1].tool: there is …     a complaint
//   ! malformed_reply               the reading's error
inline std::string shown(const Reading& reading) {
  std::string text;
  const auto line = [&text](const std::string& more) { text += (text.empty() ? "" : "\n") + more; };
  for (const Item& item : reading.items)
    line(std::to_string(item.line) + " " +
         (item.call    ? canonical_text(*item.call)
          : item.error ? item.error->kind
                       : "nothing") +
         (item.clamped ? " clamped" : ""));
  if (reading.done) line("done: " + *reading.done);
  for (const std::string& complaint : reading.complaints) line("? " + complaint);
  if (reading.error) line("! " + reading.error->kind);
  return text;
}
}  // namespace franz::executor
