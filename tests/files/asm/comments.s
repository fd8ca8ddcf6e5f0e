// a line
; another one
# and another one
 # with blanks
s_nop 0 ; behind
s_nop 1 // behind
s_nop /* inside */ 2
/* before */ s_nop 3
.byte 1 /* over
several lines */, 2
.ascii ";//#/* */" // in a string
.byte ';', '"' ; in a character
/**/ .byte 3 /**/
.end
this is not read
