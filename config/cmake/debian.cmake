# The input of cpack for the Debian package (config/package.sh):
#   FRANZ_STAGE=… FRANZ_RECOMMENDS=… cpack --config config/cmake/debian.cmake
#     -D CPACK_PACKAGE_VERSION=… -D CPACK_PACKAGE_FILE_NAME=… -B FOLDER
# FRANZ_STAGE: the files as below /; an environment variable, because cpack sets -D variables
# after it has read this file. With SOURCE_DATE_EPOCH cpack makes the same bytes of the
# same files: it sorts names, and fixes owners and times.
set(CPACK_GENERATOR DEB)
set(CPACK_CMAKE_GENERATOR Ninja)
set(CPACK_INSTALLED_DIRECTORIES "$ENV{FRANZ_STAGE};/")
set(CPACK_PACKAGING_INSTALL_PREFIX "/")
set(CPACK_PACKAGE_NAME franz)
set(CPACK_PACKAGE_CONTACT "the FRANZ authors <franz@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "lets a vision-language model see a screen and act on it")
set(CPACK_PACKAGE_DESCRIPTION
"A proxy in front of a model's server relays, records and shows each turn: the model
 sees a picture, says what it wants done, and sees the result. The record can be
 verified later without the model. A built-in demo model draws or fills in a form.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The programs load Debian's libraries, at least of the version that they were built with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "$ENV{FRANZ_RECOMMENDS}")
