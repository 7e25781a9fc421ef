#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <poll.h>
#include <algorithm>
#include <set>
#include <utility>
#include <vector>
#include "common/os/clock.h"
#include "executor/bridge/bridge_end.h"
#include "executor/portal/portal_bus.h"
#include "executor/portal/portal_options.h"

namespace franz::executor {
namespace {
constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalObject = "/org/freedesktop/portal/desktop";
constexpr int kAnswerMayTakeMs = 10'000;
constexpr int kSoonMs = 500;

std::string full_name(const std::string& interface) {
  return "org.freedesktop.portal." + interface;
}

// A connection of its own, which ends with its owner: the one that GLib shares cannot be replaced.
GDBusConnection* connect_to_session_bus(GError** error) {
  gchar* const address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nullptr, error);
  if (address == nullptr) return nullptr;
  constexpr int kFlags = G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                         G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
  GDBusConnection* const bus = g_dbus_connection_new_for_address_sync(
      address, static_cast<GDBusConnectionFlags>(kFlags), nullptr, nullptr, error);
  g_free(address);
  return bus;
}

Error error_of(GError* error, const std::string& method) {
  // No answer came, so it is unknown whether the portal did what it was called for.
  const bool unanswered = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) != FALSE ||
                          g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED) != FALSE ||
                          g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) != FALSE;
  g_dbus_error_strip_remote_error(error);
  Error described{"the desktop's portal: " + method + ": " + error->message,
                  unanswered ? ErrorCode::unfinished : ErrorCode::failed};
  g_error_free(error);
  return described;
}
}  // namespace

void UnrefVariant::operator()(GVariant* variant) const { g_variant_unref(variant); }

struct PortalBus::Signals {
  std::map<std::string, PortalResponse> responses;  // by the requests' paths
  std::set<std::string> closed;                     // sessions
  bool gone = false;
  std::function<void(const std::string& session, const std::string& id)> activated;
  std::vector<guint> subscriptions;

  static Signals& of(gpointer data) { return *static_cast<Signals*>(data); }
  static void response(GDBusConnection*, const gchar*, const gchar* path, const gchar*,
                       const gchar*, GVariant* arguments, gpointer data) {
    if (g_variant_is_of_type(arguments, G_VARIANT_TYPE("(ua{sv})")) == FALSE) return;
    PortalResponse response;
    GVariant* results = nullptr;
    g_variant_get(arguments, "(u@a{sv})", &response.code, &results);
    response.results.reset(results);
    of(data).responses[path] = std::move(response);
  }
  static void session_closed(GDBusConnection*, const gchar*, const gchar* path, const gchar*,
                             const gchar*, GVariant*, gpointer data) {
    of(data).closed.insert(path);
  }
  static void shortcut_activated(GDBusConnection*, const gchar*, const gchar*, const gchar*,
                                 const gchar*, GVariant* arguments, gpointer data) {
    if (g_variant_is_of_type(arguments, G_VARIANT_TYPE("(osta{sv})")) == FALSE) return;
    const char* session = nullptr;
    const char* id = nullptr;
    g_variant_get(arguments, "(&o&sta{sv})", &session, &id, nullptr, nullptr);
    if (of(data).activated) of(data).activated(session, id);
  }
  static void owner_changed(GDBusConnection*, const gchar*, const gchar*, const gchar*,
                            const gchar*, GVariant*, gpointer data) {
    of(data).gone = true;
  }
  static void bus_closed(GDBusConnection*, gboolean, GError*, gpointer data) {
    of(data).gone = true;
  }
};

