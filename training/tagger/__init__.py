"""The photo tagger: data, training, export and measurement."""
