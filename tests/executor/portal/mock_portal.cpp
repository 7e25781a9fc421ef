#include "tests/executor/portal/mock_portal.h"
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr const char* kName = "org.freedesktop.portal.Desktop";
constexpr const char* kObject = "/org/freedesktop/portal/desktop";
constexpr const char* kSession = "/org/freedesktop/portal/desktop/session/test/1";
constexpr const char* kShortcutSessions = "/org/freedesktop/portal/desktop/session/test/";

// Without the properties, which depend on the test.
constexpr const char* kInterfaces = R"(<node>
<interface name='org.freedesktop.portal.RemoteDesktop'>
 <method name='CreateSession'><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <method name='SelectDevices'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <method name='Start'><arg type='o' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <method name='NotifyPointerMotion'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='d' direction='in'/><arg type='d' direction='in'/></method>
 <method name='NotifyPointerMotionAbsolute'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='u' direction='in'/><arg type='d' direction='in'/><arg type='d' direction='in'/></method>
 <method name='NotifyPointerButton'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='in'/></method>
 <method name='NotifyPointerAxisDiscrete'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='u' direction='in'/><arg type='i' direction='in'/></method>
 <method name='NotifyKeyboardKeycode'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='in'/></method>
 <method name='NotifyKeyboardKeysym'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='in'/></method>
 <method name='NotifyKeyboardKeycode'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='in'/></method>
 <property name='version' type='u' access='read'/>
</interface>
<interface name='org.freedesktop.portal.ScreenCast'>
 <method name='SelectSources'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <method name='OpenPipeWireRemote'><arg type='o' direction='in'/><arg type='a{sv}' direction='in'/><arg type='h' direction='out'/></method>
 <property name='version' type='u' access='read'/>
 <property name='AvailableCursorModes' type='u' access='read'/>
</interface>
<interface name='org.freedesktop.portal.GlobalShortcuts'>
 <method name='CreateSession'><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <method name='BindShortcuts'><arg type='o' direction='in'/><arg type='a(sa{sv})' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
 <property name='version' type='u' access='read'/>
</interface></node>)";

std::string printed(GVariant* value) {
  gchar* const text = g_variant_print(value, FALSE);
  std::string line = text;
  g_free(text);
  return line;
}

int connect_to_pipewire() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = std::string(std::getenv("XDG_RUNTIME_DIR")) + "/pipewire-0";
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0) << path;
  return socket;
}
}  // namespace

struct MockPortal::Served {
  static void call(GDBusConnection*, const gchar* sender, const gchar*, const gchar* interface,
                   const gchar* method, GVariant* arguments, GDBusMethodInvocation* invocation,
                   gpointer data) {
    auto& portal = *static_cast<MockPortal*>(data);
    portal.peer_ = sender;
    std::string(interface).ends_with("GlobalShortcuts")
        ? portal.handle_shortcuts(method, arguments, invocation)
        : portal.handle(method, arguments, invocation);
  }
  // Sessions and requests have no objects: their ends are only recorded, by the last part of their
  // paths.
  static GDBusMessage* message(GDBusConnection*, GDBusMessage* message, gboolean incoming,
                               gpointer data) {
    const char* const member = g_dbus_message_get_member(message);
    if (incoming == FALSE || member == nullptr || member != std::string("Close")) return message;
    const std::string path = g_dbus_message_get_path(message);
    static_cast<MockPortal*>(data)->record("Close " + path.substr(path.rfind('/') + 1));
    return message;
  }
  static GVariant* property(GDBusConnection*, const gchar*, const gchar*, const gchar* interface,
                            const gchar* name, GError**, gpointer data) {
    const bool is_remote = std::string(interface).ends_with("RemoteDesktop");
    if (name == std::string("AvailableCursorModes")) return g_variant_new_uint32(7);
    if (std::string(interface).ends_with("GlobalShortcuts"))
      return g_variant_new_uint32(static_cast<MockPortal*>(data)->shortcuts_.version);
    return g_variant_new_uint32(is_remote ? static_cast<MockPortal*>(data)->version_ : 4);
  }
};

