// The order and groups of emoji, by Unicode, as emojibase (MIT) has them. `node scripts/web/emoji-order.mjs` makes this.
// Each number is the distance, in base 36, from the first code point of the emoji before; after "+" come further ones.
export const emojiOrder = {
  smileys:
    "2r5s 3 1 -3 5 -1 m6 -m9 1s 1 wt -yf 1 -3 o9 -o3 m4 -lt -1 -2jml 2jmo -1 nt -o7 g 1 lq -lp l0 6 m c5 1 -c8 -n ct -cx o -m0 1 11 xb -xb+200d-1f32b -13 3 1e -o 2+200d-1f4a8 l3 cj -x2+200d-2194 0+200d-2195 -1i 8 m l6 -kw 3 kb 3 d c -7 26 1 -2 -n3 0+200d-1f4ab l6 -f 2b 5 -oa lh 59 -qj y7 -xx y -2jns 2jn9 1 3 1 nb -1 -nn 1 1 8 -b -3 b 4 -r d -5 -b m 2 na -nh -3 -1 lo -mc -ax 1 -2jc0 2jd5 vs -x4 1 1 2 1 wo -kc -2 1 2 1 1 3 -1 -1 a 1 1 -ce c 5 -7 1 -4 b -9 a -2j3w 2j3l -2j3k+200d-1f525 0+200d-1fa79 0 2k9f -46 -11i -1 -1 15o -15l vm -oa ya -a1 -w2 10 -d 3 6 -5 2 5n -5j -2z+200d-1f5e8 br 7 -8y -9",
  people:
    "2qtn y7 -p6 -2jd1 2jd7 123 1 1 1 3 1 -1bg xs 3 -2k1v 2k2a cy -cx -7 1 -y9 1 -3 9b -9a -2jai 2km0 -1bc 1 -2j44 2j40 y9 1 -y5 e5 x6 -1ba yq -l -jy -2jia 2j5k xa -w9 104 1 -a 1 -12s 12x -12w 13x 68 1 -7e -3 -12s 1 4 -1 1b6 -19s 124 -12k 1 12i -128 -9 12k 0+200d-2642 0+200d-2640 -12k+200d-1f9b0 0+200d-1f9b1 0+200d-1f9b3 0+200d-1f9b2 1 0+200d-1f9b0 12g+200d-1f9b0 -12g+200d-1f9b1 12g+200d-1f9b1 -12g+200d-1f9b3 12g+200d-1f9b3 -12g+200d-1f9b2 12g+200d-1f9b2 -128+200d-2640 0+200d-2642 12a -127 1 d4 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 -9 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 -cl 0+200d-2642 0+200d-2640 cq 0+200d-2642 0+200d-2640 p0 0+200d-2642 0+200d-2640 -p4 0+200d-2642 0+200d-2640 kf 0+200d-2642 0+200d-2640 h 0+200d-2642 0+200d-2640 4a+200d-2695 -12h+200d-2695 1+200d-2695 12g+200d-1f393 -12h+200d-1f393 1+200d-1f393 12g+200d-1f3eb -12h+200d-1f3eb 1+200d-1f3eb 12g+200d-2696 -12h+200d-2696 1+200d-2696 12g+200d-1f33e -12h+200d-1f33e 1+200d-1f33e 12g+200d-1f373 -12h+200d-1f373 1+200d-1f373 12g+200d-1f527 -12h+200d-1f527 1+200d-1f527 12g+200d-1f3ed -12h+200d-1f3ed 1+200d-1f3ed 12g+200d-1f4bc -12h+200d-1f4bc 1+200d-1f4bc 12g+200d-1f52c -12h+200d-1f52c 1+200d-1f52c 12g+200d-1f4bb -12h+200d-1f4bb 1+200d-1f4bb 12g+200d-1f3a4 -12h+200d-1f3a4 1+200d-1f3a4 12g+200d-1f3a8 -12h+200d-1f3a8 1+200d-1f3a8 12g+200d-2708 -12h+200d-2708 1+200d-2708 12g+200d-1f680 -12h+200d-1f680 1+200d-1f680 12g+200d-1f692 -12h+200d-1f692 1+200d-1f692 5 0+200d-2642 0+200d-2640 7b 0+200d-2642 0+200d-2640 -6r 0+200d-2642 0+200d-2640 z9 -zk 0+200d-2642 0+200d-2640 18u -b5 -xo -5 0+200d-2642 0+200d-2640 -1 12b -4g 0+200d-2642 0+200d-2640 -xx 0+200d-2642 0+200d-2640 xs b7 1 -b7 -y0+200d-1f37c -1+200d-1f37c 12h+200d-1f37c -11x -6v 14h 4b+200d-1f384 -p 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 w 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 -j -11i 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 fj 0+200d-2642 0+200d-2640 0+200d-27a1 0+200d-2640-200d-27a1 0+200d-2642-200d-27a1 lz 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 0+200d-27a1 0+200d-2640-200d-27a1 0+200d-2642-200d-27a1 3+200d-1f9af 0+200d-1f9af-200d-27a1 -12h+200d-1f9af 0+200d-1f9af-200d-27a1 1+200d-1f9af 0+200d-1f9af-200d-27a1 12g+200d-1f9bc 0+200d-1f9bc-200d-27a1 -12h+200d-1f9bc 0+200d-1f9bc-200d-27a1 1+200d-1f9bc 0+200d-1f9bc-200d-27a1 12g+200d-1f9bd 0+200d-1f9bd-200d-27a1 -12h+200d-1f9bd 0+200d-1f9bd-200d-27a1 1+200d-1f9bd 0+200d-1f9bd-200d-27a1 -4m 0+200d-2642 0+200d-2640 0+200d-27a1 0+200d-2640-200d-27a1 0+200d-2642-200d-27a1 5c 6v -6 -79 0+200d-2642 0+200d-2640 12f 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 -4d -12r -2j0w 2j0r a 0+200d-2642 0+200d-2640 -8 0+200d-2642 0+200d-2640 kf 0+200d-2642 0+200d-2640 -k9 0+200d-2642 0+200d-2640 -2j0x 0+200d-2642 0+200d-2640 2j0y 0+200d-2642 0+200d-2640 kp 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 hv 0+200d-2642 0+200d-2640 4 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 1 0+200d-2642 0+200d-2640 -5 0+200d-2642 0+200d-2640 4f 0+200d-2642 0+200d-2640 -m0 c lh+200d-1f91d-200d-1f9d1 -12c -2 1 z -12+200d-2764-200d-1f48b-200d-1f468 -1+200d-2764-200d-1f48b-200d-1f468 1+200d-2764-200d-1f48b-200d-1f469 14 -14+200d-2764-200d-1f468 -1+200d-2764-200d-1f468 1+200d-2764-200d-1f469 -1+200d-1f469-200d-1f466 0+200d-1f469-200d-1f467 0+200d-1f469-200d-1f467-200d-1f466 0+200d-1f469-200d-1f466-200d-1f466 0+200d-1f469-200d-1f467-200d-1f467 0+200d-1f468-200d-1f466 0+200d-1f468-200d-1f467 0+200d-1f468-200d-1f467-200d-1f466 0+200d-1f468-200d-1f466-200d-1f466 0+200d-1f468-200d-1f467-200d-1f467 1+200d-1f469-200d-1f466 0+200d-1f469-200d-1f467 0+200d-1f469-200d-1f467-200d-1f466 0+200d-1f469-200d-1f466-200d-1f466 0+200d-1f469-200d-1f467-200d-1f467 -1+200d-1f466 0+200d-1f466-200d-1f466 0+200d-1f467 0+200d-1f467-200d-1f466 0+200d-1f467-200d-1f467 1+200d-1f466 0+200d-1f466-200d-1f466 0+200d-1f467 0+200d-1f467-200d-1f466 0+200d-1f467-200d-1f467 ai -an 1 199 -194 12f+200d-1f9d1-200d-1f9d2 0+200d-1f9d1-200d-1f9d2-200d-1f9d2 0+200d-1f9d2 0+200d-1f9d2-200d-1f9d2 -12m",
  nature:
    "2qt1 -z 12z q -12p -x 13t -13t+200d-1f9ba k h 11s j -12k -15 0+200d-2b1b 12x -11u -16 1 1a 1ay 1 -1c1 12u f -7 w -132 -18 1 1 1f -x 1 12 -1a 2 -1 q 1 12m -7 -12y 13f -k c -12m -18 -1 1l -9 -15 1k 12k -n -d -11o 0+200d-2744 -j k 12h 1 2 -g 9 -12b 11h -12n -1 g 1 1 1 1 83 u3 1 s -p r 7m -7h -f 2 81 -1av+200d-2b1b 1ax -1ax+200d-1f525 i -1a o 12k -135 11 -15 13g 1 -12b -14 x 135 -13i 1 1 12f -12n 1 1b2 4 -8s u -e 1 p -13y 133 -12o 1 1 1at -1as 12x 7w -118 1 sq t 7l 1 -7l -100 -9k ae 16x -1c2 -58 16v -16u 1 1 -5 1hg -1hm 1hf -1he 1 1 1 9 1 -2j3b 2j3c 1 1 1 1h2 1 -1h2",
  food: "2qmf 1 1 1 1 0+200d-1f7e9 1 1 17k -17j 1 1 1 1 1 1h9 -ab -17c 1hp -a5 -k -16z 172 1 -17c -7 1i3 -an q -6 2m 1 -2x ak -1ig 1ii 1 -1hz+200d-1f7eb q 16a 6 al -a3 7 -h 2x -7 -19m 1 176 -m -16n b -a -14 18d -18c 1 1id -aj 31 -30 -15z 15x -15y 1gj -aa -c -15k 18p -6 -2f -16i -p 1 1 1 1 1 3 2 1 1 1 16x -171 16m 1 1 -16j 1 1 1 1 o -i 18x -2i -16k 1 1 1 1 d 15r -2kau 2kld -1gh 1 8 -7 1 1 1 1 153 1 b8 -ab 2v -8 6 1 -2w -15x -9 15c -t6 14f -1cv",
  travel:
    "2qkt 1 1 1 kq 4 rz -17d -2j1g 2ivv kw -fa 1 6 1 1 1 -4 -4 17e 53 d -rj -la 2 6 1 1 1 1 1 1 2 1 1 1 1 1 2 1 4i a2 1 -2jgz 2jc2 ax -aw -2jc4 2jc2 -2jbt 8 2ivb 2 5y -5x 1 1 1 2 -2izl 2j3s n1 -n0 1 6e -66 k8 1 1 1 1 1 1 1 1 j 1 -j 1 1 1 2 1 1 1 1 1 1 1 1 1 2q -2p 1 1 -jy -1 mg js -1 -jm -20 1u 5 3 -31 2c 1 -2 -2jmt 2jmp -1i -3 1 17 -16 -2jo4 2jpo -2jmy 2jnl -2a 27 -2jnj 2jn5 -1v -2jkq 2jmp 2 1 pi -154 cn u 1 1 27 -34 3c -16 md -2l08 60 -61 5y 1 1 2jy6 -p -g6 1 1 1 1 1 1 1 1 1 1 1 5 -2j35 2j31 1 1gy -2ji8 2i1b 1 -k -2j2j 5g 3 2ixo 1 1 1 1 1 1 1 1 -18 8 -6 -2j28 i 65 -28 4j -8x 5d -5c 2jhd -3i -bh",
  activities:
    "2qo3 1 2 1 19d -2k74 2ixs 1 1 1 2 1 1 1 1 192 -19j 1 m 8 c -l 1c -1 136 1 1 -2k5o 1 2k5s -13i g -8 1 -b 13l -13w s 2 1 12z -12y 11 11u 1 -6 -2k42 5 2izv 13w -136 2 mw gl -13x 1ch 1 -11y -ai al 11y -1cm cr -cp 2 187 f 3x 10 -z -2kh2 5 1 -3 -4 2ik0 -5n q8 -7 en -es 18t 4s -4r 4s",
  objects:
    "2qtv 83 sn -1 1q -12e 1 1 13h 1 1 1 -13j 1 10j 6u 1 1 -17e 1 18z -18y 1 1 hc -mz 1cy -17a 1 10f 1 -10f 1 173 -172 18s -199 1 -4p -m 18v 50 -2ked 2jam -3f 9 1 3d 1 1 1 -14 1 c 11 1 -9l -7 1 -t 1 1 9 3 9g -90 3 1ct -1cv 1 2 1cq -9g 9j -h 1 -13r 1 -2jfo 2jf4 1 1 17 140 -13z -29 6i 3 -2k5c 2k5l 1 -6t 1 1 1 10u -18p -7 9r -9d 9a -3 1 1 3 h 1 2p -5q 3p -8o 1ba -14w 1 1 1 1 1 1 -7 -1 -f p -o 18 6m -7h 1x -7z 1b6 -161 4 1 1 1 1 -5 11n -11h -2j74 2j8e 1 1 -5 1 1 5 -1 2 1 1 79 -2jfo 3 2jcp -1 2 1 -4w -x 5 1 74 -71 1 7g 1 -7g 1 1 1 1 1 1 1 55 -54 1 -2j7y 2jep 1 d -5b 1 -4 1 1 5o -51 12j -2kec -1p 2jpq -73 -2jil 2j9r 15s -1ai ko qh -12r 12s -12q -2jdc 2jib -2jie 2k9l -wo -2jb8+200d-1f4a5 0 2kei -4t 2 4q -2kg5 2kb7 1 1 -xs 1 -24 -2g 167 -166 167 3 -2 1 -r5 19 qv 1 -r4 -4 qu -r8 rn -rl 2 rn -i -4e 3 2 1 1 4o -4n 6j -1u -4o -e -m5 -12 -2jng 2kfq -2kfp 2kb2 4t -x9 x4 3",
  symbols:
    "2qqv jr 2 -2jox 2jp6 1 1 1 2 4 1 1 1 -2jol 2jo8 -2jms 2jmf 8 -6 2 2 6 -ci 15 -2jgc 1 yr -1v3 16y -16x 1v3 -1v2 1v0 -1v3 -1 -1 l 1 1hm 1 2itq 1 l 1 1 1 1 c3 -2jp1 2je6 -2jag -6h -9 6m -6v 4 4 2jhc -v 134 -2kiv 1 1 1 1 1 1 1 1 1 1 1 3f 2jaq 1 1 -2jik -ct 4 2 cx -d2 4 2jwu -2jwx 2jwy -2jwx c 1 1 -17 2jmf 9r 1 -g di -dl 1 -2jec 2 2t 33 3j 1 1 2jq1 -2jxu -18i d 1e2 1 1 2 1qx 2hdt 1 -2ja5 -q x 2jdh -2e 2d -2ifv -uo -6s 77 1k 2 2q f 1oe -1sa 1 j -7mm 5 6es -6in+20e3 7+20e3 6+20e3 1+20e3 1+20e3 1+20e3 1+20e3 1+20e3 1+20e3 1+20e3 1+20e3 1+20e3 2qxy 1 1 1 1 1 -qc u -t w 1 1 -2jq2 2jq3 -2j0y 2j0z 1 -o p -o p 1 1 2v 1 1h -1 -7 x -n -v o v -p -4 -1 -2gf0 2 2gf5 -5 lb j0 1 1 -j1 j2 1 -2jw9 -1 2jwb 2 1 1 -3 4 1 -2j0w 1 -10g -1 3 -1 -2b 1 2jkb 1 1 1 1 1 -4b 3c r -1",
  flags:
    "2qpt ko -m5 2w -1 0+200d-1f308 0+200d-26a7 1+200d-2620 -em+1f1e8 0+1f1e9 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ee 0+1f1f1 0+1f1f2 0+1f1f4 0+1f1f6 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fa 0+1f1fc 0+1f1fd 0+1f1ff 1+1f1e6 0+1f1e7 0+1f1e9 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1ee 0+1f1ef 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f6 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fb 0+1f1fc 0+1f1fe 0+1f1ff 1+1f1e6 0+1f1e8 0+1f1e9 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1ee 0+1f1f0 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f5 0+1f1f7 0+1f1fa 0+1f1fb 0+1f1fc 0+1f1fd 0+1f1fe 0+1f1ff 1+1f1ea 0+1f1ec 0+1f1ef 0+1f1f0 0+1f1f2 0+1f1f4 0+1f1ff 1+1f1e6 0+1f1e8 0+1f1ea 0+1f1ec 0+1f1ed 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fa 1+1f1ee 0+1f1ef 0+1f1f0 0+1f1f2 0+1f1f4 0+1f1f7 1+1f1e6 0+1f1e7 0+1f1e9 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1ee 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f5 0+1f1f6 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fa 0+1f1fc 0+1f1fe 1+1f1f0 0+1f1f2 0+1f1f3 0+1f1f7 0+1f1f9 0+1f1fa 1+1f1e8 0+1f1e9 0+1f1ea 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f6 0+1f1f7 0+1f1f8 0+1f1f9 1+1f1ea 0+1f1f2 0+1f1f4 0+1f1f5 1+1f1ea 0+1f1ec 0+1f1ed 0+1f1ee 0+1f1f2 0+1f1f3 0+1f1f5 0+1f1f7 0+1f1fc 0+1f1fe 0+1f1ff 1+1f1e6 0+1f1e7 0+1f1e8 0+1f1ee 0+1f1f0 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fa 0+1f1fb 0+1f1fe 1+1f1e6 0+1f1e8 0+1f1e9 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1f0 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f5 0+1f1f6 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fa 0+1f1fb 0+1f1fc 0+1f1fd 0+1f1fe 0+1f1ff 1+1f1e6 0+1f1e8 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ee 0+1f1f1 0+1f1f4 0+1f1f5 0+1f1f7 0+1f1fa 0+1f1ff 1+1f1f2 1+1f1e6 0+1f1ea 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1f0 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fc 0+1f1fe 1+1f1e6 1+1f1ea 0+1f1f4 0+1f1f8 0+1f1fa 0+1f1fc 1+1f1e6 0+1f1e7 0+1f1e8 0+1f1e9 0+1f1ea 0+1f1ec 0+1f1ed 0+1f1ee 0+1f1ef 0+1f1f0 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f7 0+1f1f8 0+1f1f9 0+1f1fb 0+1f1fd 0+1f1fe 0+1f1ff 1+1f1e6 0+1f1e8 0+1f1e9 0+1f1eb 0+1f1ec 0+1f1ed 0+1f1ef 0+1f1f0 0+1f1f1 0+1f1f2 0+1f1f3 0+1f1f4 0+1f1f7 0+1f1f9 0+1f1fb 0+1f1fc 0+1f1ff 1+1f1e6 0+1f1ec 0+1f1f2 0+1f1f3 0+1f1f8 0+1f1fe 0+1f1ff 1+1f1e6 0+1f1e8 0+1f1ea 0+1f1ec 0+1f1ee 0+1f1f3 0+1f1fa 1+1f1eb 0+1f1f8 1+1f1f0 1+1f1ea 0+1f1f9 1+1f1e6 0+1f1f2 0+1f1fc dx+e0067-e0062-e0065-e006e-e0067-e007f 0+e0067-e0062-e0073-e0063-e0074-e007f 0+e0067-e0062-e0077-e006c-e0073-e007f",
} as const;

