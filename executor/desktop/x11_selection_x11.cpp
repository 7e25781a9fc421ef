#include <algorithm>
#include <charconv>
#include <system_error>
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "executor/desktop/x11_selection.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr std::size_t kPiece = 64UL << 10U;    // bytes per piece of an incremental transfer
constexpr std::size_t kWhole = 256UL << 10U;   // bytes: less than the smallest request limit
constexpr std::size_t kMaxRead = 16UL << 20U;  // bytes
constexpr std::size_t kMaxKept = 48UL << 20U;  // bytes, all types: fits in a message (kMaxMessage)
constexpr std::size_t kMaxTargets = 64;
constexpr int kPieceWait = 1000;          // milliseconds per piece
constexpr int kSelectionReadWait = 3000;  // milliseconds for all pieces
constexpr const char* kOurProperty = "_FRANZ_SELECTION";

std::optional<std::string> as_latin1(std::string_view text) {
  std::string latin1;
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    if (next.code > 0xFF) return std::nullopt;
    latin1 += static_cast<char>(next.code);
    text.remove_prefix(next.length);
  }
  return latin1;
}

void put(Display* display, Window window, Atom property, Atom type, std::string_view data) {
  XChangeProperty(display, window, property, type, 8, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(data.data()),
                  static_cast<int>(data.size()));
}
}  // namespace

void OfferedSelection::set_text(const std::string& text) {
  const Atom utf8 = x11_->atom("UTF8_STRING");
  values_ = {{utf8, utf8, text}, {x11_->atom("TEXT"), utf8, text}};
  for (const char* const name : {"text/plain;charset=utf-8", "text/plain"})
    values_.push_back({x11_->atom(name), x11_->atom(name), text});
  if (auto latin1 = as_latin1(text)) values_.push_back({XA_STRING, XA_STRING, *std::move(latin1)});
}

unsigned long OfferedSelection::server_time() {
  // The server puts the time into the event of a property change (ICCCM 2.1).
  put(x11_->get(), window_, x11_->atom("_FRANZ_TIME"), XA_STRING, "");
  XEvent event{};
  const auto is_ours = [](Display*, XEvent* each, XPointer window) -> Bool {
    return each->type == PropertyNotify &&
           each->xproperty.window == *reinterpret_cast<Window*>(window);
  };
  static_cast<void>(x11_->sync());
  const bool came =
      XCheckIfEvent(x11_->get(), &event, is_ours, reinterpret_cast<XPointer>(&window_)) != 0;
  return came ? event.xproperty.time : CurrentTime;
}

bool OfferedSelection::own(unsigned long selection) {
  owned_since_ = server_time();
  XSetSelectionOwner(x11_->get(), selection, window_, owned_since_);
  if (XGetSelectionOwner(x11_->get(), selection) != window_) return false;
  owned_.push_back(selection);
  return true;
}

void OfferedSelection::disown() {
  for (const Atom selection : owned_)
    if (XGetSelectionOwner(x11_->get(), selection) == window_)
      XSetSelectionOwner(x11_->get(), selection, None, CurrentTime);
  owned_.clear();
}

void OfferedSelection::forget_who_asked() {
  asked_.clear();
  served_.clear();
}

void OfferedSelection::handle(const XEvent& event) {
  if (event.type == SelectionRequest) answer(event);
  if (event.type == PropertyNotify && event.xproperty.state == PropertyDelete) go_on(event);
}

void OfferedSelection::answer(const XEvent& request) {
  const XSelectionRequestEvent& asked = request.xselectionrequest;
  // Obsolete clients name no property (ICCCM 2.2).
  const Atom property = asked.property == None ? asked.target : asked.property;
  const bool converted = asked.target == x11_->atom("MULTIPLE")
                             ? convert_each(asked.requestor, property)
                             : convert(asked.requestor, asked.target, property);
  XEvent reply{};
  reply.xselection.type = SelectionNotify;
  reply.xselection.requestor = asked.requestor;
  reply.xselection.selection = asked.selection;
  reply.xselection.target = asked.target;
  reply.xselection.property = converted ? property : Atom{None};
  reply.xselection.time = asked.time;
  XSendEvent(x11_->get(), asked.requestor, False, NoEventMask, &reply);
  XFlush(x11_->get());
}

