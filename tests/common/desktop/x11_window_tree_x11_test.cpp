#include <gtest/gtest.h>
#include "common/desktop/x11_window_tree.h"
#include "common/wire/window_messages.h"

// After ours, for Xlib.
#include <X11/Xatom.h>
#include "tests/support/bare_screen.h"

namespace franz {
namespace {
// The program has one window.
class X11WindowTreeTest : public BareScreenTest {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(BareScreenTest::SetUp());
    window_ = XCreateSimpleWindow(program_, DefaultRootWindow(program_), 0, 0, 100, 50, 0, 0, 0);
    auto x11 = X11Connection::open(display_->name());
    ASSERT_TRUE(x11.ok()) << x11.error().message;
    x11_ = std::move(x11).value();
  }

  void set(const char* property, Atom type, unsigned long value) {
    XChangeProperty(program_, window_, XInternAtom(program_, property, False), type, 32,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(&value), 1);
    XSync(program_, False);
  }

  Window window_ = None;
  std::unique_ptr<X11Connection> x11_;
};
}  // namespace

TEST_F(X11WindowTreeTest, TakesWhateverAProgramSaysOfItsWindow) {
  const struct {
    unsigned long pid, owner;  // as the program sets them; owner 0: it sets none
    long long reported_pid;
    std::vector<std::uint64_t> reported_owners;
  } cases[] = {
      {4711, 0, 4711, {}},
      {0x7FFFFFFF, 0x30000F, 0x7FFFFFFF, {0x30000F}},
      {0x80000000, 0x80000000, 0, {0x80000000}},
      {0xFFFFFFFF, 0xFFFFFFFF, 0, {0xFFFFFFFF}},
  };
  X11WindowTree tree(*x11_);
  for (const auto& [pid, owner, reported_pid, reported_owners] : cases) {
    set("_NET_WM_PID", XA_CARDINAL, pid);
    if (owner != 0) set("WM_TRANSIENT_FOR", XA_WINDOW, owner);
    ListedWindow window;
    window.id = window_;
    window.pid = tree.pid_of(window_);
    for (const X11WindowTree::Id each : tree.owners_of(window_)) window.owner_ids.push_back(each);
    EXPECT_EQ(window.pid, reported_pid) << pid;
    EXPECT_EQ(window.owner_ids, reported_owners) << owner;
    const auto listed = parse_window_list(to_json(window));
    ASSERT_TRUE(listed.ok()) << listed.error().message;
    EXPECT_EQ(listed.value().front(), window);
  }
}

TEST_F(X11WindowTreeTest, KnowsAPropertyByItsTypeAndItsLength) {
  X11WindowTree tree(*x11_);
  EXPECT_EQ(tree.pid_of(window_), 0);
  EXPECT_TRUE(tree.owners_of(window_).empty());
  set("_NET_WM_PID", XA_WINDOW, 4711);
  set("WM_TRANSIENT_FOR", XA_CARDINAL, 4711);
  EXPECT_EQ(tree.pid_of(window_), 0);
  EXPECT_TRUE(tree.owners_of(window_).empty());
  XChangeProperty(program_, window_, XInternAtom(program_, "_NET_WM_PID", False), XA_CARDINAL, 32,
                  PropModeReplace, nullptr, 0);
  XSync(program_, False);
  EXPECT_EQ(tree.pid_of(window_), 0);
}

TEST_F(X11WindowTreeTest, LeavesTheShadowOutThatAProgramDrawsItself) {
  const struct {
    std::vector<unsigned long> extents;  // left, right, top, bottom
    Screen area;
  } cases[] = {{{}, {0, 0, 100, 50}},
               {{10, 20, 5, 15}, {10, 5, 70, 30}},
               {{0, 0, 0, 0}, {0, 0, 100, 50}},
               // Impossible values.
               {{10, 20, 5}, {0, 0, 100, 50}},
               {{50, 50, 0, 0}, {0, 0, 100, 50}},
               {{0xFFFFFFFF, 0, 0, 0}, {0, 0, 100, 50}}};
  X11WindowTree tree(*x11_);
  for (const auto& [extents, area] : cases) {
    XChangeProperty(program_, window_, XInternAtom(program_, "_GTK_FRAME_EXTENTS", False),
                    XA_CARDINAL, 32, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(extents.data()),
                    static_cast<int>(extents.size()));
    XSync(program_, False);
    EXPECT_EQ(tree.area_of(window_), area);
  }
}
}  // namespace franz
