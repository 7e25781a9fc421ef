@echo off
rem Builds FRANZ with Visual Studio 2022 and runs its tests:  test [ctest options, such as -R NAME]
setlocal
call "%~dp0config\windows.cmd" ON
if errorlevel 1 exit /b 1
cd /d "%~dp0"
ctest --preset windows -j %NUMBER_OF_PROCESSORS% %*
exit /b %errorlevel%
