.text 1
.pushsection .data, 2
