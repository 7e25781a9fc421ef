#pragma once
// The file with the secret that an X server and its clients share.
#include <string>
#include <string_view>

namespace franz {
inline constexpr std::size_t kCookieBytes = 16;
inline constexpr std::string_view kCookieMethod = "MIT-MAGIC-COOKIE-1";

// The file's bytes: one MIT-MAGIC-COOKIE-1 for every display of every host. `cookie`: kCookieBytes
// random bytes. Source: libXau, Xauth(3) and AuWrite.c: family, address, number, name, data, each
// except the first preceded by its length; numbers have two bytes, the higher one first.
std::string xauthority_file(std::string_view cookie);
}  // namespace franz
