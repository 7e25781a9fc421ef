#pragma once
// The file by which an X server and its clients know each other.
#include <string>
#include <string_view>

namespace franz {
inline constexpr std::size_t kCookieBytes = 16;
inline constexpr std::string_view kCookieMethod = "MIT-MAGIC-COOKIE-1";

// The file's bytes: one MIT-MAGIC-COOKIE-1 for every display of every host. `cookie`: kCookieBytes
// random bytes. Source: libXau, Xauth(3) and AuWrite.c: family, address, number, name, data, each
// but the first with its length in front; numbers have two bytes, the higher one first.
std::string xauthority_file(std::string_view cookie);
}  // namespace franz
