#pragma once
// Estimates, by the model's name, how much of a picture the model sees.
#include <optional>
#include <string>
#include <string_view>
#include "common/geometry/screen_map.h"
#include "common/settings/settings.h"

namespace franz {
// With fewer tokens models do not find places. Source: llama.cpp, tools/mtmd/clip.cpp, which warns
// about it when it loads a Qwen-VL model (ggml-org/llama.cpp#16842).
inline constexpr int kLeastGroundingTokens = 1024;

// The visual tokens of a picture of that size; for an unknown model, as for qwen3-vl. Nothing: a
// known model with unknown counting; or no server accepts such a picture.
std::optional<int> estimated_tokens(std::string_view model, Size picture);

// ", about 1296 visual tokens"; empty: unknown.
std::string token_words(std::string_view model, Size picture);
// "1536x864, about 1296 visual tokens", or the size alone.
std::string picture_cost(std::string_view model, Size picture);

// The picture of every turn except the first on a surface of that size.
Size usual_picture(const SurfaceSettings& surface, Size seen);

// A value for [surface] picture on that grid that is large enough on any usual screen.
std::string advised_picture(int grid);

struct PictureAdvice {
  std::string found;  // one line: the problem with the picture
  std::string fix;    // what to do, one line each: first the setting
};
// Nothing: the picture is large enough, or places do not matter: the model is unknown to
// all_model_kinds() and draws in a sandbox.
std::optional<PictureAdvice> too_small_picture(std::string_view model, Size picture,
                                               bool real_screen);
}  // namespace franz
