@echo off
rem Called by run.cmd and test.cmd with ON or OFF (tests): installs what is missing, and says what;
rem builds the preset windows. vcpkg brings the libraries of vcpkg.json at the first build, which
rem takes some minutes.
setlocal
cd /d "%~dp0.."
set "programs=%ProgramFiles(x86)%"
set "vswhere=%programs%\Microsoft Visual Studio\Installer\vswhere.exe"
set "studio="
call :find_studio
if not defined studio (
  echo Installing: Visual Studio 2022 Build Tools with C++ ...
  winget install --exact --id Microsoft.VisualStudio.2022.BuildTools --accept-source-agreements ^
    --accept-package-agreements --override ^
    "--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended" || goto :failed
  call :find_studio
)
if not defined studio (
  echo Visual Studio 2022 with C++ was not found. Install it by hand, then start again. >&2
  goto :failed
)
rem Visual Studio brings CMake; one in the PATH is taken first.
set "PATH=%PATH%;%studio%\Common7\IDE\CommonExtensions\Microsoft\CMake\CMake\bin"
where git >nul 2>nul || (
  echo Installing: git ...
  winget install --exact --id Git.Git --accept-source-agreements --accept-package-agreements || goto :failed
  set "PATH=%PATH%;%ProgramFiles%\Git\cmd"
)
if not defined VCPKG_ROOT (
  set "VCPKG_ROOT=%CD%\build\vcpkg"
)
if not exist "%VCPKG_ROOT%\vcpkg.exe" (
  echo Installing: vcpkg in %VCPKG_ROOT% ...
  if not exist "%VCPKG_ROOT%\bootstrap-vcpkg.bat" (
    git clone --quiet https://github.com/microsoft/vcpkg "%VCPKG_ROOT%" || goto :failed
  )
  call "%VCPKG_ROOT%\bootstrap-vcpkg.bat" -disableMetrics || goto :failed
)
if not exist build mkdir build
echo Building ...
cmake --preset windows -DBUILD_TESTING=%1 >build\windows.log 2>&1 || goto :build_failed
cmake --build --preset windows >>build\windows.log 2>&1 || goto :build_failed
endlocal & set "PATH=%PATH%" & exit /b 0

:find_studio
if not exist "%vswhere%" exit /b 0
for /f "usebackq delims=" %%S in (`"%vswhere%" -products * -version [17^,18^) -latest -property installationPath ^
  -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64`) do set "studio=%%S"
exit /b 0

:build_failed
findstr /i /c:"error" build\windows.log >&2
echo The build failed; its whole output is in build\windows.log >&2
exit /b 1

:failed
echo It could not be installed; the lines above say why. >&2
exit /b 1
