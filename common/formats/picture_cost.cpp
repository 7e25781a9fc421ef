#include "common/formats/picture_cost.h"
#include "common/formats/formats.h"
#include "common/geometry/smart_resize.h"

namespace franz {
static constexpr int kAdvisedTokens = 1296;  // 1536x864 on a grid of 32; room for other shapes

std::optional<int> estimated_tokens(std::string_view model, Size picture) {
  const ResizeRule* const rule = resize_rule_of(model);
  if (rule == nullptr) return std::nullopt;
  const Result<int> tokens = visual_tokens(picture, *rule);
  return tokens.ok() ? std::optional(tokens.value()) : std::nullopt;
}

std::string token_words(std::string_view model, Size picture) {
  const std::optional<int> tokens = estimated_tokens(model, picture);
  return tokens ? ", about " + std::to_string(*tokens) + " visual tokens" : "";
}

std::string picture_cost(std::string_view model, Size picture) {
  return size_text(picture) + token_words(model, picture);
}

Size usual_picture(const SurfaceSettings& surface, Size seen) {
  return resolved(surface.followup_picture.value_or(surface.picture), seen).size;
}

std::string advised_picture(int grid) {
  return "fit " + std::to_string(kAdvisedTokens * grid * grid) + " grid " + std::to_string(grid);
}

std::optional<PictureAdvice> too_small_picture(std::string_view model, Size picture,
                                               bool real_screen) {
  if (!real_screen && find_model_kind(model) == nullptr) return std::nullopt;
  const ResizeRule* const rule = resize_rule_of(model);
  const std::optional<int> tokens = estimated_tokens(model, picture);
  if (!tokens || *tokens >= kLeastGroundingTokens) return std::nullopt;
  const std::string least = std::to_string(kLeastGroundingTokens);
  PictureAdvice advice;
  advice.found = picture_cost(model, picture) + ": with fewer than " + least +
                 ", models do not find places in a picture";
  advice.fix = "in config.ini, [surface] picture = " + advised_picture(rule->factor) +
               "\nllama-server: --image-min-tokens " + least;
  return advice;
}
}  // namespace franz
