print("frame-costs")
