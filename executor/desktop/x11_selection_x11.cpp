#include <algorithm>
#include "common/base/utf8.h"
#include "executor/desktop/x11_selection.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr std::size_t kPiece = 64UL << 10U;    // bytes of a text that is handed over in pieces
constexpr std::size_t kWhole = 256UL << 10U;   // bytes: below the smallest limit of a request
constexpr std::size_t kMaxRead = 16UL << 20U;  // bytes
constexpr int kSelectionReadWait = 1000;       // milliseconds, for each piece
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

void OfferedText::set_text(std::string text) {
  text_ = std::move(text);
  latin1_ = as_latin1(text_);
}

unsigned long OfferedText::server_time() {
  // A change of a property, which the server stamps (ICCCM 2.1).
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

bool OfferedText::own(unsigned long selection) {
  owned_since_ = server_time();
  XSetSelectionOwner(x11_->get(), selection, window_, owned_since_);
  if (XGetSelectionOwner(x11_->get(), selection) != window_) return false;
  owned_.push_back(selection);
  return true;
}

void OfferedText::disown() {
  for (const Atom selection : owned_)
    if (XGetSelectionOwner(x11_->get(), selection) == window_)
      XSetSelectionOwner(x11_->get(), selection, None, CurrentTime);
  owned_.clear();
}

void OfferedText::forget_who_asked() {
  asked_.clear();
  served_.clear();
}

void OfferedText::handle(const XEvent& event) {
  if (event.type == SelectionRequest) answer(event);
  if (event.type == PropertyNotify && event.xproperty.state == PropertyDelete) go_on(event);
}

void OfferedText::answer(const XEvent& request) {
  const XSelectionRequestEvent& asked = request.xselectionrequest;
  // An old client names no property (ICCCM 2.2).
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

std::vector<unsigned long> OfferedText::targets() {
  std::vector<unsigned long> known;
  for (const char* name : {"TARGETS", "TIMESTAMP", "MULTIPLE", "UTF8_STRING",
                           "text/plain;charset=utf-8", "text/plain", "TEXT"})
    known.push_back(x11_->atom(name));
  if (latin1_) known.push_back(XA_STRING);
  return known;
}

std::optional<std::pair<unsigned long, std::string>> OfferedText::text_as(unsigned long target) {
  const Atom utf8 = x11_->atom("UTF8_STRING");
  if (target == utf8 || target == x11_->atom("TEXT")) return std::pair{utf8, text_};
  if (target == x11_->atom("text/plain;charset=utf-8") || target == x11_->atom("text/plain"))
    return std::pair{target, text_};
  if (target == XA_STRING && latin1_) return std::pair{target, *latin1_};
  return std::nullopt;
}

bool OfferedText::convert(unsigned long requestor, unsigned long target, unsigned long property) {
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
  auto text = text_as(target);
  if (!text) return false;
  const unsigned long client = x11_->client_of(requestor);
  asked_.insert(client);
  if (text->second.size() <= kWhole) {
    put(display, requestor, property, text->first, text->second);
    served_.insert(client);
    return true;
  }
  // In pieces, each when the one before was taken (ICCCM 2.7.2).
  XSelectInput(display, requestor, PropertyChangeMask);
  put_numbers(x11_->atom("INCR"), {text->second.size()});
  transfers_[{requestor, property}] = {std::move(text->second), text->first, 0};
  return true;
}

bool OfferedText::convert_each(unsigned long requestor, unsigned long property) {
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

void OfferedText::go_on(const XEvent& deleted) {
  const auto found = transfers_.find({deleted.xproperty.window, deleted.xproperty.atom});
  if (found == transfers_.end()) return;
  Transfer& transfer = found->second;
  const std::size_t size = std::min(kPiece, transfer.data.size() - transfer.sent);
  put(x11_->get(), deleted.xproperty.window, deleted.xproperty.atom, transfer.type,
      std::string_view(transfer.data).substr(transfer.sent, size));
  XFlush(x11_->get());
  transfer.sent += size;
  if (size > 0) return;  // the empty piece is the end
  served_.insert(x11_->client_of(deleted.xproperty.window));
  transfers_.erase(found);
}

namespace {
// The bytes of a property, and takes it away.
struct TakenProperty {
  Atom type = None;
  std::string bytes;
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
    XFree(data);
  }
  return taken;
}
}  // namespace

ReadSelection read_selection(X11Connection& x11, unsigned long window, unsigned long selection,
                             unsigned long time) {
  ReadSelection read;
  Display* display = x11.get();
  if (XGetSelectionOwner(display, selection) == None) return read;
  read.owned = true;
  const Atom property = x11.atom(kOurProperty), utf8 = x11.atom("UTF8_STRING");
  XConvertSelection(display, selection, utf8, property, window, time);
  bool refused = false;
  const bool came = x11.wait_for(kSelectionReadWait, [&](const XEvent& event) {
    if (event.type != SelectionNotify || event.xselection.selection != selection) return false;
    refused = event.xselection.property == None;
    return true;
  });
  if (!came || refused) return read;
  TakenProperty taken = take_property(display, window, property);
  if (taken.type != x11.atom("INCR")) {
    if (taken.type == utf8) read.text = std::move(taken.bytes);
    return read;
  }
  std::string text;
  for (;;) {
    const bool next = x11.wait_for(kSelectionReadWait, [&](const XEvent& event) {
      return event.type == PropertyNotify && event.xproperty.window == window &&
             event.xproperty.atom == property && event.xproperty.state == PropertyNewValue;
    });
    if (!next || text.size() > kMaxRead) return read;
    taken = take_property(display, window, property);
    if (taken.bytes.empty()) break;
    text += taken.bytes;
  }
  read.text = std::move(text);
  return read;
}
}  // namespace franz::executor
