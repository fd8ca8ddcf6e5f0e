// Arithmetic wraps at 64 bits; a comparison that holds is -1; & | ^ bind tighter than + and -.
.quad 1|2+1, 1+2<<1, 2*3+1, 10-2-3, 100/7/2, -7/2, -7%3, 7%-3
.quad 1<<63, -1>>1, 1==1, 1<2, 2>=3, 1&&2, 0||3, !5, !0, ~0, - -3
.quad 6&3|8, 6^3&1, 1!=1, 1<>2, 1<2==1, (1+2)*3, 3!1, 1||0&&0, 2-1|4
.quad 4&6+1, 1+2&3, [1+2]*2, 1==2, 5>3, 1<<2*3, 8/2*4, 7&3==3, 1<=1
.quad 0x7fffffffffffffff+1, 3*0x5555555555555555+1
begin:
.long end-begin, (end-begin)/4, end-begin==12
end:
.long .-begin, later*2+1
later=21
