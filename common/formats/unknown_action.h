#pragma once
// The answer to a model that uses a name unknown to its format.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace franz {
inline constexpr std::size_t kMaxNameShown = 60;  // bytes of an unknown name that an answer repeats

// `there is no action "clik"; did you mean click? The actions are: click, drag`; `noun` is
// "action", and `name` is cut.
std::string unknown_name(std::string_view noun, std::string_view name,
                         std::span<const std::string_view> names);
}  // namespace franz
