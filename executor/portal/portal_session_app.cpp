#include <gio/gio.h>
#include <utility>
#include "executor/portal/portal_session.h"

namespace franz::executor {
namespace {
constexpr const char* kRemoteDesktop = "RemoteDesktop";
constexpr const char* kScreenCast = "ScreenCast";
// Bits of the portal. Source: org.freedesktop.portal.RemoteDesktop and .ScreenCast.
constexpr std::uint32_t kKeyboard = 1, kPointer = 2, kMonitors = 1, kHiddenCursor = 1,
                        kUntilRevoked = 2;
constexpr int kTimesAsked = 3;
// Source: linux/input-event-codes.h.
constexpr int kLeftButton = 0x110, kRightButton = 0x111, kMiddleButton = 0x112;

constexpr const char* kConsent =
    "waiting for your consent in the desktop's dialog: choose the screen and turn on \"Allow "
    "remote interaction\", where it has them, and share";
constexpr const char* kConsentAgain =
    "the desktop's dialog allowed no mouse and keyboard; it asks again: turn on \"Allow remote "
    "interaction\" before you share";

// The options of a call.
class PortalOptions {
 public:
  PortalOptions() { g_variant_builder_init(&builder_, G_VARIANT_TYPE_VARDICT); }
  PortalOptions& add(const char* name, GVariant* value) {
    g_variant_builder_add(&builder_, "{sv}", name, value);
    return *this;
  }
  PortalOptions& add(const char* name, const std::string& text) {
    return add(name, g_variant_new_string(text.c_str()));
  }
  PortalOptions& add(const char* name, std::uint32_t number) {
    return add(name, g_variant_new_uint32(number));
  }
  GVariant* end() { return g_variant_builder_end(&builder_); }