std::vector<unsigned long> OfferedSelection::targets() {
  std::vector<unsigned long> known;
  for (const char* name : {"TARGETS", "TIMESTAMP", "MULTIPLE"}) known.push_back(x11_->atom(name));
  for (const SelectionValue& each : values_) known.push_back(each.target);
  return known;
}

bool OfferedSelection::convert(unsigned long requestor, unsigned long target,
                               unsigned long property) {
  Display* display = x11_->get();
  const auto put_numbers = [&](Atom type, const std::vector<unsigned long>& numbers) {
    XChangeProperty(display, requestor, property, type, 32, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(numbers.data()),
                    static_cast<int>(numbers.size()));
  };
  if (target == x11_->atom("TARGETS")) {
    put_numbers(XA_ATOM, targets());
    return true;
  }
  if (target == x11_->atom("TIMESTAMP")) {
    put_numbers(XA_INTEGER, {owned_since_});
    return true;
  }
  const auto value = std::ranges::find(values_, target, &SelectionValue::target);
  if (value == values_.end()) return false;
  const unsigned long client = x11_->client_of(requestor);
  asked_.insert(client);
  if (value->bytes.size() <= kWhole) {
    put(display, requestor, property, value->type, value->bytes);
    served_.insert(client);
    return true;
  }
  // Incremental: each piece is sent after the one before was taken (ICCCM 2.7.2).
  XSelectInput(display, requestor, PropertyChangeMask);
  put_numbers(x11_->atom("INCR"), {value->bytes.size()});
  transfers_[{requestor, property}] = {value->bytes, value->type, 0};
  return true;
}

bool OfferedSelection::convert_each(unsigned long requestor, unsigned long property) {
  Atom type = None;
  int format = 0;
  unsigned long count = 0, left = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(x11_->get(), requestor, property, 0, 256, False, AnyPropertyType, &type,
                     &format, &count, &left, &data);
  if (data == nullptr) return false;
  const auto* values = reinterpret_cast<const unsigned long*>(data);
  std::vector<unsigned long> pairs;
  if (format == 32) pairs.assign(values, values + count - count % 2);
  XFree(data);
  for (std::size_t i = 0; i < pairs.size(); i += 2)
    if (!convert(requestor, pairs[i], pairs[i + 1])) pairs[i + 1] = None;
  XChangeProperty(x11_->get(), requestor, property, x11_->atom("ATOM_PAIR"), 32, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(pairs.data()),
                  static_cast<int>(pairs.size()));
  return true;
}

void OfferedSelection::go_on(const XEvent& deleted) {
  const auto found = transfers_.find({deleted.xproperty.window, deleted.xproperty.atom});
  if (found == transfers_.end()) return;
  Transfer& transfer = found->second;
  const std::size_t size = std::min(kPiece, transfer.data.size() - transfer.sent);
  put(x11_->get(), deleted.xproperty.window, deleted.xproperty.atom, transfer.type,
      std::string_view(transfer.data).substr(transfer.sent, size));
  XFlush(x11_->get());
  transfer.sent += size;
  if (size > 0) return;  // an empty piece ends the transfer
  served_.insert(x11_->client_of(deleted.xproperty.window));
  transfers_.erase(found);
}

namespace {
// A property's value; reading deletes the property.
struct TakenProperty {
  Atom type = None;
  std::string bytes;                   // format 8
  std::vector<unsigned long> numbers;  // format 32
};

TakenProperty take_property(Display* display, Window window, Atom property) {
  TakenProperty taken;
  int format = 0;
  unsigned long count = 0, left = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(display, window, property, 0, static_cast<long>(kMaxRead / 4), True,
                     AnyPropertyType, &taken.type, &format, &count, &left, &data);
  if (data != nullptr) {
    if (format == 8) taken.bytes.assign(reinterpret_cast<const char*>(data), count);
    const auto* numbers = reinterpret_cast<const unsigned long*>(data);
    if (format == 32) taken.numbers.assign(numbers, numbers + count);
    XFree(data);
  }
  return taken;
}

// Reads a selection in one type after another.
class SelectionReader {
 public:
  SelectionReader(X11Connection& x11, Window window, Atom selection, Time time)
      : x11_(x11), window_(window), selection_(selection), time_(time) {}

