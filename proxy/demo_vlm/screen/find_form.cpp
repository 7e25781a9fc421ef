#include "proxy/demo_vlm/screen/find_form.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace franz::demo_vlm {
namespace {
// Of a field's white, in pixels: from a screen of twice the picture's size to one of half of it.
constexpr int kMinWidth = 24, kMinHeight = 7, kMaxHeight = 64;
constexpr int kMinPiece = 5;      // pixels a side, of what marks and overlays leave of it
constexpr int kHealedInForm = 8;  // pixels: the lines of grid and cross-hair with their rims
constexpr int kRowTolerance = 6;  // pixels between the middles of buttons in one row
constexpr int kNearForm = 400;    // pixels: buttons further beside it are not its own
constexpr std::size_t kMaxLoneButtons = 3;
constexpr int kEdgeStep = 7;  // of the luma: so much darker than the ground is a frame
constexpr int kLookBack = 3;  // pixels: the ground that a frame is compared with
constexpr int kMaxTextHeight = 24, kMaxTextWidth = 200;  // pixels
constexpr int kMaxSide = 90;  // pixels from a text to the frame beside it
constexpr int kReach = 3;     // pixels outside a frame where its ground is looked at

// ---- buttons

struct ButtonSeen {
  PixelBox box;            // its frame, or its colour
  bool suggested = false;  // filled with the accent's colour
};

bool are_one_text(const PixelBox& a, const PixelBox& b) {
  const int gap = std::max(a.left, b.left) - std::min(a.right(), b.right());
  return gap <= std::max({4, a.height, b.height}) && a.top <= b.bottom() + 3 &&
         a.bottom() >= b.top - 3;
}

// Texts: dark patches that are near each other on a line.
std::vector<PixelBox> texts_of(const PixelKinds& kinds) {
  const auto is_small = [](const PixelBox& box) {
    return box.height <= kMaxTextHeight && box.width <= kMaxTextWidth;
  };
  std::vector<PixelPatch> letters = patches_of(kinds, PixelKind::dark);
  std::ranges::sort(letters, {}, [](const PixelPatch& each) { return each.box.left; });
  std::vector<PixelBox> texts;
  for (const PixelPatch& letter : letters)
    if (is_small(letter.box)) add_box(texts, letter.box, are_one_text);
  std::erase_if(texts, [&](const PixelBox& text) {
    return text.width < 4 || text.height < 3 || !is_small(text);
  });
  return texts;
}

// Where the frame is on a way from a text outwards, a line of pixels across it at a time.
struct Edge {
  std::optional<int> distance;  // in lines, from 2: the first one may have the letters' edges
  std::vector<int> hidden;      // the lines before that lie under an overlay
};

// `along`: from one line to the next; `across`: from one pixel of a line to the next.
Edge find_edge(const PixelKinds& kinds, Point from, Point along, Point across, int length,
               int reach) {
  Edge edge;
  for (int i = 2; i <= reach; ++i) {
    const int back = i - std::max(1, i - kLookBack);  // to the ground that it is compared with
    int darker = 0, seen = 0, inside = 0;
    for (int k = 0; k < length; ++k) {
      const int x = from.x + along.x * i + across.x * k, y = from.y + along.y * i + across.y * k;
      const int back_x = x - along.x * back, back_y = y - along.y * back;
      if (!kinds.has(x, y)) continue;
      ++inside;
      if (kinds.at(x, y) == PixelKind::hidden || kinds.at(back_x, back_y) == PixelKind::hidden)
        continue;
      ++seen;
      darker += kinds.luma(back_x, back_y) - kinds.luma(x, y) >= kEdgeStep ? 1 : 0;
    }
    if (inside == 0) break;
    if (seen * 2 < inside) {
      edge.hidden.push_back(i);
    } else if (darker * 4 >= seen * 3) {
      edge.distance = i;
      break;
    }
  }
  return edge;
}

// How far the frame is on both sides. What lies under an overlay is believed to be as far away as
// the other side: a button's text is in its middle.
std::optional<std::pair<int, int>> both_edges(const Edge& before, const Edge& behind,
                                              int tolerance) {
  const auto distance = [](const Edge& edge, const Edge& other) {
    const bool is_hidden = other.distance && std::ranges::any_of(edge.hidden, [&](int each) {
                             return std::abs(each - *other.distance) <= 2;
                           });
    return !edge.distance && is_hidden ? other.distance : edge.distance;
  };
  const std::optional<int> first = distance(before, behind), second = distance(behind, before);
  if (!first || !second || std::abs(*first - *second) > tolerance) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<PixelBox> frame_around(const PixelKinds& kinds, const PixelBox& text) {
  const Point right{1, 0}, down{0, 1}, left{-1, 0}, up{0, -1};
  const auto edge = [&](Point from, Point along, Point across, int length, int reach) {
    return find_edge(kinds, from, along, across, length, reach);
  };
  const Point corner{text.left, text.top};
  const int up_and_down = std::max(8, text.height * 22 / 10);
  const auto rows =
      both_edges(edge(corner, up, right, text.width, up_and_down),
                 edge({text.left, text.bottom()}, down, right, text.width, up_and_down),
                 std::max(4, text.height / 2));
  if (!rows) return std::nullopt;
  const auto columns =
      both_edges(edge(corner, left, down, text.height, kMaxSide),
                 edge({text.right(), text.top}, right, down, text.height, kMaxSide), 8);
  if (!columns) return std::nullopt;
  const PixelBox box{text.left - columns->first, text.top - rows->first,
                     text.width + columns->first + columns->second,
                     text.height + rows->first + rows->second};
  return kinds.is_on_light_ground(box, kReach) ? std::optional(box) : std::nullopt;
}

// A dark text in the middle of a frame on light ground, or a filled box of the accent's colour.
// `kinds`: healed.
std::vector<ButtonSeen> find_buttons(const PixelKinds& kinds) {
  std::vector<ButtonSeen> buttons;
  for (const auto& [box, count] : patches_of(kinds, PixelKind::accent)) {
    const bool is_button = box.width >= 24 && box.width <= 300 && box.height >= 10 &&
                           box.height <= 64 && box.width > box.height &&
                           count * 10 >= box.width * box.height * 6;
    if (is_button && kinds.is_on_light_ground(box, kReach)) buttons.push_back({box, true});
  }
  for (const PixelBox& text : texts_of(kinds)) {
    const auto box = frame_around(kinds, text);
    if (box && std::ranges::find(buttons, *box, &ButtonSeen::box) == buttons.end())
      buttons.push_back({*box, false});
  }
  return buttons;
}

// ---- fields

bool is_field_like(const PixelBox& box) {
  return box.width >= kMinWidth && box.height >= kMinHeight && box.height <= kMaxHeight &&
         box.width * 10 >= box.height * 16;
}

// Outside of a frame, which is thicker around what has the focus.
bool is_in_dialog(const PixelKinds& kinds, const PixelBox& box) {
  return std::ranges::any_of(std::array{2, 3, 4, 5},
                             [&](int reach) { return kinds.is_on_light_ground(box, reach); });
}

// The pixels between two pieces side by side or one above the other, or nothing.
std::optional<PixelBox> gap_between(const PixelBox& a, const PixelBox& b) {
  const int left = std::max(a.left, b.left), right = std::min(a.right(), b.right());
  const int top = std::max(a.top, b.top), bottom = std::min(a.bottom(), b.bottom());
  const auto most_of = [](int common, int one, int other) {
    return common * 10 >= std::min(one, other) * 7;
  };
  if (left > right && most_of(bottom - top + 1, a.height, b.height))
    return PixelBox{right + 1, top, left - right - 1, bottom - top + 1};
  if (top > bottom && most_of(right - left + 1, a.width, b.width))
    return PixelBox{left, bottom + 1, right - left + 1, top - bottom - 1};
  return std::nullopt;
}

// Two pieces of one field, with a mark or a label between them.
bool belong_together(const PixelKinds& kinds, const PixelBox& a, const PixelBox& b,
                     int max_height) {
  const std::optional<PixelBox> gap = gap_between(a, b);
  if (!gap || around(a, b).height > max_height) return false;
  const int hidden = kinds.count(*gap, PixelKind::hidden);
  const int white = kinds.count(*gap, PixelKind::white);
  return hidden > 0 && (hidden + white) * 10 >= gap->width * gap->height * 8;
}

bool is_piece(const PixelPatch& patch) {
  const PixelBox& box = patch.box;
  return box.width >= kMinPiece && box.height >= kMinPiece && box.height <= kMaxHeight &&
         patch.count * 10 >= box.width * box.height * 4;
}

// Without the rows at its ends that are hardly white: the rim of a pointer over the field's frame
// joins the white inside.
PixelBox without_rim(const PixelKinds& kinds, PixelBox box) {
  const auto is_rim = [&](int row) {
    const PixelBox line{box.left, row, box.width, 1};
    return (kinds.count(line, PixelKind::white) + kinds.count(line, PixelKind::hidden)) * 3 <
           box.width;
  };
  for (; box.height > kMinHeight && is_rim(box.top); --box.height) ++box.top;
  while (box.height > kMinHeight && is_rim(box.bottom())) --box.height;
  return box;
}

std::vector<PixelBox> field_boxes(const PixelKinds& healed) {
  const std::vector<PixelPatch> patches = patches_of(healed, PixelKind::white);
  // A dialog's fields are equally high: between two of them, a label may hide what parts them.
  int highest = 0;
  for (const PixelPatch& patch : patches)
    if (is_piece(patch) && is_field_like(patch.box) && is_in_dialog(healed, patch.box))
      highest = std::max(highest, patch.box.height + 2);
  if (highest == 0) highest = kMaxHeight;
  std::vector<PixelBox> boxes;
  for (const PixelPatch& patch : patches) {
    if (!is_piece(patch)) continue;
    add_box(boxes, patch.box, [&](const PixelBox& a, const PixelBox& b) {
      return belong_together(healed, a, b, highest);
    });
  }
  for (PixelBox& box : boxes) box = without_rim(healed, box);
  std::erase_if(boxes, [&](const PixelBox& box) {
    return !is_field_like(box) || !is_in_dialog(healed, box);
  });
  std::ranges::sort(boxes, [](const PixelBox& a, const PixelBox& b) {
    return std::pair(a.top, a.left) < std::pair(b.top, b.left);
  });
  return boxes;
}

// The cursor of text: a thin unbroken stroke of almost the field's height.
bool is_caret(const PixelBox& stroke, int count, int height) {
  return stroke.width <= 3 && stroke.height * 100 >= height * 45 &&
         count * 10 >= stroke.width * stroke.height * 7;
}

// The mouse's pointer over text: a stroke higher than letters are, with a foot at both ends. Its
// shadow is a patch of its own, kShadow pixels around it at most.
constexpr int kShadow = 3;
bool is_pointer(const PixelBox& stroke, int count, int height) {
  return stroke.height * 100 >= height * 45 && stroke.height >= stroke.width * 2 &&
         count <= stroke.height + 2 * stroke.width + 4;
}

// Of what lies over the field's upper or lower edge, in pixels of its inner part: text keeps away
// from both, where the field is high enough to tell.
bool crosses_edge(const PixelBox& patch, int height) {
  constexpr int kTellingHeight = 14;  // pixels
  return height >= kTellingHeight && (patch.top == 0 || patch.bottom() == height - 1);
}

FormField read_field(const PixelKinds& kinds, const PixelKinds& healed, const PixelBox& box) {
  const int hidden = kinds.count(box, PixelKind::hidden);
  const PixelBox inner{box.left + 2, box.top + 2, box.width - 4, box.height - 4};
  const PixelKinds part = healed.part(inner);
  std::vector<PixelBox> pointers;  // and their shadows
  for (const PixelPatch& patch : patches_of(part, PixelKind::dark))
    if (crosses_edge(patch.box, inner.height) || is_pointer(patch.box, patch.count, box.height))
      pointers.push_back({patch.box.left - kShadow, patch.box.top - kShadow,
                          patch.box.width + 2 * kShadow, patch.box.height + 2 * kShadow});
  std::optional<PixelBox> ink;
  for (const PixelKind kind : {PixelKind::dark, PixelKind::accent}) {
    for (const PixelPatch& patch : patches_of(part, kind)) {
      if (patch.box.height * 8 < box.height && patch.box.width < 3) continue;
      const bool is_pointers = std::ranges::any_of(
          pointers, [&](const PixelBox& pointer) { return around(patch.box, pointer) == pointer; });
      if (is_pointers || is_caret(patch.box, patch.count, box.height)) continue;
      ink = ink ? around(*ink, patch.box) : patch.box;
    }
  }
  if (ink) return {box, FormField::State::filled, ink->width};
  const bool is_hidden = hidden * 2 > box.width * box.height;
  return {box, is_hidden ? FormField::State::hidden : FormField::State::empty};
}

// ---- the dialog

int middle_row(const PixelBox& box) { return box.top + box.height / 2; }

// The lowest row of what may be a dialog's own buttons.
std::vector<PixelBox> last_row(std::vector<ButtonSeen> buttons,
                               const std::vector<FormField>& fields) {
  if (!fields.empty()) {
    const PixelBox& last = fields.back().box;
    std::erase_if(buttons, [&](const ButtonSeen& each) {
      return each.box.top <= last.bottom() || each.box.right() < last.left - kNearForm ||
             each.box.left > last.right() + kNearForm;
    });
  }
  std::vector<PixelBox> row;
  int lowest = 0;
  for (const ButtonSeen& each : buttons) lowest = std::max(lowest, middle_row(each.box));
  for (const ButtonSeen& each : buttons)
    if (lowest - middle_row(each.box) <= kRowTolerance) row.push_back(each.box);
  std::ranges::sort(row, {}, &PixelBox::left);
  return row;
}
// The last button where a mark lies over it: beside those that are seen, as large as they are, and
// no further to the right than the fields and their frames.
std::optional<PixelBox> hidden_button(const PixelKinds& kinds, const FormSeen& form) {
  if (form.fields.empty() || form.buttons.empty()) return std::nullopt;
  PixelBox box = form.buttons.back();
  box.left += box.width + box.height / 7;
  const int right_most = form.fields.back().box.right() + box.height;
  if (box.right() > right_most || box.right() >= kinds.size().width) return std::nullopt;
  const int hidden = kinds.count(box, PixelKind::hidden);
  if (hidden * 10 < box.width * box.height * 3) return std::nullopt;
  return box;
}
}  // namespace

std::optional<FormSeen> find_form(const PixelKinds& kinds) {
  const PixelKinds healed = kinds.healed(kHealedInForm);
  FormSeen form;
  for (const PixelBox& box : field_boxes(healed))
    form.fields.push_back(read_field(kinds, healed, box));
  std::vector<ButtonSeen> buttons = find_buttons(healed);
  // What is chosen in a field has the accent's colour, too.
  std::erase_if(buttons, [&](const ButtonSeen& each) {
    return std::ranges::any_of(form.fields, [&](const FormField& field) {
      return field.box.has(each.box.left + each.box.width / 2, middle_row(each.box));
    });
  });
  form.buttons = last_row(buttons, form.fields);
  if (const auto button = hidden_button(healed, form)) form.buttons.push_back(*button);
  if (!form.buttons.empty()) {
    const auto suggested = std::ranges::find(buttons, true, &ButtonSeen::suggested);
    form.confirm = suggested == buttons.end() ? form.buttons.back() : suggested->box;
  }
  if (form.fields.empty() && (!form.confirm || form.buttons.size() > kMaxLoneButtons))
    return std::nullopt;
  return form;
}
}  // namespace franz::demo_vlm
