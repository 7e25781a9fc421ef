#pragma once
// JSON for a person's eyes.
#include <string>
#include <string_view>

namespace franz {
// The same values, two blanks a level, members in their order, numbers and strings as they stand in
// `json`; but of a string that is the data: URI of a picture, the base64 becomes
// [b64 sha=0123456789ab len=245678]: the first 12 digits of its SHA-256, and how long it is. Text
// that is no JSON (JsonDocument) stays as it is. Time and memory grow with the length alone.
std::string readable_json(std::string_view json);
}  // namespace franz
