#include "proxy/demo_vlm/screen/find_form.h"
#include <algorithm>
#include "tests/proxy/demo_vlm/screen_pictures.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
constexpr int kTolerance = 2;  // pixels, of a side

std::string text_of(const PixelBox& box) {
  return std::to_string(box.width) + "x" + std::to_string(box.height) + "+" +
         std::to_string(box.left) + "+" + std::to_string(box.top);
}

bool is_near(const PixelBox& a, const PixelBox& b) {
  return std::abs(a.left - b.left) <= kTolerance && std::abs(a.top - b.top) <= kTolerance &&
         std::abs(a.right() - b.right()) <= kTolerance &&
         std::abs(a.bottom() - b.bottom()) <= kTolerance;
}

struct Row {
  const char* picture;
  std::vector<PixelBox> fields;
  std::string states;  // a letter for each: e(mpty), f(illed), h(idden)
  PixelBox confirm;
};

std::string letters_of(const FormSeen& form) {
  std::string letters;
  for (const FormField& field : form.fields)
    letters += field.state == FormField::State::empty    ? 'e'
               : field.state == FormField::State::filled ? 'f'
                                                         : 'h';
  return letters;
}

TEST(FindForm, FindsFieldsWhatIsInThemAndTheButtonThatConfirms) {
  const PixelBox name{585, 317, 166, 32}, city{585, 357, 166, 32}, street{585, 397, 166, 32},
      ok{673, 439, 86, 34};
  const PixelBox small_name{604, 332, 110, 21}, small_city{604, 358, 110, 21},
      small_street{604, 385, 110, 21}, small_ok{662, 413, 57, 22};
  const PixelBox middle_name{724, 398, 132, 25}, middle_city{724, 430, 132, 25},
      middle_street{724, 462, 132, 25}, middle_ok{794, 495, 68, 27};
  const std::vector<Row> rows{
      {"form_empty", {name, city, street}, "eee", ok},
      {"form_one", {name, city, street}, "fee", ok},
      {"form_full", {name, city, street}, "fff", ok},
      {"form_full_smaller", {small_name, small_city, small_street}, "fff", small_ok},
      {"form_over_terminal", {{585, 337, 166, 32}, {585, 377, 166, 32}}, "ee", {673, 419, 86, 34}},
      {"entry_empty", {{558, 357, 166, 32}}, "e", {645, 398, 86, 34}},
      // A letter that is as thin as the text's cursor beside it.
      {"entry_letter", {{558, 357, 166, 32}}, "f", {645, 398, 86, 34}},
      {"form_overlaid_name", {small_name, small_city, small_street}, "fee", small_ok},
      {"form_overlaid_street", {small_name, small_city, small_street}, "fee", small_ok},
      // The left half of the first field is what its marks leave.
      {"form_overlaid_large", {{585, 317, 69, 32}, city, street}, "ffe", ok},
      {"form_pointer_name", {middle_name, middle_city, middle_street}, "ffe", middle_ok},
      // The button itself lies under the pointer's label.
      {"form_pointer_street", {middle_name, middle_city, middle_street}, "ffe", middle_ok},
      // Across the field's upper edge.
      {"form_pointer_edge", {{585, 357, 166, 32}}, "e", {673, 399, 86, 34}},
      {"question", {}, "", {643, 399, 85, 34}},
      // A dialog's window alone; the pointer over a text has a shape of its own.
      {"window_question", {}, "", {157, 79, 85, 34}},
      {"window_entry", {{15, 38, 164, 30}}, "e", {101, 78, 86, 34}},
      {"window_entry_filled", {{15, 38, 164, 30}}, "f", {101, 78, 86, 34}},
      {"window_form_pointer", {{71, 39, 164, 30}, {70, 78, 166, 32}}, "ee", {158, 120, 86, 34}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.picture);
    const std::optional<FormSeen> form = find_form(PixelKinds(screen_picture(row.picture)));
    ASSERT_TRUE(form);
    EXPECT_EQ(letters_of(*form), row.states);
    ASSERT_EQ(form->fields.size(), row.fields.size());
    for (std::size_t i = 0; i < row.fields.size(); ++i)
      EXPECT_TRUE(is_near(form->fields[i].box, row.fields[i]))
          << i << text_of(form->fields[i].box) << " ink " << form->fields[i].ink;
    ASSERT_TRUE(form->confirm);
    EXPECT_TRUE(is_near(*form->confirm, row.confirm)) << text_of(*form->confirm);
  }
}

TEST(FindForm, SeesNoneOnATerminalOrACanvas) {
  EXPECT_FALSE(find_form(PixelKinds(screen_picture("terminal"))));
  Picture canvas = black(1280, 720);
  for (const Part& part : drawings().front().parts) draw_part(canvas, part);
  EXPECT_FALSE(find_form(PixelKinds(canvas)));
  EXPECT_FALSE(find_form(PixelKinds(black(1, 1))));
}

// An Adwaita dialog's colours at any size and place: white fields in frames on light ground.
Picture painted_form(int left, int top, int width, int height) {
  Picture picture = black(1280, 720);
  const auto fill = [&](PixelBox box, unsigned char r, unsigned char g, unsigned char b) {
    for (int y = box.top; y <= box.bottom(); ++y)
      for (int x = box.left; x <= box.right(); ++x) paint(picture, x, y, r, g, b);
  };
  fill({left - 20, top - 20, width + 40, 3 * height + 80}, 246, 245, 244);
  for (int i = 0; i < 2; ++i) {
    const int y = top + i * (height + 10);
    fill({left - 1, y - 1, width + 2, height + 2}, 205, 199, 194);
    fill({left, y, width, height}, 255, 255, 255);
  }
  // A suggested button, as header bars have them.
  fill({left + width - 70, top + 2 * height + 30, 70, height}, 53, 132, 228);
  return picture;
}

TEST(FindForm, GoesByNoPlaceOrSize) {
  for (const PixelBox& field :
       {PixelBox{40, 60, 300, 24}, {700, 420, 120, 40}, {30, 30, 900, 34}}) {
    SCOPED_TRACE(text_of(field));
    const auto form =
        find_form(PixelKinds(painted_form(field.left, field.top, field.width, field.height)));
    ASSERT_TRUE(form);
    ASSERT_EQ(form->fields.size(), 2U);
    EXPECT_EQ(form->fields[0].box, field);
    ASSERT_TRUE(form->confirm);
    EXPECT_EQ(form->confirm->left, field.left + field.width - 70);
  }
}
}  // namespace
}  // namespace franz::demo_vlm
