#pragma once
// Numbers that the places of models are held against.
namespace franz::executor {
inline constexpr double kFarthestPlace = 1e6;  // beyond it a number is no place near any picture
inline constexpr double kMiddleOfScale = 500;  // of 0..1000
}  // namespace franz::executor
