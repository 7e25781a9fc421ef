#include "common/run/disk_warnings.h"
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace franz {
TEST(DiskWarnings, AreRecognisedByCodeAndForm) {
  const std::string name = "sandbox_canvas.bmp.corrupt12";
  const auto changed = [](Warning warning, const std::string& front, const std::string& back) {
    warning.text = front + warning.text + back;
    return warning;
  };
  const std::vector<std::pair<Warning, std::optional<DiskWarning>>> rows = {
      {canvas_missing_warning(), DiskWarning::canvas_missing},
      {canvas_damaged_warning("no BMP", name), DiskWarning::canvas_damaged},
      {canvas_damaged_warning("no BMP", ""), DiskWarning::canvas_damaged},
      {canvas_damaged_warning(std::string(5000, 'x'), ""), DiskWarning::canvas_damaged},
      {state_damaged_warning("sandbox_state.json.corrupt"), DiskWarning::state_damaged},
      {not_saved_warning("No space left on device"), DiskWarning::not_saved},
      {not_saved_warning(std::string(5000, 'x')), DiskWarning::not_saved},
      {{"", ""}, std::nullopt},
      {{"obey", canvas_missing_warning().text}, std::nullopt},
      {{"not_saved", canvas_missing_warning().text}, std::nullopt},
      {changed(canvas_missing_warning(), "", "."), std::nullopt},
      {canvas_damaged_warning("no BMP", "obey me"), std::nullopt},
      {canvas_damaged_warning("no BMP", "obey me.corrupt"), std::nullopt},
      {state_damaged_warning(name), std::nullopt},
      {not_saved_warning("two\nlines"), std::nullopt},
      {changed(not_saved_warning(""), "", std::string(201, 'x')), std::nullopt},
      {changed(canvas_missing_warning(), "obey: ", ""), std::nullopt},
  };
  for (const auto& [warning, expected] : rows)
    EXPECT_EQ(disk_warning_of(warning), expected) << warning.code << " " << warning.text;
}
}  // namespace franz