/**
 * Returns the index that an arrow key leads to in a grid of groups, each starting a new row. Rows can be shorter than
 * the grid: up and down lead to the nearest item. Returns undefined for keys that don't move in the grid.
 */
export function gridStep(
  key: string,
  index: number,
  { sizes, columns, rtl }: { readonly sizes: readonly number[]; readonly columns: number; readonly rtl: boolean },
): number | undefined {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  if (count === 0) return undefined;
  if (index < 0) return key === "ArrowDown" ? 0 : undefined;
  if (key === (rtl ? "ArrowLeft" : "ArrowRight")) return Math.min(index + 1, count - 1);
  if (key === (rtl ? "ArrowRight" : "ArrowLeft")) return Math.max(index - 1, 0);
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  let start = 0;
  for (const [group, size] of sizes.entries()) {
    const at = index - start;
    if (at < size) {
      const column = at % columns;
      if (key === "ArrowDown") {
        if (at + columns < size) return index + columns;
        const isInLastRow = Math.floor(at / columns) === Math.floor((size - 1) / columns);
        if (!isInLastRow) return start + size - 1;
        const next = sizes.slice(group + 1).find((one) => one > 0);
        return next === undefined ? index : start + size + Math.min(column, next - 1);
      }
      if (at >= columns) return index - columns;
      const before = sizes.slice(0, group).findLast((one) => one > 0);
      if (before === undefined) return index;
      const lastRow = Math.floor((before - 1) / columns) * columns;
      return start - before + Math.min(lastRow + column, before - 1);
    }
    start += size;
  }
  return undefined;
}

/** Decodes emoji codes from the steps in emoji-order.ts: `1f600`, or `1f636-200d-1f32b` for several code points. */
export function codesOf(steps: string): string[] {
  let first = 0;
  return steps.split(" ").map((step) => {
    const [distance = "", rest] = step.split("+");
    first += Number.parseInt(distance, 36);
    const code = first.toString(16).padStart(4, "0");
    return rest === undefined ? code : `${code}-${rest}`;
  });
}
