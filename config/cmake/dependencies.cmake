# The libraries of docs/design.md, as installed by the package manager; nothing is downloaded.
find_package(Threads REQUIRED)
if(FRANZ_MINGW_LIBRARIES)
  # Headers in a separate folder (config/mingw.sh), without CMake packages.
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
# common/os/boost_process.h makes the same choice.
if(EXISTS ${Boost_INCLUDE_DIRS}/boost/process/v1/child.hpp)
  message(STATUS "Boost.Process v1: <boost/process/v1/child.hpp>")
else()
  message(STATUS "Boost.Process v1: <boost/process/child.hpp>")
endif()
find_path(FRANZ_STB_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
find_path(FRANZ_DEFLATE_DIR libdeflate.h REQUIRED)
find_library(FRANZ_DEFLATE_LIBRARY NAMES libdeflate.a deflate deflatestatic libdeflate REQUIRED)
find_path(FRANZ_ZLIB_DIR zlib.h REQUIRED)
find_library(FRANZ_ZLIB_LIBRARY NAMES libz.a z zlibstatic zlib zs REQUIRED)

# Third-party headers are system headers, so that warnings are about our code only.
add_library(franz_boost INTERFACE)
target_include_directories(franz_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(franz_boost INTERFACE BOOST_ASIO_NO_DEPRECATED
  BOOST_BIND_GLOBAL_PLACEHOLDERS)
target_link_libraries(franz_boost INTERFACE Threads::Threads)
if(WIN32)
  target_link_libraries(franz_boost INTERFACE ws2_32 mswsock)
endif()
if(MINGW)
  # Else Asio uses POSIX threads if <pthread.h> was included before it and Windows' own otherwise, and
  # the files' definitions of io_context differ.
  target_compile_definitions(franz_boost INTERFACE BOOST_ASIO_HAS_PTHREADS)
endif()

add_library(franz_png INTERFACE)
target_include_directories(franz_png SYSTEM INTERFACE ${FRANZ_STB_DIR} ${FRANZ_DEFLATE_DIR})
target_link_libraries(franz_png INTERFACE ${FRANZ_DEFLATE_LIBRARY})

add_library(franz_zlib INTERFACE)
target_include_directories(franz_zlib SYSTEM INTERFACE ${FRANZ_ZLIB_DIR})
target_link_libraries(franz_zlib INTERFACE ${FRANZ_ZLIB_LIBRARY})

add_library(franz_httplib INTERFACE)
find_package(PkgConfig)
if(PkgConfig_FOUND AND NOT WIN32)
  pkg_check_modules(httplib IMPORTED_TARGET cpp-httplib)
endif()
if(httplib_FOUND)
  # Debian's is a shared library whose classes change size with its build flags, so only
  # pkg-config's flags fit.
  target_link_libraries(franz_httplib INTERFACE PkgConfig::httplib OpenSSL::SSL Threads::Threads)
else()
  # A single header.
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

# Debian has no RE2 for mingw-w64; a build without it refuses `export --redact-text`.
if(NOT FRANZ_MINGW_LIBRARIES)
  add_library(franz_re2 INTERFACE)
  if(WIN32)
    find_package(re2 CONFIG REQUIRED)
    target_link_libraries(franz_re2 INTERFACE re2::re2)
  else()
    pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
    target_link_libraries(franz_re2 INTERFACE PkgConfig::re2)
  endif()
endif()

# Bundles as archives: not for mingw-w64 either.
if(NOT WIN32)
  pkg_check_modules(archive REQUIRED IMPORTED_TARGET libarchive)
  add_library(franz_archive INTERFACE)
  target_link_libraries(franz_archive INTERFACE PkgConfig::archive)
endif()

# Spreadsheets of tasks are archives of XML; a build without them refuses tasks with compare_table.
if(NOT WIN32)
  pkg_check_modules(expat REQUIRED IMPORTED_TARGET expat)
  add_library(franz_xlsx INTERFACE)
  target_link_libraries(franz_xlsx INTERFACE franz_archive PkgConfig::expat)
endif()

# franz_lacks_library(PROGRAM PACKAGE): PROGRAM is not built, because PACKAGE is not installed. With tests
# this is an error: those of the program would be missing, too, and all others pass.
function(franz_lacks_library program package)
  if(BUILD_TESTING)
    message(FATAL_ERROR "${package} is missing: ${program} and its tests need it "
      "(apt-get install ${package}, or -DBUILD_TESTING=OFF)")
  endif()
  message(STATUS "${package} is missing: ${program} is not built")
endfunction()

if(NOT WIN32)
  # X11, each library before those that it uses. Archives are preferred: statically linked programs
  # need them, and the others then need no installed X11.
  find_path(FRANZ_X11_DIR X11/extensions/Xrandr.h REQUIRED)
  add_library(franz_x11 INTERFACE)
  target_include_directories(franz_x11 SYSTEM INTERFACE ${FRANZ_X11_DIR})
  foreach(name IN ITEMS Xcomposite Xtst Xi Xrandr Xrender Xfixes Xext X11 xcb Xau Xdmcp)
    find_library(FRANZ_${name}_LIBRARY NAMES lib${name}.a ${name} REQUIRED)
    target_link_libraries(franz_x11 INTERFACE ${FRANZ_${name}_LIBRARY})
  endforeach()
  target_link_libraries(franz_x11 INTERFACE ${CMAKE_DL_LIBS} Threads::Threads)
endif()
