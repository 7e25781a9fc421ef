#include "executor/desktop/person_input.h"
#include <gtest/gtest.h>
#include "tests/executor/desktop/recorded_parts.h"

namespace franz::executor {
namespace {
using Kind = PersonEvent::Kind;

PersonEvent event_of(Kind kind, Point at = {}, const std::string& name = "", bool down = false) {
  PersonEvent event;
  event.kind = kind;
  event.at = at;
  event.name = name;
  event.down = down;
  return event;
}
PersonEvent move(Point at) { return event_of(Kind::move, at); }
PersonEvent button(const std::string& name, Point at, bool down) {
  return event_of(Kind::button, at, name, down);
}
PersonEvent key(const std::string& name, const std::string& code, bool down) {
  PersonEvent event = event_of(Kind::key, {}, "", down);
  event.key = name;
  event.code = code;
  return event;
}
PersonEvent text(const std::string& what) {
  PersonEvent event = event_of(Kind::text);
  event.text = what;
  return event;
}

// What the device received, and what could not be sent.
std::string sent(const std::vector<PersonEvent>& events, const std::string& missing = "") {
  Notes notes;
  RecordedInput device(notes);
  device.missing_key = missing;
  PersonInput person(device, {100, 50});
  const Result<std::string> done = person.send(events);
  EXPECT_TRUE(done.ok());
  return notes.text + (done.ok() && !done.value().empty() ? " | " + done.value() : "");
}
}  // namespace

TEST(DomKey, HasOurName) {
  const std::pair<const char*, const char*> rows[] = {
      {"a", "a"},
      {"A", "A"},
      {"é", "é"},
      {"€", "€"},
      {"+", "+"},
      {" ", "space"},
      {"Enter", "enter"},
      {"Tab", "tab"},
      {"Escape", "escape"},
      {"Backspace", "backspace"},
      {"Delete", "delete"},
      {"ArrowLeft", "left"},
      {"PageDown", "page_down"},
      {"Home", "home"},
      {"F12", "f12"},
      {"Control", "ctrl"},
      {"Shift", "shift"},
      {"Alt", "alt"},
      {"Meta", "win"},
      {"ContextMenu", "menu"},
      {"PrintScreen", "print_screen"},
      // The browser reports the character that these select.
      {"AltGraph", ""},
      {"CapsLock", ""},
      {"NumLock", ""},
      {"Dead", ""},
      {"Process", ""},
      {"Unidentified", ""},
      {"MediaPlayPause", ""},
      {"F25", ""},
      {"", ""},
      {"\x07", ""},
  };
  for (const auto& [dom, name] : rows) EXPECT_EQ(dom_key_name(dom), name) << "for " << dom;
}

TEST(PersonInput, SendsThePointerWhereItIs) {
  EXPECT_EQ(sent({move({10, 20}), button("left", {11, 21}, true), move({400, 400}),
                  button("left", {99, 49}, false)}),
            "move 10,20; move 11,21; left down; move 99,49; move 99,49; left up")
      << "a place outside is the nearest one inside";
  PersonEvent wheel = event_of(Kind::wheel, {1, 2}, "down");
  wheel.notches = 2;
  EXPECT_EQ(sent({wheel}), "move 1,2; wheel down; wheel down");
}

TEST(PersonInput, TypesTheCharacterThatThePersonSees) {
  const PersonEvent shift = key("Shift", "ShiftLeft", true);
  EXPECT_EQ(sent({key("a", "KeyA", true), key("a", "KeyA", false)}), "a down; a up");
  // Another layout than the screen's may need Shift for a character that has none there.
  EXPECT_EQ(sent({shift, key("/", "Digit7", true), key("/", "Digit7", false)}), "/ down; / up");
  EXPECT_EQ(sent({shift, key("A", "KeyA", true), key("a", "KeyA", false),
                  key("Shift", "ShiftLeft", false)}),
            "A down; A up");
  EXPECT_EQ(sent({key("a", "KeyA", true), key("a", "KeyA", true)}), "a down; a up; a down; a up")
      << "a repeated key";
  EXPECT_EQ(sent({key("Control", "ControlLeft", true), key("AltGraph", "AltRight", true),
                  key("@", "KeyQ", true)}),
            "ctrl down; ctrl up; @ down; @ up")
      << "AltGr on Windows";
}

TEST(PersonInput, HoldsOtherKeysAsThePersonDoes) {
  EXPECT_EQ(sent({key("ArrowDown", "ArrowDown", true), key("ArrowDown", "ArrowDown", true),
                  key("ArrowDown", "ArrowDown", false)}),
            "down down; down up");
  EXPECT_EQ(sent({key("Control", "ControlLeft", true), key("Shift", "ShiftLeft", true),
                  key("T", "KeyT", true), key("Control", "ControlLeft", false)}),
            "ctrl down; shift down; t down; t up; ctrl up");
  EXPECT_EQ(
      sent({key("Shift", "ShiftLeft", true), button("left", {1, 1}, true), key("x", "KeyX", true)}),
      "move 1,1; shift down; left down; shift up; x down; x up")
      << "Shift with a click";
  EXPECT_EQ(sent({key("Control", "ControlLeft", true), key("Control", "ControlRight", true),
                  key("Control", "ControlLeft", false), key("Control", "ControlRight", false)}),
            "ctrl down; ctrl down; ctrl up");
  EXPECT_EQ(sent({key("a", "KeyA", false)}), "") << "it was pressed elsewhere";
}

TEST(PersonInput, HoldsNoKeyWhileItTypesATextAndReleasesWhenAsked) {
  EXPECT_EQ(sent({key("Control", "ControlLeft", true), text("pasted"),
                  key("Control", "ControlLeft", false)}),
            "ctrl down; ctrl up; type pasted; ctrl down; ctrl up")
      << "the next key may be a shortcut again";
  EXPECT_EQ(sent({key("Shift", "ShiftLeft", true), key("ArrowDown", "ArrowDown", true),
                  text("pasted"), key("ArrowDown", "ArrowDown", false)}),
            "shift down; down down; down up; shift up; type pasted")
      << "a key that is no modifier is not pressed again";
  EXPECT_EQ(
      sent({key("Alt", "AltLeft", true), event_of(Kind::release), key("Alt", "AltLeft", false)}),
      "alt down; release all");
}

TEST(PersonInput, SaysWhatCannotBeSentAndGoesOn) {
  EXPECT_EQ(sent({key("F9", "F9", true), key("b", "KeyB", true)}, "f9"),
            "b down; b up | the keyboard has no key f9");
  EXPECT_EQ(sent({text("a\x07")}), " | U+0007 at character 2 cannot be typed");
}

TEST(PersonInput, ALostDisplayIsAFailure) {
  Notes notes;
  RecordedInput device(notes);
  device.lost_at = "left down";
  PersonInput person(device, {100, 50});
  EXPECT_FALSE(person.send(std::vector{button("left", {1, 1}, true)}).ok());
}
}  // namespace franz::executor
