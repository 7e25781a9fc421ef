@echo off
rem Builds FRANZ with Visual Studio 2022 and starts the proxy, with the built-in demo model where no other is named:  run [proxy options]
rem   run --turns 24                                  draws the cat and ends
rem   run "draw a house"                              something else than the cat
rem   run --upstream http://127.0.0.1:1235            a real model (LM Studio, llama.cpp, Ollama, vLLM)
rem   run --help                                      all options
setlocal
call "%~dp0config\windows.cmd" OFF
if errorlevel 1 exit /b 1
"%~dp0build\windows\bin\proxy.exe" --demo %*
exit /b %errorlevel%
