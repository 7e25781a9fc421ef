#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wayland-client.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include "common/os/clock.h"
#include "common/os/posix_support.h"
#include "executor/wayland/data_control.h"
#include "executor/wayland/event_functions.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
constexpr int kReadMs = 3'000;    // for the program that owns the clipboard
constexpr int kPasteMs = 4'000;   // until a program asks for the text
constexpr int kWriteMs = 10'000;  // for a program that reads
// GTK drops what it read if the clipboard changes before it has inserted it.
constexpr int kInsertMs = 300;
constexpr int kPipeBytes = 1 << 20;
constexpr std::size_t kMaxTypes = 256;
// The names under which programs ask for text. Source: RFC 2046; ICCCM 2.0, §2.6.2.
constexpr std::array kTextTypes{"text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT",
                                "STRING"};

// One type of the clipboard while it is read.
struct Reading {
  std::string type;
  Descriptor from;
  std::string bytes = {};
  bool ended = false;
};

// Reads what has arrived. False: a read error, or more than `max_bytes`.
bool read_some(Reading& reading, std::size_t max_bytes) {
  std::array<char, 65'536> bytes;
  for (;;) {
    const ssize_t count = ::read(reading.from.number(), bytes.data(), bytes.size());
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) reading.ended = true;
    reading.bytes.append(bytes.data(), static_cast<std::size_t>(count));
    if (reading.ended || reading.bytes.size() > max_bytes) return reading.bytes.size() <= max_bytes;
  }
}
}  // namespace

struct DataControl::Offer {
  explicit Offer(wl_proxy* object) : proxy(object) {}
  ~Offer() { wl_proxy_marshal_flags(proxy, kOfferDestroy, nullptr, 1, WL_MARSHAL_FLAG_DESTROY); }
  Offer(const Offer&) = delete;
  Offer& operator=(const Offer&) = delete;

  wl_proxy* proxy;
  std::vector<std::string> types = {};
};

// A program reads what we offer.
struct DataControl::Writing {
  Descriptor to;
  std::shared_ptr<const std::string> bytes;
  std::size_t written = 0;
  std::int64_t until_ms = 0;  // of the steady clock
  bool pasted = false;        // of offer()'s text, after keys_were_pressed()
};

struct DataControl::Callbacks {
  static DataControl& of(void* data) { return *static_cast<DataControl*>(data); }

  static void data_offer(void* data, wl_proxy*, wl_proxy* object) {
    of(data).offers_.push_back(std::make_unique<Offer>(object));
    call_for_events<type_offered>(object, of(data).offers_.back().get());
  }
  // The offers before it are no longer valid.
  static void selection(void* data, wl_proxy*, wl_proxy* object) {
    DataControl& control = of(data);
    std::erase_if(control.offers_, [&](const auto& offer) { return offer->proxy != object; });
    control.current_ = control.offers_.empty() ? nullptr : control.offers_.front().get();
  }
  static void finished(void* data, wl_proxy*) { of(data).current_ = nullptr; }

  static void type_offered(void* data, wl_proxy*, const char* type) {
    auto& types = static_cast<Offer*>(data)->types;
    if (type != nullptr && types.size() < kMaxTypes) types.emplace_back(type);
  }
  static void send(void* data, wl_proxy* source, const char* type, std::int32_t descriptor) {
    if (type != nullptr && source == of(data).source_)
      return of(data).start_writing(type, descriptor);
    const Descriptor unused(descriptor);
  }
  static void cancelled(void* data, wl_proxy* source) {
    if (source == of(data).source_) of(data).source_ = nullptr;
    wl_proxy_marshal_flags(source, kSourceDestroy, nullptr, 1, WL_MARSHAL_FLAG_DESTROY);
  }
};

DataControl::DataControl(WaylandConnection& connection) : connection_(&connection) {}

std::unique_ptr<DataControl> DataControl::make(WaylandConnection& connection,
                                               const WaylandGlobals& globals) {
  if (globals.data_control() == nullptr) return nullptr;
  std::unique_ptr<DataControl> control(new DataControl(connection));
  control->globals_ = &globals;
  control->device_.reset(wl_proxy_marshal_flags(globals.data_control(), kGetDataDevice,
                                                &kDataDevice, 1, 0, nullptr, globals.seat()));
  call_for_events<Callbacks::data_offer, Callbacks::selection, Callbacks::finished>(
      control->device_.get(), control.get());
  return control;
}

DataControl::~DataControl() {
  if (source_ != nullptr)
    wl_proxy_marshal_flags(source_, kSourceDestroy, nullptr, 1, WL_MARSHAL_FLAG_DESTROY);
}

