#include "orchestrator/kept_pictures.h"
#include <set>
#include <utility>

namespace franz::orchestrator {
void KeptPictures::add(const PictureRef& picture, std::string base64) {
  base64_[picture.sha256] = std::move(base64);
}

std::string_view KeptPictures::find(const PictureRef& picture) const {
  const auto found = base64_.find(picture.sha256);
  return found == base64_.end() ? std::string_view() : found->second;
}

static std::set<std::string> pictures_in(std::span<const Message> messages) {
  std::set<std::string> pictures;
  for (const Message& message : messages)
    for (const Part& part : message.parts)
      if (part.picture) pictures.insert(part.picture->sha256);
  return pictures;
}

std::vector<std::string> KeptPictures::hold(std::span<const Message> messages,
                                            std::vector<Step>& steps, const Load& load) {
  const std::set<std::string> shown = pictures_in(messages);
  std::erase_if(base64_, [&](const auto& each) { return !shown.contains(each.first); });
  std::vector<std::string> lost;
  for (Step& step : steps) {
    if (!step.picture || !shown.contains(step.picture->sha256) || !find(*step.picture).empty())
      continue;
    Result<std::string> loaded = load(step.turn, *step.picture);
    if (loaded.ok()) {
      add(*step.picture, std::move(loaded).value());
    } else {
      lost.push_back("the picture of turn " + std::to_string(step.turn) +
                     " is not sent again: " + loaded.error().message);
      step.picture.reset();
    }
  }
  return lost;
}
}  // namespace franz::orchestrator
