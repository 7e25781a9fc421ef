#pragma once
// What a picture gives a model to see, estimated by the model's name.
#include <optional>
#include <string>
#include <string_view>
#include "common/geometry/screen_map.h"
#include "common/settings/settings.h"

namespace franz {
// Below it models do not find places. Source: llama.cpp, tools/mtmd/clip.cpp, which says so when it
// loads a Qwen-VL model (ggml-org/llama.cpp#16842).
inline constexpr int kLeastGroundingTokens = 1024;

// The visual tokens of a picture of that size; of a model that is not known, as qwen3-vl has them.
// Nothing: it is known, and how it counts is not; or no server takes such a picture.
std::optional<int> estimated_tokens(std::string_view model, Size picture);

// ", about 1296 visual tokens"; empty: nobody knows.
std::string token_words(std::string_view model, Size picture);
// "1536x864, about 1296 visual tokens", or the size alone.
std::string picture_cost(std::string_view model, Size picture);

// The picture of every turn but the first, which is that of most, on a surface of that size.
Size usual_picture(const SurfaceSettings& surface, Size seen);

// What [surface] picture is to be on that grid, so that it is large enough on any usual screen.
std::string advised_picture(int grid);

struct PictureAdvice {
  std::string found;  // one line: how little the picture gives
  std::string mend;   // what to do about it, a line each: the settings' first
};
// Nothing: the picture is large enough, or the model is not asked for places: it is none of
// all_model_kinds(), and draws in a sandbox.
std::optional<PictureAdvice> too_small_picture(std::string_view model, Size picture,
                                               bool real_screen);
}  // namespace franz
