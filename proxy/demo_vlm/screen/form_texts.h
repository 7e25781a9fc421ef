#pragma once
// What is to be typed into the fields of a form.
#include <string>
#include <string_view>
#include <vector>

namespace franz::demo_vlm {
// The texts that an objective gives, in their order: "Fill in the form: Name = Ada, City = Köln"
// gives "Ada" and "Köln". They end at a comma, a semicolon or the line's end; quotes around one are
// taken off, and keep what is inside whole. None: it gives no texts.
std::vector<std::string> texts_given(std::string_view objective);

// The text for a field that the objective says nothing about, by its number from 0.
std::string usual_text(std::size_t field);
}  // namespace franz::demo_vlm
