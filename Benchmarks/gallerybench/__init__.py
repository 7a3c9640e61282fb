"""The results of `espy gallery` for photos, compared with their truth."""
