#pragma once
// Recognizes, from its first bytes, a server that does not speak HTTP/1.1.
#include <string>
#include <string_view>

namespace franz {
// `first`: the first bytes received; a few dozen are enough. The result follows "it ": "sent
// \"SSH-2.0-…\"", with a remedy if one is known.
std::string describe_foreign_reply(std::string_view first);
}  // namespace franz
