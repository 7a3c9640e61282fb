print("espy")
