# GNU Unifont's bitmaps inside the capturer (capturer/render/unifont.h): one generated source that
# defines unifont(). As a script (cmake -P) this file writes that source; included, it offers
# franz_add_unifont(TARGET), which adds it, or a replacement if the package is missing.
# FRANZ_UNIFONT_DIR is the folder of Debian's package; empty: build without it.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(franz_unifont_script ${CMAKE_CURRENT_LIST_FILE})
  # The data fits any system, so a cross-build also uses this system's package.
  find_path(FRANZ_UNIFONT_DIR NAMES unifont.hex PATHS /usr/share/unifont NO_CMAKE_FIND_ROOT_PATH
    DOC "Folder with unifont.hex and plane00-combining.txt; empty: characters beyond Latin-1 are boxes")
  function(franz_add_unifont target)
    if(NOT FRANZ_UNIFONT_DIR)
      message(STATUS "Without GNU Unifont: characters beyond Latin-1 are drawn as boxes with their codes")
      target_sources(${target} PRIVATE render/unifont_missing.cpp)
      return()
    endif()
    set(output ${CMAKE_CURRENT_BINARY_DIR}/unifont_bitmaps.cpp)
    set(files ${FRANZ_UNIFONT_DIR}/unifont.hex ${FRANZ_UNIFONT_DIR}/plane00-combining.txt)
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${FRANZ_UNIFONT_DIR} -DOUTPUT=${output} -P ${franz_unifont_script}
      DEPENDS ${files} ${franz_unifont_script}
      COMMENT "Embedding GNU Unifont" VERBATIM)
    target_sources(${target} PRIVATE ${output})
  endfunction()
  return()
endif()

# Lines "0300:-8": the mark's left edge, in columns from the right edge of its base. If the
# offset is 0, the mark is written before its letter, as in Hebrew, and also lies over the letter.
file(STRINGS ${FOLDER}/plane00-combining.txt lines REGEX "^[0-9A-F]+:-?[0-9]+$")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([0-9A-F]+):(.*)$" all "${line}")
  set(shift_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
endforeach()

# Lines "0041:" and a bitmap in hexadecimal, 32 digits for eight columns and 64 for sixteen, by
# ascending codes. Those below U+0100 are our own font's.
file(STRINGS ${FOLDER}/unifont.hex lines REGEX "^[0-9A-F][0-9A-F][0-9A-F][0-9A-F]:[0-9A-F]+$")
set(bitmaps "")
set(piece "")
set(piece_end 4096)  # in words
set(ranges "")
set(start 0)   # words before this line's
set(open "")   # columns and mark of the range that is being made
set(expected 0)
set(first "")
macro(close_range)
  if(NOT open STREQUAL "")
    string(APPEND ranges "    {0x${first}, 0x${last}, ${open}, ${range_start}},\n")
  endif()
endmacro()
foreach(line IN LISTS lines)
  string(SUBSTRING "${line}" 0 4 code)
  if(code STRLESS "0100")
    continue()
  endif()
  string(SUBSTRING "${line}" 5 -1 bitmap)
  string(LENGTH "${bitmap}" digits)
  if(NOT digits EQUAL 32 AND NOT digits EQUAL 64)
    message(FATAL_ERROR "${FOLDER}/unifont.hex: ${code}: 32 or 64 digits are expected, not ${digits}")
  endif()
  math(EXPR number "0x${code}")
  math(EXPR columns "${digits} / 4")
  if(DEFINED shift_${code})
    set(kind "${columns}, true, ${shift_${code}}")
  else()
    set(kind "${columns}, false, 0")
  endif()
  if(NOT kind STREQUAL open OR NOT number EQUAL expected)
    close_range()
    set(first ${code})
    set(range_start ${start})
    set(open "${kind}")
  endif()
  set(last ${code})
  math(EXPR expected "${number} + 1")
  math(EXPR start "${start} + ${digits} / 16")
  # In parts, because CMake copies a variable whenever something is appended to it.
  string(APPEND piece "${bitmap}")
  if(start GREATER_EQUAL piece_end)
    string(APPEND bitmaps "${piece}")
    set(piece "")
    math(EXPR piece_end "${start} + 4096")
  endif()
endforeach()
string(APPEND bitmaps "${piece}")
if(start EQUAL 0)
  message(FATAL_ERROR "${FOLDER}/unifont.hex: it has no bitmap of a character from U+0100 on")
endif()
close_range()
string(REGEX REPLACE "(................)" "0x\\1," words "${bitmaps}")
string(REGEX REPLACE "((...................)(...................)(...................)(...................))"
  "\\1\n" words "${words}")

# The name of the glyphs: a digest of both files, because both decide where dots are.
set(digests "")
foreach(file IN ITEMS unifont.hex plane00-combining.txt)
  file(SHA256 ${FOLDER}/${file} digest)
  string(APPEND digests "${digest} ${file}\n")
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 12 digest)

file(WRITE ${OUTPUT} "// Generated from Debian's package unifont by config/cmake/unifont.cmake.
#include \"capturer/render/unifont.h\"

namespace franz::capturer {
static constexpr std::uint64_t kWords[] = {
${words}};
static constexpr CellRange kRanges[] = {
${ranges}};

const CellFont& unifont() {
  static constexpr CellFont kUnifont{\"unifont-${digest}\", kRanges, kWords};
  return kUnifont;
}
}  // namespace franz::capturer
")
