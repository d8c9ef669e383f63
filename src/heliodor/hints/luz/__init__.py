"""Advice on Luz."""
