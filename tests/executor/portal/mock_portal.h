#pragma once
// A portal on a bus of its own, and a screen in PipeWire that it shares, for tests. POSIX only.
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
#include "common/os/temporary_folder.h"
#include "tests/executor/wayland/wayland_world.h"

using GDBusConnection = struct _GDBusConnection;
using GMainContext = struct _GMainContext;
using GMainLoop = struct _GMainLoop;
using GVariant = struct _GVariant;
using GDBusMethodInvocation = struct _GDBusMethodInvocation;

namespace franz::executor {
// What the mock does when it is asked to Start.
struct MockConsent {
  std::uint32_t code = 0;     // of the Response; 3: none comes before decide()
  std::uint32_t devices = 3;  // keyboard and pointer
  std::string token = {};     // restore_token; empty: none
};

// What the mock does with global shortcuts.
struct MockShortcuts {
  std::uint32_t version = 0;      // of GlobalShortcuts; 0: the portal has none
  std::string session_path = {};  // empty: a path with the session's token
  std::uint32_t code = 0;         // of the Response to BindShortcuts; 3: none comes
  std::string results = "{}";     // of that Response, as GLib writes an a{sv}
  std::string no_session = {};    // the error of CreateSession; empty: it succeeds
};

class MockPortal {
 public:
  // `bus`: the address of the bus. `version`: of RemoteDesktop. `consents`: for each Start; the
  // last one stays. `node`: of the shared screen, and its logical size.
  MockPortal(const std::string& bus, std::uint32_t version, std::vector<MockConsent> consents,
             std::uint32_t node, MockShortcuts shortcuts = {});
  ~MockPortal();
  MockPortal(const MockPortal&) = delete;
  MockPortal& operator=(const MockPortal&) = delete;

  // The calls so far, one line each: the method, and what matters of its arguments.
  std::string calls();
  void close_session();  // as a desktop does when the person stops the sharing
  // The person answers the dialog of a Start that waits. `code`: of the Response.
  void decide(std::uint32_t code);
  // Whether the program that called last is still connected to the bus.
  bool has_client();
  // A signal about global shortcuts, as "Activated"; `arguments`: as GLib writes them, a tuple.
  void tell_shortcut(const std::string& signal, const std::string& arguments);

 private:
  struct Served;
  void serve(const std::string& bus);
  void handle(const std::string& method, GVariant* arguments, GDBusMethodInvocation* call);
  void handle_shortcuts(const std::string& method, GVariant* arguments,
                        GDBusMethodInvocation* call);
  void answer(GVariant* options, std::uint32_t code, GVariant* results,
              GDBusMethodInvocation* call);
  void respond(const std::string& method, GVariant* options, GDBusMethodInvocation* call);
  GVariant* results_of_start();
  void send_response(const std::string& request, std::uint32_t code, GVariant* results);
  void record(const std::string& line);

  std::uint32_t version_, node_;
  std::vector<MockConsent> consents_;
  MockShortcuts shortcuts_;
  std::size_t starts_ = 0;
  std::mutex mutex_;
  std::string calls_, peer_;
  std::string waiting_;  // the request of a Start without a Response
  GDBusConnection* bus_ = nullptr;
  GMainContext* context_ = nullptr;
  GMainLoop* loop_ = nullptr;
  std::thread thread_;
};

// A screen of 64x40 pixels in one colour, as a source of PipeWire.
class MockScreen {
 public:
  MockScreen();  // in the PipeWire of XDG_RUNTIME_DIR
  ~MockScreen();
  MockScreen(const MockScreen&) = delete;
  MockScreen& operator=(const MockScreen&) = delete;

  std::uint32_t node() const;  // 0: PipeWire did not take it
  // From now on its pixels are these, 0xRRGGBB. One picture is sent.
  void show(std::uint32_t colour);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};
}  // namespace franz::executor