Result<std::pair<ClipboardContents, std::string>> DataControl::read_current() {
  std::vector<Reading> readings;
  for (const std::string& type :
       current_ == nullptr ? std::vector<std::string>{} : current_->types) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) break;
    const Descriptor to(ends[1]);
    ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);  // else the usual size, which only takes longer
    readings.push_back({type, Descriptor(ends[0])});
    wl_proxy_marshal_flags(current_->proxy, kOfferReceive, nullptr, 1, 0, type.c_str(), ends[1]);
    // The descriptor is copied into the request.
  }
  std::size_t left = kMaxClipboardBytes;
  bool complete = true;
  const auto read_all = [&] {
    for (Reading& reading : readings) {
      if (reading.ended) continue;
      const std::size_t before = reading.bytes.size();
      complete &= read_some(reading, before + left);
      left -= std::min(left, reading.bytes.size() - before);
    }
  };
  const Status waited = connection_->wait_until(
      [&] { return !complete || std::ranges::all_of(readings, &Reading::ended); }, kReadMs,
      read_all);
  if (!waited.ok() && waited.error().code == ErrorCode::lost) return waited.error();
  ClipboardContents contents;
  if (waited.ok() && complete)
    for (Reading& reading : readings) contents.emplace_back(reading.type, std::move(reading.bytes));
  return std::pair(std::move(contents),
                   std::string(waited.ok() && complete
                                   ? ""
                                   : "the earlier contents of the clipboard are lost: they are "
                                     "larger than 64 MiB, or their program did not send them"));
}

void DataControl::set_selection(const ClipboardContents& contents) {
  offered_.clear();
  wl_proxy* source = nullptr;
  if (!contents.empty()) {
    source = wl_proxy_marshal_flags(globals_->data_control(), kCreateDataSource, &kDataSource, 1, 0,
                                    nullptr);
    call_for_events<Callbacks::send, Callbacks::cancelled>(source, this);
    for (const auto& [type, bytes] : contents) {
      wl_proxy_marshal_flags(source, kSourceOffer, nullptr, 1, 0, type.c_str());
      offered_.emplace_back(type, std::make_shared<const std::string>(bytes));
    }
  }
  wl_proxy_marshal_flags(device_.get(), kSetSelection, nullptr, 1, 0, source);
  // The source before it is cancelled, which destroys it.
  source_ = source;
}

Result<std::string> DataControl::offer(const std::string& text) {
  if (const Status current = connection_->roundtrip(); !current.ok()) return current.error();
  std::string note;
  if (source_ == nullptr) {
    Result<std::pair<ClipboardContents, std::string>> read = read_current();
    if (!read.ok()) return read.error();
    earlier_ = std::move(read.value().first);
    note = read.value().second;
  } else if (!offers_text_) {  // what restore() offered
    earlier_.clear();
    for (const auto& [type, bytes] : offered_) earlier_.emplace_back(type, *bytes);
  }
  ClipboardContents contents;
  for (const char* const type : kTextTypes) contents.emplace_back(type, text);
  set_selection(contents);
  offers_text_ = true;
  keys_pressed_ = was_pasted_ = false;
  if (const Status set = connection_->roundtrip(); !set.ok()) return set.error();
  return note;
}

Result<bool> DataControl::restore() {
  const auto is_ours = [&] { return source_ != nullptr && offers_text_; };
  Status waited =
      connection_->wait_until([&] { return (was_pasted_ && !is_writing()) || !is_ours(); },
                              kPasteMs, [&] { write_pending(); });
  if (waited.ok() && is_ours())
    waited =
        connection_->wait_until([&] { return !is_ours(); }, kInsertMs, [&] { write_pending(); });
  if (!waited.ok() && waited.error().code == ErrorCode::lost) return waited.error();
  // Somebody else may own the clipboard now.
  if (is_ours()) set_selection(earlier_);
  offers_text_ = false;
  earlier_.clear();
  if (const Status set = connection_->roundtrip(); !set.ok()) return set.error();
  return was_pasted_;
}

void DataControl::start_writing(const std::string& type, int descriptor) {
  Descriptor to(descriptor);
  const auto found = std::ranges::find(offered_, type, [](const auto& each) { return each.first; });
  if (found == offered_.end()) return;
  ::fcntl(to.number(), F_SETFL, O_NONBLOCK);
  writing_.push_back(std::make_unique<Writing>(Writing{std::move(to), found->second, 0,
                                                       steady_time_ms() + kWriteMs,
                                                       offers_text_ && keys_pressed_}));
  write_pending();
}

void DataControl::write_pending() {
  std::erase_if(writing_, [&](const auto& entry) {
    Writing& writing = *entry;
    const std::string& bytes = *writing.bytes;
    const bool in_time = steady_time_ms() < writing.until_ms;
    if (writing.written < bytes.size()) {
      const ssize_t count = ::write(writing.to.number(), bytes.data() + writing.written,
                                    bytes.size() - writing.written);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return true;
      writing.written += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
      if (writing.written < bytes.size()) return !in_time;
    }
    // Closed only when it is read, so that was_pasted_ is true.
    int unread = 0;
    if (::ioctl(writing.to.number(), FIONREAD, &unread) == 0 && unread > 0) return !in_time;
    was_pasted_ |= writing.pasted;
    return true;
  });
}
}  // namespace franz::executor
