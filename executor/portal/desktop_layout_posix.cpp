#include <sys/mman.h>
#include <wayland-client.h>
#include <memory>
#include <utility>
#include "common/os/posix_support.h"
#include "executor/portal/desktop_layout.h"
#include "executor/portal/parsed_keymap.h"
#include "executor/wayland/event_functions.h"
#include "executor/wayland/wayland_connection.h"

namespace franz::executor {
namespace {
// Without modifiers, with Shift, with AltGr. A desktop presses no others for a symbol (mutter 43).
constexpr xkb_level_index_t kLevels = 3;

struct ReportedKeyboard {
  Proxy seat = {}, keyboard = {};
  bool has_keyboard = false;
  std::string keymap = {};
};

ReportedKeyboard& keyboard_of(void* data) { return *static_cast<ReportedKeyboard*>(data); }

void on_capabilities(void* data, wl_seat*, std::uint32_t capabilities) {
  keyboard_of(data).has_keyboard = (capabilities & WL_SEAT_CAPABILITY_KEYBOARD) != 0;
}

void on_global(void* data, wl_registry* registry, std::uint32_t name, const char* interface,
               std::uint32_t) {
  Proxy& seat = keyboard_of(data).seat;
  if (seat || std::string_view(interface) != wl_seat_interface.name) return;
  seat.reset(static_cast<wl_proxy*>(wl_registry_bind(registry, name, &wl_seat_interface, 1)));
  call_for_events<on_capabilities>(seat.get(), data);
}

void on_keymap(void* data, wl_keyboard*, std::uint32_t format, int descriptor, std::uint32_t size) {
  const Descriptor file(descriptor);
  if (format != WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1 || size == 0) return;
  void* const text = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (text == MAP_FAILED) return;
  keyboard_of(data).keymap.assign(static_cast<const char*>(text), size - 1);  // it ends with 0
  ::munmap(text, size);
}
}  // namespace

LayoutCharacters keymap_characters(const std::string& text, std::optional<std::uint32_t> chosen) {
  LayoutCharacters characters;
  const ParsedKeymap keymap = parse_keymap(text);
  if (!keymap) return characters;
  for (xkb_keycode_t key = xkb_keymap_min_keycode(keymap.get());
       key <= xkb_keymap_max_keycode(keymap.get()); ++key) {
    // A key with fewer layouts has the same symbols in the others.
    const xkb_layout_index_t end =
        chosen ? *chosen + 1 : xkb_keymap_num_layouts_for_key(keymap.get(), key);
    for (xkb_layout_index_t layout = chosen.value_or(0); layout < end; ++layout)
      for (xkb_level_index_t level = 0; level < kLevels; ++level) {
        const xkb_keysym_t* symbols = nullptr;
        if (xkb_keymap_key_get_syms_by_level(keymap.get(), key, layout, level, &symbols) != 1)
          continue;
        const char32_t character = xkb_keysym_to_utf32(symbols[0]);
        if (character >= U' ') characters.try_emplace(character, symbols[0]);
      }
  }
  return characters;
}

Result<std::string> session_keymap(const std::string& display) {
  const Result<std::unique_ptr<WaylandConnection>> opened = WaylandConnection::open(display);
  if (!opened.ok()) return opened.error();
  WaylandConnection& connection = *opened.value();
  ReportedKeyboard reported;
  const Proxy registry(reinterpret_cast<wl_proxy*>(wl_display_get_registry(connection.display())));
  call_for_events<on_global>(registry.get(), &reported);
  // The first lists the seat, the second what it has.
  for (int i = 0; i < 2; ++i)
    if (const Status answered = connection.roundtrip(); !answered.ok()) return answered.error();
  if (!reported.has_keyboard) return Error{"the session has no keyboard"};
  reported.keyboard.reset(reinterpret_cast<wl_proxy*>(
      wl_seat_get_keyboard(reinterpret_cast<wl_seat*>(reported.seat.get()))));
  call_for_events<on_keymap>(reported.keyboard.get(), &reported);
  if (const Status answered = connection.roundtrip(); !answered.ok()) return answered.error();
  if (reported.keymap.empty()) return Error{"the session's keyboard layout cannot be read"};
  return std::move(reported.keymap);
}

Result<LayoutCharacters> layout_characters(const std::string& display,
                                           std::optional<std::uint32_t> layout) {
  const Result<std::string> keymap = session_keymap(display);
  if (!keymap.ok()) return keymap.error();
  LayoutCharacters characters = keymap_characters(keymap.value(), layout);
  if (characters.empty()) return Error{"the session's keyboard layout cannot be read"};
  return characters;
}
}  // namespace franz::executor
