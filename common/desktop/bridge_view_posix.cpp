#include "common/desktop/bridge_view_posix.h"
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/screen_facts.h"

namespace franz {
namespace {
// The usual arrow: # black, . white. It points to its first pixel.
constexpr std::array<std::string_view, 19> kArrow{
    "#           ", "##          ", "#.#         ", "#..#        ", "#...#       ",
    "#....#      ", "#.....#     ", "#......#    ", "#.......#   ", "#........#  ",
    "#.........# ", "#......#####", "#...#..#    ", "#..##..#    ", "#.#  #..#   ",
    "##   #..#   ", "      #..#  ", "      #..#  ", "       ##   "};

PointerImage arrow_at(Point at) {
  PointerImage image;
  image.at = at;
  image.size = {static_cast<int>(kArrow.front().size()), static_cast<int>(kArrow.size())};
  for (const std::string_view row : kArrow)
    for (const char pixel : row) {
      const std::uint8_t shade = pixel == '.' ? 255 : 0;
      const std::uint8_t alpha = pixel == ' ' ? 0 : 255;
      image.bgra.insert(image.bgra.end(), {shade, shade, shade, alpha});
    }
  return image;
}

class BridgeView : public ScreenView {
 public:
  BridgeView(std::unique_ptr<BridgeConnection> bridge, std::string name)
      : bridge_(std::move(bridge)), name_(std::move(name)) {}

  Result<std::vector<Monitor>> monitors() override {
    const Result<BridgeAnswer> answer = bridge_->ask({.kind = BridgeRequest::Kind::size});
    if (!answer.ok()) return answer.error();
    const Size size = answer.value().size;
    return std::vector{Monitor{name_, {0, 0, size.width, size.height}, true}};
  }

  Result<ScreenPixels> grab(const Screen& area) override {
    std::string bytes;
    const Result<BridgeAnswer> answer =
        bridge_->ask({.kind = BridgeRequest::Kind::look, .area = area}, &bytes);
    if (!answer.ok()) return answer.error();
    ScreenPixels pixels{area, {}};
    pixels.bgrx.resize(static_cast<std::size_t>(area.width) *
                       static_cast<std::size_t>(area.height) * kPixelBytes);
    if (bytes.size() != pixels.bgrx.size())
      return Error{"the screen bridge sent " + std::to_string(bytes.size()) + " bytes of pixels, " +
                   std::to_string(pixels.bgrx.size()) + " were expected"};
    std::memcpy(pixels.bgrx.data(), bytes.data(), bytes.size());
    return pixels;
  }

  Result<PointerImage> pointer() override {
    const Result<BridgeAnswer> answer = bridge_->ask({.kind = BridgeRequest::Kind::size});
    if (!answer.ok()) return answer.error();
    return arrow_at(answer.value().pointer);
  }

  // A screen that does not report its windows may be black: nothing is painted later.
  Result<bool> shows_windows(const Screen&) override {
    std::string listed;
    const Result<BridgeAnswer> answer =
        bridge_->ask({.kind = BridgeRequest::Kind::windows}, &listed);
    if (!answer.ok() && answer.error().code != ErrorCode::missing) return answer.error();
    return answer.ok() && !listed.empty();
  }

  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return std::vector<std::string>();
  }

 private:
  std::unique_ptr<BridgeConnection> bridge_;
  std::string name_;  // of the only monitor
};
}  // namespace

Result<std::unique_ptr<ScreenView>> open_bridge_view(const std::string& display) {
  auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error();
  return std::unique_ptr<ScreenView>(std::make_unique<BridgeView>(
      std::move(bridge).value(), std::string(screen_facts(display).name)));
}
}  // namespace franz
