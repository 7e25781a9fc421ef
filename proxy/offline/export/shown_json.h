#pragma once
// Displays JSON from a model or a program as rows in the exported page.
#include <string>
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// The members of the object in `json`, one row each. Members of nested objects are named by their
// path ("error.type"), a list is shown as JSON, a string without quotes. Other values, and objects
// with more than 100 members, are returned as text only.
ShownJson shown_json(const std::string& json);
}  // namespace franz::proxy
