#pragma once
// JSON formatted for people.
#include <string>
#include <string_view>

namespace franz {
// The same values, indented by two blanks per level, with members in order and numbers and strings
// as in `json`. In the data: URI of a picture the base64 becomes [b64 sha=0123456789ab len=245678]:
// the first 12 digits of its SHA-256, and its length. Text that is not JSON (JsonDocument) is
// unchanged. Time and memory grow only with the length.
std::string readable_json(std::string_view json);
}  // namespace franz