MockPortal::MockPortal(const std::string& bus, std::uint32_t version,
                       std::vector<MockConsent> consents, std::uint32_t node,
                       MockShortcuts shortcuts)
    : version_(version),
      node_(node),
      consents_(std::move(consents)),
      shortcuts_(std::move(shortcuts)),
      context_(g_main_context_new()),
      loop_(g_main_loop_new(context_, FALSE)) {
  thread_ = std::thread([this, bus] { serve(bus); });
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex_);
    return bus_ != nullptr;
  }));
}

MockPortal::~MockPortal() {
  g_main_loop_quit(loop_);
  g_main_context_wakeup(context_);
  thread_.join();
  g_main_loop_unref(loop_);
  g_main_context_unref(context_);
}

void MockPortal::serve(const std::string& address) {
  g_main_context_push_thread_default(context_);
  GDBusConnection* const bus = g_dbus_connection_new_for_address_sync(
      address.c_str(),
      static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
      nullptr, nullptr, nullptr);
  if (bus == nullptr) return;
  static const GDBusInterfaceVTable kServed{Served::call, Served::property, nullptr, {}};
  GDBusNodeInfo* const node = g_dbus_node_info_new_for_xml(kInterfaces, nullptr);
  g_dbus_connection_add_filter(bus, Served::message, this, nullptr);
  for (int i = 0; i < (shortcuts_.version == 0 ? 2 : 3); ++i)
    g_dbus_connection_register_object(bus, kObject, node->interfaces[i], &kServed, this, nullptr,
                                      nullptr);
  GVariant* const owned = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      g_variant_new("(su)", kName, 0U), nullptr, G_DBUS_CALL_FLAGS_NONE, -1, nullptr, nullptr);
  if (owned != nullptr) g_variant_unref(owned);
  {
    const std::lock_guard lock(mutex_);
    bus_ = bus;
  }
  g_main_loop_run(loop_);
  g_dbus_connection_close_sync(bus, nullptr, nullptr);
  g_object_unref(bus);
  g_dbus_node_info_unref(node);
  g_main_context_pop_thread_default(context_);
}

void MockPortal::record(const std::string& line) {
  const std::lock_guard lock(mutex_);
  calls_ += line + "\n";
}

std::string MockPortal::calls() {
  const std::lock_guard lock(mutex_);
  return calls_;
}

void MockPortal::close_session() {
  g_dbus_connection_emit_signal(
      bus_, peer_.c_str(), kSession, "org.freedesktop.portal.Session", "Closed",
      g_variant_new("(@a{sv})", g_variant_new("a{sv}", nullptr)), nullptr);
}

void MockPortal::decide(std::uint32_t code) {
  std::string request;
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex_);
    request = waiting_;
    return !request.empty();
  }));
  send_response(request, code, results_of_start());
}

bool MockPortal::has_client() {
  GVariant* const answer = g_dbus_connection_call_sync(
      bus_, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      g_variant_new("(s)", peer_.c_str()), nullptr, G_DBUS_CALL_FLAGS_NONE, -1, nullptr, nullptr);
  gboolean has_owner = FALSE;
  if (answer == nullptr) return false;
  g_variant_get(answer, "(b)", &has_owner);
  g_variant_unref(answer);
  return has_owner != FALSE;
}

void MockPortal::send_response(const std::string& request, std::uint32_t code, GVariant* results) {
  g_dbus_connection_emit_signal(bus_, peer_.c_str(), request.c_str(),
                                "org.freedesktop.portal.Request", "Response",
                                g_variant_new("(u@a{sv})", code, results), nullptr);
}

void MockPortal::tell_shortcut(const std::string& signal, const std::string& arguments) {
  g_dbus_connection_emit_signal(bus_, peer_.c_str(), kObject,
                                "org.freedesktop.portal.GlobalShortcuts", signal.c_str(),
                                g_variant_new_parsed(arguments.c_str()), nullptr);
}

void MockPortal::handle_shortcuts(const std::string& method, GVariant* arguments,
                                  GDBusMethodInvocation* call) {
  GVariant* const options =
      g_variant_get_child_value(arguments, g_variant_n_children(arguments) - 1);
  if (method == "BindShortcuts") {
    GVariant* const asked = g_variant_get_child_value(arguments, 1);
    record(method + " " + printed(asked));
    g_variant_unref(asked);
    answer(options, shortcuts_.code, g_variant_new_parsed(("@a{sv} " + shortcuts_.results).c_str()),
           call);
  } else if (shortcuts_.no_session.empty()) {
    const char* name = "";
    g_variant_lookup(options, "session_handle_token", "&s", &name);
    record("CreateSession " + std::string(name));
    const std::string path = shortcuts_.session_path.empty() ? kShortcutSessions + std::string(name)
                                                             : shortcuts_.session_path;
    answer(options, 0, g_variant_new_parsed("{'session_handle': <%s>}", path.c_str()), call);
  } else {
    g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.portal.Error.NotAllowed",
                                               shortcuts_.no_session.c_str());
  }
  g_variant_unref(options);
}

