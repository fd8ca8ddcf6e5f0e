.text 1