PortalBus::PortalBus(GDBusConnection* bus)
    : bus_(bus), context_(g_main_context_default()), signals_(std::make_unique<Signals>()) {
  // Signals arrive on a thread of GLib's own. It wakes a context that another thread owns.
  g_main_context_acquire(context_);
  g_dbus_connection_set_exit_on_close(bus_, FALSE);
  g_signal_connect(bus_, "closed", G_CALLBACK(Signals::bus_closed), signals_.get());
  const auto subscribe = [&](const char* sender, const std::string& interface, const char* member,
                             const char* argument, GDBusSignalCallback callback) {
    signals_->subscriptions.push_back(g_dbus_connection_signal_subscribe(
        bus_, sender, interface.c_str(), member, nullptr, argument, G_DBUS_SIGNAL_FLAGS_NONE,
        callback, signals_.get(), nullptr));
  };
  subscribe(kPortal, full_name("Request"), "Response", nullptr, Signals::response);
  subscribe(kPortal, full_name("Session"), "Closed", nullptr, Signals::session_closed);
  subscribe(kPortal, full_name("GlobalShortcuts"), "Activated", nullptr,
            Signals::shortcut_activated);
  subscribe("org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", kPortal,
            Signals::owner_changed);
}

PortalBus::~PortalBus() {
  // What arrived and was not dispatched is dropped.
  for (const guint subscription : signals_->subscriptions)
    g_dbus_connection_signal_unsubscribe(bus_, subscription);
  g_signal_handlers_disconnect_by_data(bus_, signals_.get());
  g_dbus_connection_close_sync(bus_, nullptr, nullptr);
  g_object_unref(bus_);
}

Result<std::unique_ptr<PortalBus>> PortalBus::connect() {
  GError* error = nullptr;
  GDBusConnection* const bus = connect_to_session_bus(&error);
  if (bus == nullptr) {
    const std::string reason = error->message;
    g_error_free(error);
    return Error{"there is no session bus, which the desktop's portal needs: " + reason +
                 "; start FRANZ in the desktop's own session"};
  }
  // The bus starts the portal with the first message, so that its end is noticed from then on.
  GVariant* const started = g_dbus_connection_call_sync(
      bus, kPortal, kPortalObject, "org.freedesktop.DBus.Peer", "Ping", nullptr, nullptr,
      G_DBUS_CALL_FLAGS_NONE, 3 * kAnswerMayTakeMs, nullptr, &error);
  if (started == nullptr) {
    const Error reason = error_of(error, "it does not start");
    g_object_unref(bus);
    return Error{reason.message +
                 ": install xdg-desktop-portal, and xdg-desktop-portal-gnome (GNOME) or "
                 "xdg-desktop-portal-kde (KDE), and log in again; a private display works: "
                 "--screen private"};
  }
  g_variant_unref(started);
  return std::unique_ptr<PortalBus>(new PortalBus(bus));
}

std::uint32_t PortalBus::number(const std::string& interface, const char* property) const {
  const Variant answer(g_dbus_connection_call_sync(
      bus_, kPortal, kPortalObject, "org.freedesktop.DBus.Properties", "Get",
      g_variant_new("(ss)", full_name(interface).c_str(), property), G_VARIANT_TYPE("(v)"),
      G_DBUS_CALL_FLAGS_NONE, kAnswerMayTakeMs, nullptr, nullptr));
  if (!answer) return 0;
  GVariant* inner = nullptr;
  g_variant_get(answer.get(), "(v)", &inner);
  const Variant value(inner);
  return g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32) != FALSE ? g_variant_get_uint32(inner)
                                                                     : 0;
}

Result<Variant> PortalBus::call(const std::string& interface, const char* method,
                                GVariant* arguments, int* descriptor) const {
  GError* error = nullptr;
  GUnixFDList* descriptors = nullptr;
  Variant answer(g_dbus_connection_call_with_unix_fd_list_sync(
      bus_, kPortal, kPortalObject, full_name(interface).c_str(), method, arguments, nullptr,
      G_DBUS_CALL_FLAGS_NONE, kAnswerMayTakeMs, nullptr, &descriptors, nullptr, &error));
  if (answer && descriptor != nullptr && descriptors != nullptr &&
      g_unix_fd_list_get_length(descriptors) > 0)
    *descriptor = g_unix_fd_list_get(descriptors, 0, nullptr);
  if (descriptors != nullptr) g_object_unref(descriptors);
  if (!answer) return error_of(error, method);
  return answer;
}

