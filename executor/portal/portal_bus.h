#pragma once
// The session bus, and the desktop's portal on it (org.freedesktop.portal.Desktop).
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include "common/base/result.h"

using GVariant = struct _GVariant;  // NOLINT(bugprone-reserved-identifier): GLib's own name
using GDBusConnection = struct _GDBusConnection;  // NOLINT(bugprone-reserved-identifier)
using GMainContext = struct _GMainContext;        // NOLINT(bugprone-reserved-identifier)

namespace franz::executor {
struct UnrefVariant {
  void operator()(GVariant* variant) const;
};
using Variant = std::unique_ptr<GVariant, UnrefVariant>;

// How a person or the desktop answered. Source: org.freedesktop.portal.Request.
struct PortalResponse {
  enum Code : std::uint32_t { allowed = 0, cancelled = 1, ended = 2 };
  std::uint32_t code = ended;
  Variant results;  // a{sv}
};

// How PortalBus::request() waits for a person.
struct PortalWait {
  std::function<void()> waits = {};  // called once if the Response takes longer than half a second
  int at_most_ms = -1;               // then the request is closed; -1: as long as the person takes
};

// Signals are handled by the thread that calls dispatch() and request().
class PortalBus {
 public:
  // Failure: there is no session bus, or the portal does not answer on it; says what to do.
  static Result<std::unique_ptr<PortalBus>> connect();
  ~PortalBus();
  PortalBus(const PortalBus&) = delete;
  PortalBus& operator=(const PortalBus&) = delete;

  // A property that is a number, of an interface of the portal, without "org.freedesktop.portal.";
  // 0: the desktop does not offer it.
  std::uint32_t number(const std::string& interface, const char* property) const;
  // Calls a method of such an interface. `arguments`: a tuple, which the call takes over.
  // `descriptor`: receives the descriptor that a method returns, owned by the caller. Failure:
  // ErrorCode::unfinished: no answer came in time.
  Result<Variant> call(const std::string& interface, const char* method, GVariant* arguments,
                       int* descriptor = nullptr) const;
  // Creates a session of such an interface and returns its path. `session_token`: the last element
  // of the path. Failure: as for request(), or the desktop created none.
  Result<std::string> create_session(const std::string& interface, const std::string& session_token,
                                     const PortalWait& wait = {});
  // Closes a session; the desktop closes those of a program that ends.
  void close_session(const std::string& session) const;

  // A new handle_token, or session_handle_token.
  std::string new_token();
  // Calls a method that is answered by a Request, with the handle_token `token` among its options,
  // and waits for the Response. Failure: the method fails, the portal ends, no Response comes in
  // time (ErrorCode::unfinished), or this program is about to end (bridge_end()).
  Result<PortalResponse> request(const std::string& interface, const char* method,
                                 GVariant* arguments, const std::string& token,
                                 const PortalWait& wait = {});

  // From now on `activated` is called when the person uses a global shortcut: with its session and
  // its id. Empty: no longer.
  void on_shortcut(
      std::function<void(const std::string& session, const std::string& id)> activated);

  // Can be read when dispatch() has something to do.
  int descriptor() const;
  void dispatch() const;
  // Lets descriptor() be readable. Any thread.
  void wake() const;
  // Whether the desktop closed the session: the person stopped the sharing.
  bool was_closed(const std::string& session) const;
  // The portal or the bus is gone, and with it every session.
  bool is_gone() const;

 private:
  struct Signals;
  explicit PortalBus(GDBusConnection* bus);
  // `paths`: of the request, under which its Response may come.
  Result<PortalResponse> wait_for_response(const std::set<std::string>& paths,
                                           const PortalWait& wait);
  // `interface`: Session or Request.
  void close(const std::string& path, const std::string& interface) const;

  GDBusConnection* bus_;
  GMainContext* context_;
  std::unique_ptr<Signals> signals_;
  int last_token_ = 0;
};
}  // namespace franz::executor
