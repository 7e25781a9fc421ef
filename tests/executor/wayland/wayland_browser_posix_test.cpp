// wayland_bridge with Chromium as a native Wayland program: form.html reports what arrived.
#include <gtest/gtest.h>
#include <mutex>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/executor/wayland/wayland_desktop.h"
#include "tests/process/local_server.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
// A server with form.html, and what the page posts to it.
class PostingPage {
 public:
  PostingPage() : html_(read_file(std::string(kSourceDir) + "/tests/executor/wayland/form.html")) {}

  std::string url() const { return server_.url(); }
  // The newest value of a field of the page's state, as JSON.
  std::string value(const std::string& pointer) {
    const std::lock_guard lock(mutex_);
    const Result<MessageFields> state = MessageFields::parse(state_);
    return state.ok() ? state.value().raw(pointer) : state.error().message;
  }
  // Waits until the field has this value.
  testing::AssertionResult shows(const std::string& pointer, const std::string& wanted) {
    if (wait_until([&] { return value(pointer) == wanted; })) return testing::AssertionSuccess();
    return testing::AssertionFailure() << pointer << ": " << value(pointer) << ", not " << wanted;
  }
  testing::AssertionResult shows_text(const std::string& pointer, const std::string& wanted) {
    return shows(pointer, quote_json(wanted));
  }
  int number(const std::string& pointer) { return std::atoi(value(pointer).c_str()); }
  // The middle of an element on the screen.
  Point place(const std::string& id) {
    return {number("/places/" + id + "/x"), number("/places/" + id + "/y")};
  }

 private:
  void set_up(httplib::Server& server) {
    server.Get(".*", [this](const httplib::Request&, httplib::Response& answer) {
      answer.set_content(html_.ok() ? html_.value() : html_.error().message, "text/html");
    });
    server.Post("/state", [this](const httplib::Request& request, httplib::Response&) {
      const std::lock_guard lock(mutex_);
      state_ = request.body;
    });
  }

  Result<std::string> html_;
  std::mutex mutex_;
  std::string state_ = "{}";
  LocalServer server_{[this](httplib::Server& server) { set_up(server); }};
};

// Chromium in a session. Its sandbox needs namespaces, which some containers refuse.
struct Browser {
  Browser() {
    std::vector<std::string> arguments = {
        "--ozone-platform=wayland", "--no-first-run", "--disable-gpu", "--password-store=basic",
        "--user-data-dir=" + desktop.session().folder() + "/browser"};
    const ChildCommand isolated = desktop.session().command("unshare", {"--user", "--pid", "true"});
    if (!run_child(isolated, "", std::chrono::seconds(60)).end.ok())
      arguments.emplace_back("--no-sandbox");
    arguments.push_back(page.url());
    program = desktop.show("chromium", "chromium", arguments);
    EXPECT_TRUE(page.shows("/isPainted", "true"));
    EXPECT_TRUE(wait_until([&] { return has_its_place(); })) << page.value("/pointer");
  }

  // Whether the page has its place in the window, which changes when the browser starts.
  bool has_its_place() {
    desktop.move({500, 900});
    desktop.move({500, 950});
    return wait_until([&] { return page.value("/pointer") == "[500,950]"; },
                      std::chrono::seconds(1));
  }

  Point place(const std::string& id, int right = 0, int down = 0) {
    const Point middle = page.place(id);
    return {middle.x + right, middle.y + down};
  }

  PostingPage page;
  WaylandDesktop desktop;
  std::unique_ptr<WatchedProgram> program;
};

void types_into_a_field(Browser& browser) {
  const std::string text =
      "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: „100 €“ {~}!\n"
      "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ 有為の奥山 今日越えて 浅き夢見じ 酔ひもせず\n"
      "В чащах юга жил бы цитрус? Да, но фальшивый экземпляр! Łódź ñ¿¡ ☃ ∑≠∞\n"
      "'\"`^~@#$%&*()_+-=[]{}|\\;:,.<>/?\n";
  ASSERT_EQ(browser.desktop.click(browser.place("text")), "done");
  ASSERT_TRUE(browser.page.shows_text("/focus", "text"));
  ASSERT_EQ(browser.desktop.type(text), "done");
  ASSERT_TRUE(browser.page.shows_text("/text", text));
}

void replaces_text_by_a_paste(Browser& browser) {
  const std::string text = "🐱🎉👍 Zürich 東京 👨‍👩‍👧\nline";
  ASSERT_EQ(browser.desktop.hotkey("ctrl", "a"), "done");
  ASSERT_EQ(browser.desktop.paste(text), "done");
  ASSERT_TRUE(browser.page.shows_text("/text", text));
  ASSERT_EQ(browser.desktop.hotkey("shift", "Home"), "done");
  ASSERT_TRUE(browser.page.shows_text("/selected", "line"));
  ASSERT_EQ(browser.desktop.type("é"), "done");
  ASSERT_TRUE(browser.page.shows_text("/text", text.substr(0, text.find('\n')) + "\né"));
}

