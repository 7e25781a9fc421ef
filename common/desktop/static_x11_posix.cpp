// C library functions that Xlib calls and a statically linked program cannot have: glibc would load
// shared libraries of exactly its own version for them at run time. The linker substitutes these
// (ld(1), --wrap).
#include <netdb.h>

extern "C" {
// Xlib loads libXcursor if it exists, for themed pointers of its own windows.
void* __wrap_dlopen(const char*, int);  // NOLINT(bugprone-reserved-identifier)
void* __wrap_dlopen(const char*, int) { return nullptr; }

// For displays of other machines, which are refused earlier (screen_view_x11.cpp).
int __wrap_getaddrinfo(  // NOLINT(bugprone-reserved-identifier)
    const char*, const char*, const addrinfo*, addrinfo**);
int __wrap_getaddrinfo(const char*, const char*, const addrinfo*, addrinfo**) { return EAI_FAIL; }
}