void MockPortal::handle(const std::string& method, GVariant* arguments,
                        GDBusMethodInvocation* call) {
  const gsize count = g_variant_n_children(arguments);
  if (method.starts_with("Notify")) {
    std::string line = method.substr(6);
    for (gsize i = 2; i < count; ++i) {
      GVariant* const argument = g_variant_get_child_value(arguments, i);
      line += " " + printed(argument);
      g_variant_unref(argument);
    }
    record(line);
    return g_dbus_method_invocation_return_value(call, nullptr);
  }
  if (method == "OpenPipeWireRemote") {
    GUnixFDList* const list = g_unix_fd_list_new();
    const int socket = connect_to_pipewire();
    g_unix_fd_list_append(list, socket, nullptr);
    ::close(socket);
    g_dbus_method_invocation_return_value_with_unix_fd_list(call, g_variant_new("(h)", 0), list);
    return g_object_unref(list);
  }
  GVariant* const options = g_variant_get_child_value(arguments, count - 1);
  respond(method, options, call);
  g_variant_unref(options);
}

GVariant* MockPortal::results_of_start() {
  const MockConsent& consent = consents_[std::min(starts_, consents_.size()) - 1];
  GVariantBuilder results;
  g_variant_builder_init(&results, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&results, "{sv}", "devices", g_variant_new_uint32(consent.devices));
  if (!consent.token.empty())
    g_variant_builder_add(&results, "{sv}", "restore_token",
                          g_variant_new_string(consent.token.c_str()));
  GVariantBuilder streams;
  g_variant_builder_init(&streams, G_VARIANT_TYPE("a(ua{sv})"));
  g_variant_builder_open(&streams, G_VARIANT_TYPE("(ua{sv})"));
  g_variant_builder_add(&streams, "u", node_);
  g_variant_builder_open(&streams, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&streams, "{sv}", "size", g_variant_new("(ii)", 32, 20));
  g_variant_builder_close(&streams);
  g_variant_builder_close(&streams);
  g_variant_builder_add(&results, "{sv}", "streams", g_variant_builder_end(&streams));
  return g_variant_builder_end(&results);
}

void MockPortal::respond(const std::string& method, GVariant* options,
                         GDBusMethodInvocation* call) {
  std::string line = method;
  for (const char* const name : {"types", "cursor_mode", "persist_mode", "restore_token"})
    if (GVariant* const value = g_variant_lookup_value(options, name, nullptr)) {
      line += " " + std::string(name) + "=" + printed(value);
      g_variant_unref(value);
    }
  record(line);
  std::uint32_t code = 0;
  GVariant* results = nullptr;
  if (method == "CreateSession") {
    GVariantBuilder made;
    g_variant_builder_init(&made, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&made, "{sv}", "session_handle", g_variant_new_string(kSession));
    results = g_variant_builder_end(&made);
  } else if (method == "Start") {
    ++starts_;
    code = consents_[std::min(starts_, consents_.size()) - 1].code;
    results = results_of_start();
  } else {
    results = g_variant_new("a{sv}", nullptr);
  }
  answer(options, code, results, call);
}

void MockPortal::answer(GVariant* options, std::uint32_t code, GVariant* results,
                        GDBusMethodInvocation* call) {
  const char* token = "";
  g_variant_lookup(options, "handle_token", "&s", &token);
  std::string peer = peer_.substr(1);
  std::ranges::replace(peer, '.', '_');
  const std::string path = std::string(kObject) + "/request/" + peer + "/" + token;
  // Before the method's own answer: portals may do so.
  if (code < 3) {
    send_response(path, code, results);
  } else {
    g_variant_unref(g_variant_ref_sink(results));
    const std::lock_guard lock(mutex_);
    waiting_ = path;
  }
  g_dbus_method_invocation_return_value(call, g_variant_new("(o)", path.c_str()));
}
}  // namespace franz::executor