void clicks_and_chooses(Browser& browser) {
  ASSERT_EQ(browser.desktop.click(browser.place("button")), "done");
  ASSERT_TRUE(browser.page.shows("/clicks", "1"));
  ASSERT_EQ(browser.desktop.double_click(browser.place("button")), "done");
  ASSERT_TRUE(browser.page.shows("/doubleClicks", "1"));
  ASSERT_EQ(browser.desktop.right_click(browser.place("button")), "done");
  ASSERT_TRUE(browser.page.shows("/menus", "1"));
  ASSERT_EQ(browser.page.value("/clicks"), "3");
  ASSERT_EQ(browser.desktop.click(browser.place("box")), "done");
  ASSERT_TRUE(browser.page.shows("/box", "true"));
  ASSERT_EQ(browser.desktop.click(browser.place("choice")), "done");
  ASSERT_TRUE(browser.page.shows_text("/focus", "choice"));
  ASSERT_EQ(browser.desktop.perform(R"(press("Down"))"), "done");
  ASSERT_EQ(browser.desktop.perform(R"(press("Enter"))"), "done");
  ASSERT_TRUE(browser.page.shows_text("/choice", "two"));
}

void drags(Browser& browser) {
  ASSERT_EQ(browser.desktop.drag(browser.place("slider", -192), browser.place("slider")), "done");
  ASSERT_TRUE(browser.page.shows("/slider", "50"));
  ASSERT_EQ(
      browser.desktop.drag(browser.place("canvas", -150, -50), browser.place("canvas", 150, 50)),
      "done");
  ASSERT_TRUE(browser.page.shows("/stroke/from", "[50,25]"));
  ASSERT_TRUE(browser.page.shows("/stroke/to", "[350,125]"));
  ASSERT_GE(browser.page.number("/stroke/moves"), 2);
}

// The last step of the way alone is over the basket, so the page accepts at the move after it,
// which Chromium reports only at one more.
void drops_a_card(Browser& browser) {
  ASSERT_EQ(browser.desktop.move(browser.place("card")), "done");
  ASSERT_EQ(browser.desktop.perform(R"(mouse_down("left"))"), "done");
  ASSERT_EQ(browser.desktop.move(browser.place("basket")), "done");
  ASSERT_TRUE(browser.page.shows_text("/overBasket", "entered"));
  ASSERT_EQ(browser.desktop.move_once(browser.place("basket", 1)), "done");
  ASSERT_TRUE(browser.page.shows_text("/overBasket", "accepted"));
  ASSERT_EQ(browser.desktop.perform(R"(mouse_up("left"))"), "done");
  ASSERT_TRUE(browser.page.shows_text("/basket", "the card"));
}

void scrolls(Browser& browser) {
  ASSERT_EQ(browser.desktop.scroll(browser.place("lines"), -3), "done");
  ASSERT_TRUE(wait_until([&] { return browser.page.number("/linesScrolled") > 0; }));
  // Chromium sends what follows at once to the same element.
  ASSERT_TRUE(browser.page.shows("/linesEnded", "true"));
  ASSERT_EQ(browser.page.value("/scrolled"), "0");
  const Point beside = browser.place("lines", 400);
  ASSERT_EQ(browser.desktop.scroll(beside, -50), "done");
  ASSERT_TRUE(browser.page.shows("/scrolled", browser.page.value("/end")));
  ASSERT_EQ(browser.desktop.scroll(beside, 50), "done");
  ASSERT_TRUE(browser.page.shows("/scrolled", "0"));
}

void opens_an_address(Browser& browser) {
  ASSERT_EQ(browser.desktop.hotkey("ctrl", "l"), "done");
  ASSERT_EQ(browser.desktop.type(browser.page.url() + "/next\n"), "done");
  ASSERT_TRUE(wait_until([&] { return browser.desktop.title() == "Form/next - Chromium"; }))
      << browser.desktop.title();
  ASSERT_TRUE(browser.page.shows_text("/text", ""));
}
}  // namespace

TEST(WaylandBrowser, DoesWhatAPersonDoesOnAPage) {
  Browser browser;
  for (const auto step : {types_into_a_field, replaces_text_by_a_paste, clicks_and_chooses, drags,
                          drops_a_card, scrolls, opens_an_address})
    ASSERT_NO_FATAL_FAILURE(step(browser));
}
}  // namespace franz::executor
