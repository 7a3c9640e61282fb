"""What `espy gallery` says of photos, held against what is known of them."""
