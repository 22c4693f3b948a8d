"""Measurements. `make bench` runs them all side by side in one run; nothing here is a test."""
