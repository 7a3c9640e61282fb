"""Compares the WebAssembly build with the native one."""