 private:
  GVariantBuilder builder_;
};

// What an input method is called with before its own arguments.
GVariant* no_options() { return PortalOptions().end(); }

Status check(const Result<PortalResponse>& answer, const char* step) {
  if (!answer.ok()) return answer.error();
  switch (answer.value().code) {
    case PortalResponse::allowed: return Done{};
    case PortalResponse::cancelled:
      return Error{"you refused it in the desktop's dialog; start again to be asked again"};
    default:
      return Error{std::string("the desktop ended the request (") + step +
                   "); is its screen locked?"};
  }
}

bool allows_input(GVariant* results) {
  std::uint32_t devices = 0;
  g_variant_lookup(results, "devices", "u", &devices);
  return (devices & (kKeyboard | kPointer)) == (kKeyboard | kPointer);
}
}  // namespace

bool remembers_consent(const PortalBus& bus) { return bus.number(kRemoteDesktop, "version") >= 2; }

Result<std::unique_ptr<PortalSession>> PortalSession::open(
    PortalBus& bus, const ConsentMemory& memory,
    const std::function<void(const std::string& text)>& asking) {
  const bool remembers = remembers_consent(bus);
  for (int i = 1; i <= kTimesAsked; ++i) {
    std::unique_ptr<PortalSession> session(new PortalSession(bus));
    if (const Status made = session->create(); !made.ok()) return made.error();
    // What was remembered is not used again if it did not suffice.
    const std::string consent = remembers && i == 1 ? memory.load() : "";
    if (const Status selected = session->select(consent); !selected.ok()) return selected.error();
    const Result<Variant> started =
        session->start([&] { asking(i == 1 ? kConsent : kConsentAgain); });
    if (!started.ok()) return started.error();
    GVariant* const results = started.value().get();
    const char* token = "";
    g_variant_lookup(results, "restore_token", "&s", &token);
    if (!allows_input(results)) {
      bus.close_session(session->path_);
      continue;
    }
    if (remembers) memory.keep(token);
    if (session->node_ == 0) return Error{"the desktop shares no monitor"};
    return session;
  }
  return Error{
      "the desktop shared its screen without mouse and keyboard: start again, and turn on \"Allow "
      "remote interaction\" in its dialog before you share"};
}

Status PortalSession::create() {
  const std::string token = bus_->new_token();
  PortalOptions options;
  options.add("handle_token", token).add("session_handle_token", bus_->new_token());
  const Result<PortalResponse> answer = bus_->request(
      kRemoteDesktop, "CreateSession", g_variant_new("(@a{sv})", options.end()), token);
  if (const Status made = check(answer, "CreateSession"); !made.ok()) return made;
  const char* path = "";
  g_variant_lookup(answer.value().results.get(), "session_handle", "&s", &path);
  path_ = path;
  if (path_.empty()) return Error{"the desktop's portal created no session"};
  return Done{};
}

Status PortalSession::select(const std::string& consent) {
  std::string token = bus_->new_token();
  PortalOptions devices;
  devices.add("handle_token", token).add("types", kKeyboard | kPointer);
  if (remembers_consent(*bus_)) {
    devices.add("persist_mode", kUntilRevoked);
    if (!consent.empty()) devices.add("restore_token", consent);
  }
  Status selected =
      check(bus_->request(kRemoteDesktop, "SelectDevices",
                          g_variant_new("(o@a{sv})", path_.c_str(), devices.end()), token),
            "SelectDevices");
  if (!selected.ok()) return selected;
  token = bus_->new_token();
  PortalOptions sources;
  sources.add("handle_token", token).add("types", kMonitors);
  // FRANZ draws the pointer itself, as on the other screens behind a bridge.
  if ((bus_->number(kScreenCast, "AvailableCursorModes") & kHiddenCursor) != 0)
    sources.add("cursor_mode", kHiddenCursor);
  return check(bus_->request(kScreenCast, "SelectSources",
                             g_variant_new("(o@a{sv})", path_.c_str(), sources.end()), token),
               "SelectSources");
}

Result<Variant> PortalSession::start(const std::function<void()>& waits) {
  const std::string token = bus_->new_token();
  PortalOptions options;
  options.add("handle_token", token);
  Result<PortalResponse> answer =
      bus_->request(kRemoteDesktop, "Start",
                    g_variant_new("(os@a{sv})", path_.c_str(), "", options.end()), token, waits);
  if (const Status allowed = check(answer, "Start"); !allowed.ok()) return allowed.error();
  GVariantIter* streams = nullptr;
  if (g_variant_lookup(answer.value().results.get(), "streams", "a(ua{sv})", &streams) != FALSE) {
    GVariant* properties = nullptr;
    if (g_variant_iter_next(streams, "(u@a{sv})", &node_, &properties) != FALSE) {
      g_variant_lookup(properties, "size", "(ii)", &logical_size_.width, &logical_size_.height);
      g_variant_unref(properties);
    }
    g_variant_iter_free(streams);
  }
  return std::move(answer.value().results);
}

Result<int> PortalSession::open_pipewire() const {
  int descriptor = -1;
  const Result<Variant> opened =
      bus_->call(kScreenCast, "OpenPipeWireRemote",
                 g_variant_new("(o@a{sv})", path_.c_str(), no_options()), &descriptor);
  if (!opened.ok()) return opened.error();
  if (descriptor < 0) return Error{"the desktop's portal gave no connection to PipeWire"};
  return descriptor;
}

Status PortalSession::notify(const char* method, GVariant* arguments) const {
  const Result<Variant> sent = bus_->call(kRemoteDesktop, method, arguments);
  if (!sent.ok()) return sent.error();
  return Done{};
}

Status PortalSession::move(double x, double y) const {
  return notify("NotifyPointerMotionAbsolute",
                g_variant_new("(o@a{sv}udd)", path_.c_str(), no_options(), node_, x, y));
}

Status PortalSession::move_by(double x, double y) const {
  return notify("NotifyPointerMotion",
                g_variant_new("(o@a{sv}dd)", path_.c_str(), no_options(), x, y));
}

Status PortalSession::button(const std::string& name, bool down) const {
  const int code = name == "left" ? kLeftButton : name == "right" ? kRightButton : kMiddleButton;
  return notify("NotifyPointerButton",
                g_variant_new("(o@a{sv}iu)", path_.c_str(), no_options(), code, down ? 1U : 0U));
}

Status PortalSession::wheel(const std::string& direction, int notch) const {
  const std::uint32_t axis = direction == "left" || direction == "right" ? 1 : 0;
  const int steps = direction == "up" || direction == "left" ? -notch : notch;
  return notify("NotifyPointerAxisDiscrete",
                g_variant_new("(o@a{sv}ui)", path_.c_str(), no_options(), axis, steps));
}

Status PortalSession::key(unsigned long symbol, bool down) const {
  return notify("NotifyKeyboardKeysym", g_variant_new("(o@a{sv}iu)", path_.c_str(), no_options(),
                                                      static_cast<int>(symbol), down ? 1U : 0U));
}

Status PortalSession::key_with_code(int code, bool down) const {
  return notify("NotifyKeyboardKeycode",
                g_variant_new("(o@a{sv}iu)", path_.c_str(), no_options(), code, down ? 1U : 0U));
}
}  // namespace franz::executor
