#pragma once
// JSON that a model or a program wrote, as the exported page shows it: as rows to read.
#include <string>
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// The members of the object that `json` is: a row each, those of objects in it under their path
// ("error.type"), a list as JSON, a text as itself. Anything else, or more than 100 members: the
// text alone.
ShownJson shown_json(const std::string& json);
}  // namespace franz::proxy
