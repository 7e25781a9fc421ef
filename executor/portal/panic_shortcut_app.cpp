#include <gio/gio.h>
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/paths.h"
#include "executor/portal/panic_shortcut.h"
#include "executor/portal/portal_options.h"
#include "executor/portal/shortcut_trigger.h"

namespace franz::executor {
namespace {
constexpr const char* kGlobalShortcuts = "GlobalShortcuts";
constexpr const char* kShortcutId = "panic";
constexpr const char* kShortcutText = "Stop the agent (FRANZ)";
// KDE keeps the keys of a program without an application id under the name of its session.
constexpr const char* kShortcutSession = "franz_panic_key";
constexpr int kSessionMayTakeMs = 10'000;
constexpr std::size_t kMaxTrigger = 100;  // bytes; KDE lists all keys that the person chose

constexpr const char* kShortcutConsent =
    "the desktop asks you about the panic key: allow the shortcut \"Stop the agent (FRANZ)\" in "
    "its "
    "dialog; there is no panic key if you refuse it, or do not answer for two minutes";

// a(sa{sv}) with the only shortcut.
GVariant* asked_shortcuts(const std::string& combination) {
  PortalOptions shortcut;
  shortcut.add("description", std::string(kShortcutText));
  // Without it the person chooses the keys.
  if (const std::string trigger = shortcut_trigger(combination); !trigger.empty())
    shortcut.add("preferred_trigger", trigger);
  GVariantBuilder list;
  g_variant_builder_init(&list, G_VARIANT_TYPE("a(sa{sv})"));
  g_variant_builder_add(&list, "(s@a{sv})", kShortcutId, shortcut.end());
  return g_variant_builder_end(&list);
}

// The description of our shortcut's keys in the results of BindShortcuts; nothing: it is not bound.
std::optional<std::string> bound_trigger(GVariant* results) {
  const Variant bound(g_variant_lookup_value(results, "shortcuts", G_VARIANT_TYPE("a(sa{sv})")));
  for (gsize i = 0; bound && i < g_variant_n_children(bound.get()); ++i) {
    const char* id = nullptr;
    GVariant* about = nullptr;
    const Variant each(g_variant_get_child_value(bound.get(), i));
    g_variant_get(each.get(), "(&s@a{sv})", &id, &about);
    const Variant properties(about);
    if (id != std::string_view(kShortcutId)) continue;
    const char* trigger = "";
    g_variant_lookup(about, "trigger_description", "&s", &trigger);
    return printable(cut_text(trigger, kMaxTrigger));
  }
  return std::nullopt;
}

Error no_key(const Error& error) {
  if (error.code != ErrorCode::unfinished) return error;
  return Error{"the desktop did not answer in time about its shortcut", ErrorCode::unfinished};
}
}  // namespace

Status offers_shortcuts(const PortalBus& bus) {
  if (bus.number(kGlobalShortcuts, "version") == 0)
    return Error{"the desktop does not offer org.freedesktop.portal.GlobalShortcuts"};
  // It ignores the shortcuts that it is asked for, binds none, and opens its settings each time.
  // Found with xdg-desktop-portal-kde 5.27.5.
  if (environment("KDE_SESSION_VERSION") == "5")
    return Error{"the portal of Plasma 5 binds no shortcuts; that of Plasma 6.1 does"};
  return Done{};
}

Result<std::unique_ptr<PanicShortcut>> PanicShortcut::bind(
    PortalBus& bus, const std::string& combination,
    const std::function<void(const std::string& text)>& asking, std::function<void()> pressed,
    int answer_may_take_ms) {
  if (const Status offered = offers_shortcuts(bus); !offered.ok()) return offered.error();
  // Only binding shows a dialog.
  Result<std::string> session = bus.create_session(
      kGlobalShortcuts, kShortcutSession, {{}, std::min(answer_may_take_ms, kSessionMayTakeMs)});
  if (!session.ok()) return no_key(session.error());
  std::unique_ptr<PanicShortcut> shortcut(new PanicShortcut(bus, std::move(session.value())));
  const std::string& path = shortcut->session_;
  const std::string token = bus.new_token();
  PortalOptions options;
  options.add("handle_token", token);
  const PortalWait wait{[&] { asking(kShortcutConsent); }, answer_may_take_ms};
  const Result<PortalResponse> answer =
      bus.request(kGlobalShortcuts, "BindShortcuts",
                  g_variant_new("(o@a(sa{sv})s@a{sv})", path.c_str(), asked_shortcuts(combination),
                                "", options.end()),
                  token, wait);
  if (!answer.ok()) return no_key(answer.error());
  if (answer.value().code == PortalResponse::cancelled)
    return Error{"you refused its shortcut in the desktop's dialog"};
  if (answer.value().code != PortalResponse::allowed)
    return Error{
        "the desktop refused its shortcut; some desktops bind keys only for programs that "
        "are installed as applications"};
  std::optional<std::string> trigger = bound_trigger(answer.value().results.get());
  if (!trigger) return Error{"the desktop bound no keys to its shortcut"};
  shortcut->trigger_ = *std::move(trigger);
  bus.on_shortcut(
      [path, pressed = std::move(pressed)](const std::string& in_session, const std::string& id) {
        if (in_session == path && id == kShortcutId) pressed();
      });
  return shortcut;
}

PanicShortcut::~PanicShortcut() {
  bus_->on_shortcut({});
  bus_->close_session(session_);
}
}  // namespace franz::executor
