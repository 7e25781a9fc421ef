# The libraries of docs/design.md, found where the package manager put them; nothing is downloaded here.
find_package(Threads REQUIRED)
if(FRANZ_MINGW_LIBRARIES)
  # Headers in a folder of their own (config/mingw.sh), and no CMake packages beside them.
  foreach(target IN ITEMS nlohmann_json::nlohmann_json CLI11::CLI11)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} SYSTEM INTERFACE ${FRANZ_MINGW_LIBRARIES}/include)
  endforeach()
  set(Boost_INCLUDE_DIRS ${FRANZ_MINGW_LIBRARIES}/include)
  set(OPENSSL_FOUND TRUE)
  add_library(OpenSSL::SSL INTERFACE IMPORTED)
  target_include_directories(OpenSSL::SSL SYSTEM INTERFACE ${FRANZ_MINGW_LIBRARIES}/include)
  target_link_libraries(OpenSSL::SSL INTERFACE ${FRANZ_MINGW_LIBRARIES}/lib/libssl.a
    ${FRANZ_MINGW_LIBRARIES}/lib/libcrypto.a ws2_32 crypt32 gdi32)
else()
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(OpenSSL)
  find_package(Boost 1.81 REQUIRED)  # headers only
endif()
# common/os/boost_process.h chooses the same.
if(EXISTS ${Boost_INCLUDE_DIRS}/boost/process/v1/child.hpp)
  message(STATUS "Boost.Process v1: <boost/process/v1/child.hpp>")
else()
  message(STATUS "Boost.Process v1: <boost/process/child.hpp>")
endif()
find_path(FRANZ_STB_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
find_path(FRANZ_DEFLATE_DIR libdeflate.h REQUIRED)
find_library(FRANZ_DEFLATE_LIBRARY NAMES libdeflate.a deflate deflatestatic libdeflate REQUIRED)

# Third-party headers are system headers: our warnings are about our code.
add_library(franz_boost INTERFACE)
target_include_directories(franz_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(franz_boost INTERFACE BOOST_ASIO_NO_DEPRECATED
  BOOST_BIND_GLOBAL_PLACEHOLDERS)
target_link_libraries(franz_boost INTERFACE Threads::Threads)
if(WIN32)
  target_link_libraries(franz_boost INTERFACE ws2_32 mswsock)
endif()
if(MINGW)
  # Else Asio takes POSIX threads where <pthread.h> came before it, Windows' own elsewhere, and one
  # file's io_context is ended by another file's idea of it.
  target_compile_definitions(franz_boost INTERFACE BOOST_ASIO_HAS_PTHREADS)
endif()

add_library(franz_png INTERFACE)
target_include_directories(franz_png SYSTEM INTERFACE ${FRANZ_STB_DIR} ${FRANZ_DEFLATE_DIR})
target_link_libraries(franz_png INTERFACE ${FRANZ_DEFLATE_LIBRARY})

add_library(franz_httplib INTERFACE)
find_package(PkgConfig)
if(PkgConfig_FOUND AND NOT WIN32)
  pkg_check_modules(httplib IMPORTED_TARGET cpp-httplib)
endif()
if(httplib_FOUND)
  # Debian's is a shared library whose classes change size with its build flags: only pkg-config's
  # fit it.
  target_link_libraries(franz_httplib INTERFACE PkgConfig::httplib OpenSSL::SSL Threads::Threads)
else()
  # One header, all of it.
  find_path(FRANZ_HTTPLIB_DIR httplib.h REQUIRED)
  target_include_directories(franz_httplib SYSTEM INTERFACE ${FRANZ_HTTPLIB_DIR})
  target_link_libraries(franz_httplib INTERFACE Threads::Threads)
  if(OPENSSL_FOUND)
    target_compile_definitions(franz_httplib INTERFACE CPPHTTPLIB_OPENSSL_SUPPORT)
    target_link_libraries(franz_httplib INTERFACE OpenSSL::SSL)
  endif()
  if(WIN32)
    target_link_libraries(franz_httplib INTERFACE ws2_32 crypt32)
  endif()
endif()

if(NOT WIN32)
  # X11, each library before those that it uses. The archives where there are any: programs that are
  # linked statically take nothing else, and the others need no X11 to be installed where they run.
  find_path(FRANZ_X11_DIR X11/extensions/Xrandr.h REQUIRED)
  add_library(franz_x11 INTERFACE)
  target_include_directories(franz_x11 SYSTEM INTERFACE ${FRANZ_X11_DIR})
  foreach(name IN ITEMS Xcomposite Xtst Xi Xrandr Xrender Xfixes Xext X11 xcb Xau Xdmcp)
    find_library(FRANZ_${name}_LIBRARY NAMES lib${name}.a ${name} REQUIRED)
    target_link_libraries(franz_x11 INTERFACE ${FRANZ_${name}_LIBRARY})
  endforeach()
  target_link_libraries(franz_x11 INTERFACE ${CMAKE_DL_LIBS} Threads::Threads)
endif()
