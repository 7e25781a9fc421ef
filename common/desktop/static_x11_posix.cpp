// What Xlib asks of the C library that a statically linked program cannot have: glibc would load
// shared libraries for it at run time, of exactly its own version. The linker puts these in their
// place (ld(1), --wrap).
#include <netdb.h>

extern "C" {
// Xlib loads libXcursor where there is one, for themed pointers of one's own windows.
void* __wrap_dlopen(const char*, int);  // NOLINT(bugprone-reserved-identifier)
void* __wrap_dlopen(const char*, int) { return nullptr; }

// For displays of other machines; those are refused before (screen_view_x11.cpp).
int __wrap_getaddrinfo(  // NOLINT(bugprone-reserved-identifier)
    const char*, const char*, const addrinfo*, addrinfo**);
int __wrap_getaddrinfo(const char*, const char*, const addrinfo*, addrinfo**) { return EAI_FAIL; }
}
