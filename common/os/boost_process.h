#pragma once
// Boost.Process v1 under one name: newer Boost releases keep it in another folder. Only one source
// per system includes this, because it takes seconds to compile.
#define BOOST_PROCESS_USE_STD_FS  // avoids linking Boost.Filesystem
#ifdef _WIN32
#include <boost/winapi/handle_info.hpp>  // Boost 1.81 lacks it in process/detail/windows/handles.hpp
#else
#define BOOST_POSIX_HAS_VFORK 1  // Linux has vfork, which POSIX.1-2008 removed
#endif
#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/args.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/io.hpp>
#include <boost/process/v1/pipe.hpp>
#ifndef _WIN32
#include <boost/process/v1/posix.hpp>
#endif
namespace franz {
namespace bp = boost::process::v1;
}
#else
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#ifndef _WIN32
#include <boost/process/posix.hpp>
#endif
namespace franz {
namespace bp = boost::process;
}
#endif
