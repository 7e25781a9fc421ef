#pragma once
// What answers in place of an HTTP/1.1 server, told from its first bytes.
#include <string>
#include <string_view>

namespace franz {
// `first`: what came first, a few dozen bytes suffice. To follow "it ": "sent \"SSH-2.0-…\"",
// with what to do where that is known.
std::string describe_foreign_reply(std::string_view first);
}  // namespace franz
