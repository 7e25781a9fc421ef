# Headers that most files share, compiled once for the programs and once for the tests, which are
# optimised less. ccache keeps nothing that was compiled with them: for machines where it is empty.
option(FRANZ_PCH "Precompile the headers that most files share: faster where nothing is cached" OFF)
if(NOT FRANZ_PCH)
  return()
endif()

# franz_precompiled(NAME LIBRARIES… HEADERS…): an object library that others reuse.
function(franz_precompiled name)
  cmake_parse_arguments(arg "" "" "LIBRARIES;HEADERS" ${ARGN})
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE franz_options ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE <algorithm> <array> <cstdint> <functional>
    <map> <memory> <optional> <span> <string> <string_view> <utility> <variant> <vector> ${arg_HEADERS})
endfunction()

# All targets of ours below a folder that compile several files.
function(franz_reuse_precompiled folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(LENGTH sources count)
    if(NOT type MATCHES "LIBRARY|EXECUTABLE" OR type STREQUAL "INTERFACE_LIBRARY" OR count LESS 2)
      continue()
    endif()
    get_target_property(source_folder ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)  # with options of its own: no headers compiled with others
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${source_folder})
      get_source_file_property(options ${source} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
      if(options)
        set_source_files_properties(${source} TARGET_DIRECTORY ${target}
          PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endforeach()
    if(target MATCHES "_test$")
      target_precompile_headers(${target} REUSE_FROM precompiled_test)
    else()
      target_precompile_headers(${target} REUSE_FROM precompiled)
    endif()
    # GCC 12's false findings about std::string, which a precompiled system header does not hide
    # (GCC's bugs 105329 and 105651). Other builds look for true ones.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
        -Wno-stringop-overread)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    string(FIND "${below}" "${PROJECT_SOURCE_DIR}/" at)
    if(at EQUAL 0)  # not GoogleTest's
      franz_reuse_precompiled(${below})
    endif()
  endforeach()
endfunction()

franz_precompiled(precompiled)
if(BUILD_TESTING)
  if(NOT CMAKE_CROSSCOMPILING)  # there it is built with ours
    find_package(GTest REQUIRED)
  endif()
  franz_precompiled(precompiled_test LIBRARIES GTest::gtest_main HEADERS <gtest/gtest.h> <chrono> <thread>)
  target_compile_options(precompiled_test PRIVATE ${FRANZ_TEST_OPTIONS})
endif()
franz_reuse_precompiled(${PROJECT_SOURCE_DIR})