  // Nothing: not offered in this type, or not in time. Sets `failed` in the second case only.
  std::optional<TakenProperty> read(Atom target, bool& failed) {
    const Atom property = x11_.atom(kOurProperty);
    XConvertSelection(x11_.get(), selection_, target, property, window_, time_);
    bool refused = false;
    const bool came = x11_.wait_for(wait_ms(), [&](const XEvent& event) {
      if (event.type != SelectionNotify || event.xselection.selection != selection_ ||
          event.xselection.target != target)
        return false;
      refused = event.xselection.property == None;
      return true;
    });
    if (!came) failed = true;
    if (!came || refused) return std::nullopt;
    TakenProperty taken = take_property(x11_.get(), window_, property);
    if (taken.type != x11_.atom("INCR")) return taken;
    TakenProperty all;
    for (;;) {
      const bool next = x11_.wait_for(wait_ms(), [&](const XEvent& event) {
        return event.type == PropertyNotify && event.xproperty.window == window_ &&
               event.xproperty.atom == property && event.xproperty.state == PropertyNewValue;
      });
      if (!next || all.bytes.size() > kMaxRead) {
        failed = true;
        return std::nullopt;
      }
      taken = take_property(x11_.get(), window_, property);
      if (taken.bytes.empty()) return all;
      all.type = taken.type;
      all.bytes += taken.bytes;
    }
  }

  bool is_late() const { return steady_time_ms() >= until_; }

 private:
  int wait_ms() const {
    return static_cast<int>(std::clamp<std::int64_t>(until_ - steady_time_ms(), 0, kPieceWait));
  }

  X11Connection& x11_;
  const Window window_;
  const Atom selection_;
  const Time time_;
  const std::int64_t until_ = steady_time_ms() + kSelectionReadWait;
};
}  // namespace

ReadSelection read_selection(X11Connection& x11, unsigned long window, unsigned long selection,
                             unsigned long time) {
  ReadSelection read;
  if (XGetSelectionOwner(x11.get(), selection) == None) return read;
  read.owned = true;
  SelectionReader reader(x11, window, selection, time);
  bool failed = false;
  std::vector<Atom> targets{x11.atom("UTF8_STRING")};  // if the owner reports no types
  if (const auto offered = reader.read(x11.atom("TARGETS"), failed);
      offered && !offered->numbers.empty())
    targets = offered->numbers;
  if (targets.size() > kMaxTargets) read.all = false;
  targets.resize(std::min(targets.size(), kMaxTargets));
  // These return metadata or ask the owner to do something (ICCCM 2.6.2 and 2.6.3).
  for (const char* const name : {"TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE",
                                 "INSERT_SELECTION", "INSERT_PROPERTY"})
    std::erase(targets, x11.atom(name));
  std::size_t total = 0;
  for (const Atom target : targets) {
    if (reader.is_late()) failed = true;
    if (failed) break;
    auto value = reader.read(target, failed);
    if (!value) continue;
    total += value->bytes.size();
    const bool fits = value->numbers.empty() && total <= kMaxKept;
    if (fits) read.values.push_back({target, value->type, std::move(value->bytes)});
    read.all = read.all && fits;
  }
  read.all = read.all && !failed;
  return read;
}

std::string packed_selection(const std::vector<SelectionValue>& values) {
  std::string packed;
  for (const SelectionValue& each : values)
    for (const std::string& part :
         {std::to_string(each.target), std::to_string(each.type), each.bytes})
      packed += std::to_string(part.size()) + ":" + part;
  return packed;
}

Result<std::vector<SelectionValue>> unpacked_selection(std::string_view packed) {
  const Error wrong{"the contents of the clipboard: expected LENGTH:BYTES three times a type"};
  const auto number = [](std::string_view text) -> std::optional<unsigned long> {
    unsigned long value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
  };
  std::vector<std::string_view> parts;
  while (!packed.empty()) {
    const std::size_t colon = packed.find(':');
    const auto length = number(packed.substr(0, colon));
    if (colon == packed.npos || !length || *length > packed.size() - colon - 1) return wrong;
    parts.push_back(packed.substr(colon + 1, *length));
    packed.remove_prefix(colon + 1 + *length);
  }
  if (parts.size() % 3 != 0) return wrong;
  std::vector<SelectionValue> values;
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    const auto target = number(parts[i]), type = number(parts[i + 1]);
    if (!target || !type) return wrong;
    values.push_back({*target, *type, std::string(parts[i + 2])});
  }
  return values;
}
}  // namespace franz::executor
