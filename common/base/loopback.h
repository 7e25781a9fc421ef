#pragma once
#include <string_view>

namespace franz {
// True for localhost, 127.0.0.0/8 and ::1. `host`: IPv6 without brackets.
bool is_loopback(std::string_view host);
}  // namespace franz
