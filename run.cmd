@echo off
rem Builds FRANZ with Visual Studio 2022 and starts the proxy. On the canvas the built-in demo model plays where no other is named:  run [proxy options]
rem   run --turns 24                                  draws the cat and ends
rem   run "draw a house"                              something else than the cat
rem   run doctor                                      finds your model's server and tries it
rem   run --upstream localhost:1234 "draw a house"    a real model (LM Studio, llama.cpp, Ollama, vLLM)
rem   run --help                                      all options
setlocal
call "%~dp0config\windows.cmd" OFF
if errorlevel 1 exit /b 1
"%~dp0build\windows\bin\proxy.exe" --demo %*
exit /b %errorlevel%