Result<std::string> PortalBus::create_session(const std::string& interface,
                                              const std::string& session_token,
                                              const PortalWait& wait) {
  const std::string token = new_token();
  PortalOptions options;
  options.add("handle_token", token).add("session_handle_token", session_token);
  const Result<PortalResponse> answer =
      request(interface, "CreateSession", g_variant_new("(@a{sv})", options.end()), token, wait);
  if (!answer.ok()) return answer.error();
  const char* path = "";
  g_variant_lookup(answer.value().results.get(), "session_handle", "&s", &path);
  if (answer.value().code != PortalResponse::allowed || g_variant_is_object_path(path) == FALSE)
    return Error{"the desktop's portal created no session; is its screen locked?"};
  return std::string(path);
}

void PortalBus::close(const std::string& path, const std::string& interface) const {
  const Variant answer(g_dbus_connection_call_sync(
      bus_, kPortal, path.c_str(), full_name(interface).c_str(), "Close", nullptr, nullptr,
      G_DBUS_CALL_FLAGS_NONE, kAnswerMayTakeMs, nullptr, nullptr));
}

void PortalBus::close_session(const std::string& session) const { close(session, "Session"); }

std::string PortalBus::new_token() { return "franz" + std::to_string(++last_token_); }

Result<PortalResponse> PortalBus::request(const std::string& interface, const char* method,
                                          GVariant* arguments, const std::string& token,
                                          const PortalWait& wait) {
  const Result<Variant> called = call(interface, method, arguments);
  if (!called.ok()) return called.error();
  std::string sender = g_dbus_connection_get_unique_name(bus_) + 1;
  std::ranges::replace(sender, '.', '_');
  // The Response may have arrived already, at the path of the token; an old portal returns another.
  std::set<std::string> paths{"/org/freedesktop/portal/desktop/request/" + sender + "/" + token};
  if (g_variant_is_of_type(called.value().get(), G_VARIANT_TYPE("(o)")) != FALSE) {
    const char* path = nullptr;
    g_variant_get(called.value().get(), "(&o)", &path);
    paths.insert(path);
  }
  Result<PortalResponse> response = wait_for_response(paths, wait);
  if (!response.ok() && response.error().code == ErrorCode::unfinished)
    for (const std::string& path : paths) close(path, "Request");
  return response;
}

Result<PortalResponse> PortalBus::wait_for_response(const std::set<std::string>& paths,
                                                    const PortalWait& wait) {
  const std::int64_t began = steady_time_ms();
  for (bool waited = !wait.waits;;) {
    dispatch();
    for (const std::string& path : paths)
      if (const auto found = signals_->responses.find(path); found != signals_->responses.end()) {
        PortalResponse response = std::move(found->second);
        signals_->responses.erase(found);
        return response;
      }
    if (is_gone()) return Error{"the desktop's portal ended", ErrorCode::lost};
    const int waiting = static_cast<int>(steady_time_ms() - began);
    if (!waited && waiting >= kSoonMs) {
      waited = true;
      wait.waits();
    }
    if (wait.at_most_ms >= 0 && waiting >= wait.at_most_ms)
      return Error{"there was no answer in time", ErrorCode::unfinished};
    const int next = waited ? wait.at_most_ms : kSoonMs;
    pollfd watched[] = {{bridge_end(), POLLIN, 0}, {descriptor(), POLLIN, 0}};
    ::poll(watched, 2, next < 0 ? -1 : std::max(1, next - waiting));
    if (watched[0].revents != 0) return Error{"stopped", ErrorCode::lost};
  }
}

void PortalBus::on_shortcut(
    std::function<void(const std::string& session, const std::string& id)> activated) {
  signals_->activated = std::move(activated);
}

int PortalBus::descriptor() const {
  // Without sources that poll, this is the descriptor that wakes the context.
  GPollFD polled{-1, 0, 0};
  gint timeout = 0;
  g_main_context_query(context_, G_MAXINT, &timeout, &polled, 1);
  return polled.fd;
}

void PortalBus::dispatch() const {
  while (g_main_context_iteration(context_, FALSE) != FALSE) {
  }
}

void PortalBus::wake() const { g_main_context_wakeup(context_); }

bool PortalBus::was_closed(const std::string& session) const {
  return signals_->closed.contains(session);
}

bool PortalBus::is_gone() const { return signals_->gone; }
}  // namespace franz::executor
