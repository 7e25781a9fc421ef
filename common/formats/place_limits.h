#pragma once
// Limits for the places that models write.
namespace franz {
inline constexpr double kFarthestPlace = 1e6;  // larger numbers cannot be places near any picture
inline constexpr double kMiddleOfScale = 500;  // of 0..1000
}  // namespace franz
