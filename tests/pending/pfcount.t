# PFCOUNT key [key ...]
#
# Estimates how many different elements were added, with a standard error of 0.81 %; of several keys
# how many in all. The estimates are Redis's to the unit.

> PFADD a 1 2 3 4 5
(integer) 1
> PFADD b 4 5 6 7
(integer) 1
> PFCOUNT a
(integer) 5
> PFCOUNT b
(integer) 4
> PFCOUNT a b
(integer) 7
> PFCOUNT a a
(integer) 5
> PFCOUNT nothing
(integer) 0
> PFCOUNT nothing a
(integer) 5
> PFCOUNT nothing nothing2
(integer) 0
> EXISTS nothing
(integer) 0
> SET s v
OK
> PFCOUNT s
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFCOUNT a s
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFCOUNT nothing s
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> RPUSH l x
(integer) 1
> PFCOUNT l
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT a l
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT
(error) ERR wrong number of arguments for 'pfcount' command

# Some hundreds of elements, in the sparse representation.
> PFADD n element:0 element:1 element:2 element:3 element:4 element:5 element:6 element:7 element:8 element:9 element:10 element:11 element:12 element:13 element:14 element:15 element:16 element:17 element:18 element:19
(integer) 1
> PFADD n element:20 element:21 element:22 element:23 element:24 element:25 element:26 element:27 element:28 element:29 element:30 element:31 element:32 element:33 element:34 element:35 element:36 element:37 element:38 element:39
(integer) 1
> PFADD n element:40 element:41 element:42 element:43 element:44 element:45 element:46 element:47 element:48 element:49 element:50 element:51 element:52 element:53 element:54 element:55 element:56 element:57 element:58 element:59
(integer) 1
> PFADD n element:60 element:61 element:62 element:63 element:64 element:65 element:66 element:67 element:68 element:69 element:70 element:71 element:72 element:73 element:74 element:75 element:76 element:77 element:78 element:79
(integer) 1
> PFADD n element:80 element:81 element:82 element:83 element:84 element:85 element:86 element:87 element:88 element:89 element:90 element:91 element:92 element:93 element:94 element:95 element:96 element:97 element:98 element:99
(integer) 1
> PFADD n element:100 element:101 element:102 element:103 element:104 element:105 element:106 element:107 element:108 element:109 element:110 element:111 element:112 element:113 element:114 element:115 element:116 element:117 element:118 element:119
(integer) 1
> PFADD n element:120 element:121 element:122 element:123 element:124 element:125 element:126 element:127 element:128 element:129 element:130 element:131 element:132 element:133 element:134 element:135 element:136 element:137 element:138 element:139
(integer) 1
> PFADD n element:140 element:141 element:142 element:143 element:144 element:145 element:146 element:147 element:148 element:149 element:150 element:151 element:152 element:153 element:154 element:155 element:156 element:157 element:158 element:159
(integer) 1
> PFADD n element:160 element:161 element:162 element:163 element:164 element:165 element:166 element:167 element:168 element:169 element:170 element:171 element:172 element:173 element:174 element:175 element:176 element:177 element:178 element:179
(integer) 1
> PFADD n element:180 element:181 element:182 element:183 element:184 element:185 element:186 element:187 element:188 element:189 element:190 element:191 element:192 element:193 element:194 element:195 element:196 element:197 element:198 element:199
(integer) 1
> PFADD n element:200 element:201 element:202 element:203 element:204 element:205 element:206 element:207 element:208 element:209 element:210 element:211 element:212 element:213 element:214 element:215 element:216 element:217 element:218 element:219
(integer) 1
> PFADD n element:220 element:221 element:222 element:223 element:224 element:225 element:226 element:227 element:228 element:229 element:230 element:231 element:232 element:233 element:234 element:235 element:236 element:237 element:238 element:239
(integer) 1
> PFADD n element:240 element:241 element:242 element:243 element:244 element:245 element:246 element:247 element:248 element:249 element:250 element:251 element:252 element:253 element:254 element:255 element:256 element:257 element:258 element:259
(integer) 1
> PFADD n element:260 element:261 element:262 element:263 element:264 element:265 element:266 element:267 element:268 element:269 element:270 element:271 element:272 element:273 element:274 element:275 element:276 element:277 element:278 element:279
(integer) 1
> PFADD n element:280 element:281 element:282 element:283 element:284 element:285 element:286 element:287 element:288 element:289 element:290 element:291 element:292 element:293 element:294 element:295 element:296 element:297 element:298 element:299
(integer) 1
> PFADD n element:300 element:301 element:302 element:303 element:304 element:305 element:306 element:307 element:308 element:309 element:310 element:311 element:312 element:313 element:314 element:315 element:316 element:317 element:318 element:319
(integer) 1
> PFADD n element:320 element:321 element:322 element:323 element:324 element:325 element:326 element:327 element:328 element:329 element:330 element:331 element:332 element:333 element:334 element:335 element:336 element:337 element:338 element:339
(integer) 1
> PFADD n element:340 element:341 element:342 element:343 element:344 element:345 element:346 element:347 element:348 element:349 element:350 element:351 element:352 element:353 element:354 element:355 element:356 element:357 element:358 element:359
(integer) 1
> PFADD n element:360 element:361 element:362 element:363 element:364 element:365 element:366 element:367 element:368 element:369 element:370 element:371 element:372 element:373 element:374 element:375 element:376 element:377 element:378 element:379
(integer) 1
> PFADD n element:380 element:381 element:382 element:383 element:384 element:385 element:386 element:387 element:388 element:389 element:390 element:391 element:392 element:393 element:394 element:395 element:396 element:397 element:398 element:399
(integer) 1
> PFCOUNT n
(integer) 401
> STRLEN n
(integer) 875

# PFMERGE destkey [sourcekey ...]: the union of many, the destination among them.

> PFMERGE m a b
OK
> PFCOUNT m
(integer) 7
> PFMERGE a b
OK
> PFCOUNT a
(integer) 7
> PFMERGE m
OK
> PFMERGE m nothing
OK
> PFCOUNT m
(integer) 7
> PFMERGE new
OK
> EXISTS new
(integer) 1
> PFCOUNT new
(integer) 0
> PFMERGE new2 nothing
OK
> PFCOUNT new2
(integer) 0
> PFMERGE m m
OK
> PFCOUNT m
(integer) 7
> PFMERGE m n
OK
> PFCOUNT m
(integer) 408
> PFMERGE s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFMERGE m s
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFMERGE m l
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE l a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE
(error) ERR wrong number of arguments for 'pfmerge' command
> EXPIRE m 100
(integer) 1
> PFMERGE m a
OK
> TTL m
~ \(integer\) (99|100)
!resp3
> PFCOUNT m
(integer) 408
> PFMERGE m b
OK
