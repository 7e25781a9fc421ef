#pragma once
// Targets identified by a colour's name: `proxy doctor --grounding` paints them and asks for them,
// and the demo model finds them in its pictures.
#include <array>
#include <string_view>
#include "common/picture/target_look.h"

namespace franz {
struct NamedColour {
  std::string_view name;  // the name used to ask a model: "the red circle"
  target_look::Rgb rgb;
};
inline constexpr std::array kTargetColours{
    NamedColour{"red", {214, 32, 38}},     NamedColour{"green", {22, 140, 58}},
    NamedColour{"blue", {34, 76, 220}},    NamedColour{"yellow", {250, 206, 12}},
    NamedColour{"purple", {134, 42, 176}}, NamedColour{"black", {16, 16, 18}},
};
inline constexpr target_look::Rgb kCardGround{236, 236, 232};

// "Where is the middle of the red circle? …": the text before the colour's name.
inline constexpr std::string_view kAskedForTarget = "Where is the middle of the ";
}  // namespace franz
