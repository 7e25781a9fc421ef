#pragma once
// Codes of warnings (turn_options.h) that a program decides by.
#include <string_view>

namespace franz {
// The executor's, for the person alone: the model is not told. The last reply holds no action in
// the form that its dialect reads, but is in another known one.
inline constexpr std::string_view kForeignForm = "foreign_form";
}  // namespace franz
