#pragma once
// What a compositor offers: its outputs, and the protocols that the bridge needs.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "executor/wayland/output_layout.h"
#include "executor/wayland/wayland_connection.h"

struct wl_registry;
struct wl_interface;

namespace franz::executor {
// An output as it is reported, piece by piece.
struct ReportedOutput {
  std::uint32_t name = 0;  // the global's
  Proxy output = {};
  Proxy xdg_output = {};
  Point position = {};  // of wl_output.geometry
  Size mode = {};       // before the transform
  int transform = 0;
  int scale = 1;
  Screen logical = {};  // of xdg_output; width 0: not reported

  // With the best known logical size.
  WaylandOutput described() const;
};

class WaylandGlobals {
 public:
  // Binds everything. `connection` outlives it. Failure: ErrorCode::lost, or ErrorCode::missing:
  // names the protocols that the compositor lacks, and what works instead.
  static Result<std::unique_ptr<WaylandGlobals>> bind(WaylandConnection& connection);

  // Never null:
  wl_proxy* seat() const { return seat_.get(); }
  wl_proxy* shm() const { return shm_.get(); }
  wl_proxy* screencopy() const { return screencopy_.get(); }
  wl_proxy* pointers() const { return pointers_.get(); }
  wl_proxy* keyboards() const { return keyboards_.get(); }
  // Null: the compositor lacks it.
  wl_proxy* data_control() const { return data_control_.get(); }
  // Null: the compositor lacks it. A new object each time: its events begin at once, so the caller
  // adds its listener before it handles events.
  Proxy bind_toplevels() const;

  // The outputs at this time that have a size.
  std::vector<const ReportedOutput*> outputs() const;
  // Of the seat before the bridge had devices there.
  bool has_keyboard() const { return (capabilities_ & 2U) != 0; }

 private:
  struct Callbacks;
  explicit WaylandGlobals(WaylandConnection& connection) : connection_(&connection) {}
  void add(std::uint32_t name, const std::string& interface, std::uint32_t version);
  void add_output(std::uint32_t name, std::uint32_t version);
  void describe_by_xdg(ReportedOutput& output);
  void remove(std::uint32_t name);
  std::string missing() const;

  WaylandConnection* connection_;
  Proxy registry_, seat_, shm_, screencopy_, pointers_, keyboards_, data_control_, xdg_outputs_;
  std::uint32_t toplevels_ = 0;  // the global's name; 0: none
  std::uint32_t capabilities_ = 0;
  std::vector<std::unique_ptr<ReportedOutput>> outputs_;
};
}  // namespace franz::executor
