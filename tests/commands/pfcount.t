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

# Some thousands: it becomes dense on the way.
> PFADD many 0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 0.10 0.11 0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19 0.20 0.21 0.22 0.23 0.24 0.25 0.26 0.27 0.28 0.29 0.30 0.31 0.32 0.33 0.34 0.35 0.36 0.37 0.38 0.39 0.40 0.41 0.42 0.43 0.44 0.45 0.46 0.47 0.48 0.49 0.50 0.51 0.52 0.53 0.54 0.55 0.56 0.57 0.58 0.59 0.60 0.61 0.62 0.63 0.64 0.65 0.66 0.67 0.68 0.69 0.70 0.71 0.72 0.73 0.74 0.75 0.76 0.77 0.78 0.79 0.80 0.81 0.82 0.83 0.84 0.85 0.86 0.87 0.88 0.89 0.90 0.91 0.92 0.93 0.94 0.95 0.96 0.97 0.98 0.99 0.100 0.101 0.102 0.103 0.104 0.105 0.106 0.107 0.108 0.109 0.110 0.111 0.112 0.113 0.114 0.115 0.116 0.117 0.118 0.119 0.120 0.121 0.122 0.123 0.124 0.125 0.126 0.127 0.128 0.129 0.130 0.131 0.132 0.133 0.134 0.135 0.136 0.137 0.138 0.139 0.140 0.141 0.142 0.143 0.144 0.145 0.146 0.147 0.148 0.149 0.150 0.151 0.152 0.153 0.154 0.155 0.156 0.157 0.158 0.159 0.160 0.161 0.162 0.163 0.164 0.165 0.166 0.167 0.168 0.169 0.170 0.171 0.172 0.173 0.174 0.175 0.176 0.177 0.178 0.179 0.180 0.181 0.182 0.183 0.184 0.185 0.186 0.187 0.188 0.189 0.190 0.191 0.192 0.193 0.194 0.195 0.196 0.197 0.198 0.199 0.200 0.201 0.202 0.203 0.204 0.205 0.206 0.207 0.208 0.209 0.210 0.211 0.212 0.213 0.214 0.215 0.216 0.217 0.218 0.219 0.220 0.221 0.222 0.223 0.224 0.225 0.226 0.227 0.228 0.229 0.230 0.231 0.232 0.233 0.234 0.235 0.236 0.237 0.238 0.239 0.240 0.241 0.242 0.243 0.244 0.245 0.246 0.247 0.248 0.249
(integer) 1
> PFCOUNT many
(integer) 246
> PFDEBUG ENCODING many
sparse
> PFADD many 1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 1.16 1.17 1.18 1.19 1.20 1.21 1.22 1.23 1.24 1.25 1.26 1.27 1.28 1.29 1.30 1.31 1.32 1.33 1.34 1.35 1.36 1.37 1.38 1.39 1.40 1.41 1.42 1.43 1.44 1.45 1.46 1.47 1.48 1.49 1.50 1.51 1.52 1.53 1.54 1.55 1.56 1.57 1.58 1.59 1.60 1.61 1.62 1.63 1.64 1.65 1.66 1.67 1.68 1.69 1.70 1.71 1.72 1.73 1.74 1.75 1.76 1.77 1.78 1.79 1.80 1.81 1.82 1.83 1.84 1.85 1.86 1.87 1.88 1.89 1.90 1.91 1.92 1.93 1.94 1.95 1.96 1.97 1.98 1.99 1.100 1.101 1.102 1.103 1.104 1.105 1.106 1.107 1.108 1.109 1.110 1.111 1.112 1.113 1.114 1.115 1.116 1.117 1.118 1.119 1.120 1.121 1.122 1.123 1.124 1.125 1.126 1.127 1.128 1.129 1.130 1.131 1.132 1.133 1.134 1.135 1.136 1.137 1.138 1.139 1.140 1.141 1.142 1.143 1.144 1.145 1.146 1.147 1.148 1.149 1.150 1.151 1.152 1.153 1.154 1.155 1.156 1.157 1.158 1.159 1.160 1.161 1.162 1.163 1.164 1.165 1.166 1.167 1.168 1.169 1.170 1.171 1.172 1.173 1.174 1.175 1.176 1.177 1.178 1.179 1.180 1.181 1.182 1.183 1.184 1.185 1.186 1.187 1.188 1.189 1.190 1.191 1.192 1.193 1.194 1.195 1.196 1.197 1.198 1.199 1.200 1.201 1.202 1.203 1.204 1.205 1.206 1.207 1.208 1.209 1.210 1.211 1.212 1.213 1.214 1.215 1.216 1.217 1.218 1.219 1.220 1.221 1.222 1.223 1.224 1.225 1.226 1.227 1.228 1.229 1.230 1.231 1.232 1.233 1.234 1.235 1.236 1.237 1.238 1.239 1.240 1.241 1.242 1.243 1.244 1.245 1.246 1.247 1.248 1.249
(integer) 1
> PFCOUNT many
(integer) 493
> PFDEBUG ENCODING many
sparse
> PFADD many 2.0 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 2.14 2.15 2.16 2.17 2.18 2.19 2.20 2.21 2.22 2.23 2.24 2.25 2.26 2.27 2.28 2.29 2.30 2.31 2.32 2.33 2.34 2.35 2.36 2.37 2.38 2.39 2.40 2.41 2.42 2.43 2.44 2.45 2.46 2.47 2.48 2.49 2.50 2.51 2.52 2.53 2.54 2.55 2.56 2.57 2.58 2.59 2.60 2.61 2.62 2.63 2.64 2.65 2.66 2.67 2.68 2.69 2.70 2.71 2.72 2.73 2.74 2.75 2.76 2.77 2.78 2.79 2.80 2.81 2.82 2.83 2.84 2.85 2.86 2.87 2.88 2.89 2.90 2.91 2.92 2.93 2.94 2.95 2.96 2.97 2.98 2.99 2.100 2.101 2.102 2.103 2.104 2.105 2.106 2.107 2.108 2.109 2.110 2.111 2.112 2.113 2.114 2.115 2.116 2.117 2.118 2.119 2.120 2.121 2.122 2.123 2.124 2.125 2.126 2.127 2.128 2.129 2.130 2.131 2.132 2.133 2.134 2.135 2.136 2.137 2.138 2.139 2.140 2.141 2.142 2.143 2.144 2.145 2.146 2.147 2.148 2.149 2.150 2.151 2.152 2.153 2.154 2.155 2.156 2.157 2.158 2.159 2.160 2.161 2.162 2.163 2.164 2.165 2.166 2.167 2.168 2.169 2.170 2.171 2.172 2.173 2.174 2.175 2.176 2.177 2.178 2.179 2.180 2.181 2.182 2.183 2.184 2.185 2.186 2.187 2.188 2.189 2.190 2.191 2.192 2.193 2.194 2.195 2.196 2.197 2.198 2.199 2.200 2.201 2.202 2.203 2.204 2.205 2.206 2.207 2.208 2.209 2.210 2.211 2.212 2.213 2.214 2.215 2.216 2.217 2.218 2.219 2.220 2.221 2.222 2.223 2.224 2.225 2.226 2.227 2.228 2.229 2.230 2.231 2.232 2.233 2.234 2.235 2.236 2.237 2.238 2.239 2.240 2.241 2.242 2.243 2.244 2.245 2.246 2.247 2.248 2.249
(integer) 1
> PFADD many 3.0 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14 3.15 3.16 3.17 3.18 3.19 3.20 3.21 3.22 3.23 3.24 3.25 3.26 3.27 3.28 3.29 3.30 3.31 3.32 3.33 3.34 3.35 3.36 3.37 3.38 3.39 3.40 3.41 3.42 3.43 3.44 3.45 3.46 3.47 3.48 3.49 3.50 3.51 3.52 3.53 3.54 3.55 3.56 3.57 3.58 3.59 3.60 3.61 3.62 3.63 3.64 3.65 3.66 3.67 3.68 3.69 3.70 3.71 3.72 3.73 3.74 3.75 3.76 3.77 3.78 3.79 3.80 3.81 3.82 3.83 3.84 3.85 3.86 3.87 3.88 3.89 3.90 3.91 3.92 3.93 3.94 3.95 3.96 3.97 3.98 3.99 3.100 3.101 3.102 3.103 3.104 3.105 3.106 3.107 3.108 3.109 3.110 3.111 3.112 3.113 3.114 3.115 3.116 3.117 3.118 3.119 3.120 3.121 3.122 3.123 3.124 3.125 3.126 3.127 3.128 3.129 3.130 3.131 3.132 3.133 3.134 3.135 3.136 3.137 3.138 3.139 3.140 3.141 3.142 3.143 3.144 3.145 3.146 3.147 3.148 3.149 3.150 3.151 3.152 3.153 3.154 3.155 3.156 3.157 3.158 3.159 3.160 3.161 3.162 3.163 3.164 3.165 3.166 3.167 3.168 3.169 3.170 3.171 3.172 3.173 3.174 3.175 3.176 3.177 3.178 3.179 3.180 3.181 3.182 3.183 3.184 3.185 3.186 3.187 3.188 3.189 3.190 3.191 3.192 3.193 3.194 3.195 3.196 3.197 3.198 3.199 3.200 3.201 3.202 3.203 3.204 3.205 3.206 3.207 3.208 3.209 3.210 3.211 3.212 3.213 3.214 3.215 3.216 3.217 3.218 3.219 3.220 3.221 3.222 3.223 3.224 3.225 3.226 3.227 3.228 3.229 3.230 3.231 3.232 3.233 3.234 3.235 3.236 3.237 3.238 3.239 3.240 3.241 3.242 3.243 3.244 3.245 3.246 3.247 3.248 3.249
(integer) 1
> PFCOUNT many
(integer) 989
> PFDEBUG ENCODING many
sparse
> PFADD many 4.0 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 4.12 4.13 4.14 4.15 4.16 4.17 4.18 4.19 4.20 4.21 4.22 4.23 4.24 4.25 4.26 4.27 4.28 4.29 4.30 4.31 4.32 4.33 4.34 4.35 4.36 4.37 4.38 4.39 4.40 4.41 4.42 4.43 4.44 4.45 4.46 4.47 4.48 4.49 4.50 4.51 4.52 4.53 4.54 4.55 4.56 4.57 4.58 4.59 4.60 4.61 4.62 4.63 4.64 4.65 4.66 4.67 4.68 4.69 4.70 4.71 4.72 4.73 4.74 4.75 4.76 4.77 4.78 4.79 4.80 4.81 4.82 4.83 4.84 4.85 4.86 4.87 4.88 4.89 4.90 4.91 4.92 4.93 4.94 4.95 4.96 4.97 4.98 4.99 4.100 4.101 4.102 4.103 4.104 4.105 4.106 4.107 4.108 4.109 4.110 4.111 4.112 4.113 4.114 4.115 4.116 4.117 4.118 4.119 4.120 4.121 4.122 4.123 4.124 4.125 4.126 4.127 4.128 4.129 4.130 4.131 4.132 4.133 4.134 4.135 4.136 4.137 4.138 4.139 4.140 4.141 4.142 4.143 4.144 4.145 4.146 4.147 4.148 4.149 4.150 4.151 4.152 4.153 4.154 4.155 4.156 4.157 4.158 4.159 4.160 4.161 4.162 4.163 4.164 4.165 4.166 4.167 4.168 4.169 4.170 4.171 4.172 4.173 4.174 4.175 4.176 4.177 4.178 4.179 4.180 4.181 4.182 4.183 4.184 4.185 4.186 4.187 4.188 4.189 4.190 4.191 4.192 4.193 4.194 4.195 4.196 4.197 4.198 4.199 4.200 4.201 4.202 4.203 4.204 4.205 4.206 4.207 4.208 4.209 4.210 4.211 4.212 4.213 4.214 4.215 4.216 4.217 4.218 4.219 4.220 4.221 4.222 4.223 4.224 4.225 4.226 4.227 4.228 4.229 4.230 4.231 4.232 4.233 4.234 4.235 4.236 4.237 4.238 4.239 4.240 4.241 4.242 4.243 4.244 4.245 4.246 4.247 4.248 4.249
(integer) 1
> PFADD many 5.0 5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 5.10 5.11 5.12 5.13 5.14 5.15 5.16 5.17 5.18 5.19 5.20 5.21 5.22 5.23 5.24 5.25 5.26 5.27 5.28 5.29 5.30 5.31 5.32 5.33 5.34 5.35 5.36 5.37 5.38 5.39 5.40 5.41 5.42 5.43 5.44 5.45 5.46 5.47 5.48 5.49 5.50 5.51 5.52 5.53 5.54 5.55 5.56 5.57 5.58 5.59 5.60 5.61 5.62 5.63 5.64 5.65 5.66 5.67 5.68 5.69 5.70 5.71 5.72 5.73 5.74 5.75 5.76 5.77 5.78 5.79 5.80 5.81 5.82 5.83 5.84 5.85 5.86 5.87 5.88 5.89 5.90 5.91 5.92 5.93 5.94 5.95 5.96 5.97 5.98 5.99 5.100 5.101 5.102 5.103 5.104 5.105 5.106 5.107 5.108 5.109 5.110 5.111 5.112 5.113 5.114 5.115 5.116 5.117 5.118 5.119 5.120 5.121 5.122 5.123 5.124 5.125 5.126 5.127 5.128 5.129 5.130 5.131 5.132 5.133 5.134 5.135 5.136 5.137 5.138 5.139 5.140 5.141 5.142 5.143 5.144 5.145 5.146 5.147 5.148 5.149 5.150 5.151 5.152 5.153 5.154 5.155 5.156 5.157 5.158 5.159 5.160 5.161 5.162 5.163 5.164 5.165 5.166 5.167 5.168 5.169 5.170 5.171 5.172 5.173 5.174 5.175 5.176 5.177 5.178 5.179 5.180 5.181 5.182 5.183 5.184 5.185 5.186 5.187 5.188 5.189 5.190 5.191 5.192 5.193 5.194 5.195 5.196 5.197 5.198 5.199 5.200 5.201 5.202 5.203 5.204 5.205 5.206 5.207 5.208 5.209 5.210 5.211 5.212 5.213 5.214 5.215 5.216 5.217 5.218 5.219 5.220 5.221 5.222 5.223 5.224 5.225 5.226 5.227 5.228 5.229 5.230 5.231 5.232 5.233 5.234 5.235 5.236 5.237 5.238 5.239 5.240 5.241 5.242 5.243 5.244 5.245 5.246 5.247 5.248 5.249
(integer) 1
> PFCOUNT many
(integer) 1493
> PFDEBUG ENCODING many
sparse
> PFADD many 6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.15 6.16 6.17 6.18 6.19 6.20 6.21 6.22 6.23 6.24 6.25 6.26 6.27 6.28 6.29 6.30 6.31 6.32 6.33 6.34 6.35 6.36 6.37 6.38 6.39 6.40 6.41 6.42 6.43 6.44 6.45 6.46 6.47 6.48 6.49 6.50 6.51 6.52 6.53 6.54 6.55 6.56 6.57 6.58 6.59 6.60 6.61 6.62 6.63 6.64 6.65 6.66 6.67 6.68 6.69 6.70 6.71 6.72 6.73 6.74 6.75 6.76 6.77 6.78 6.79 6.80 6.81 6.82 6.83 6.84 6.85 6.86 6.87 6.88 6.89 6.90 6.91 6.92 6.93 6.94 6.95 6.96 6.97 6.98 6.99 6.100 6.101 6.102 6.103 6.104 6.105 6.106 6.107 6.108 6.109 6.110 6.111 6.112 6.113 6.114 6.115 6.116 6.117 6.118 6.119 6.120 6.121 6.122 6.123 6.124 6.125 6.126 6.127 6.128 6.129 6.130 6.131 6.132 6.133 6.134 6.135 6.136 6.137 6.138 6.139 6.140 6.141 6.142 6.143 6.144 6.145 6.146 6.147 6.148 6.149 6.150 6.151 6.152 6.153 6.154 6.155 6.156 6.157 6.158 6.159 6.160 6.161 6.162 6.163 6.164 6.165 6.166 6.167 6.168 6.169 6.170 6.171 6.172 6.173 6.174 6.175 6.176 6.177 6.178 6.179 6.180 6.181 6.182 6.183 6.184 6.185 6.186 6.187 6.188 6.189 6.190 6.191 6.192 6.193 6.194 6.195 6.196 6.197 6.198 6.199 6.200 6.201 6.202 6.203 6.204 6.205 6.206 6.207 6.208 6.209 6.210 6.211 6.212 6.213 6.214 6.215 6.216 6.217 6.218 6.219 6.220 6.221 6.222 6.223 6.224 6.225 6.226 6.227 6.228 6.229 6.230 6.231 6.232 6.233 6.234 6.235 6.236 6.237 6.238 6.239 6.240 6.241 6.242 6.243 6.244 6.245 6.246 6.247 6.248 6.249
(integer) 1
> PFADD many 7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 7.9 7.10 7.11 7.12 7.13 7.14 7.15 7.16 7.17 7.18 7.19 7.20 7.21 7.22 7.23 7.24 7.25 7.26 7.27 7.28 7.29 7.30 7.31 7.32 7.33 7.34 7.35 7.36 7.37 7.38 7.39 7.40 7.41 7.42 7.43 7.44 7.45 7.46 7.47 7.48 7.49 7.50 7.51 7.52 7.53 7.54 7.55 7.56 7.57 7.58 7.59 7.60 7.61 7.62 7.63 7.64 7.65 7.66 7.67 7.68 7.69 7.70 7.71 7.72 7.73 7.74 7.75 7.76 7.77 7.78 7.79 7.80 7.81 7.82 7.83 7.84 7.85 7.86 7.87 7.88 7.89 7.90 7.91 7.92 7.93 7.94 7.95 7.96 7.97 7.98 7.99 7.100 7.101 7.102 7.103 7.104 7.105 7.106 7.107 7.108 7.109 7.110 7.111 7.112 7.113 7.114 7.115 7.116 7.117 7.118 7.119 7.120 7.121 7.122 7.123 7.124 7.125 7.126 7.127 7.128 7.129 7.130 7.131 7.132 7.133 7.134 7.135 7.136 7.137 7.138 7.139 7.140 7.141 7.142 7.143 7.144 7.145 7.146 7.147 7.148 7.149 7.150 7.151 7.152 7.153 7.154 7.155 7.156 7.157 7.158 7.159 7.160 7.161 7.162 7.163 7.164 7.165 7.166 7.167 7.168 7.169 7.170 7.171 7.172 7.173 7.174 7.175 7.176 7.177 7.178 7.179 7.180 7.181 7.182 7.183 7.184 7.185 7.186 7.187 7.188 7.189 7.190 7.191 7.192 7.193 7.194 7.195 7.196 7.197 7.198 7.199 7.200 7.201 7.202 7.203 7.204 7.205 7.206 7.207 7.208 7.209 7.210 7.211 7.212 7.213 7.214 7.215 7.216 7.217 7.218 7.219 7.220 7.221 7.222 7.223 7.224 7.225 7.226 7.227 7.228 7.229 7.230 7.231 7.232 7.233 7.234 7.235 7.236 7.237 7.238 7.239 7.240 7.241 7.242 7.243 7.244 7.245 7.246 7.247 7.248 7.249
(integer) 1
> PFCOUNT many
(integer) 1988
> PFDEBUG ENCODING many
dense
> STRLEN many
(integer) 12304
> PFADD many 0.0 3.7 7.249
(integer) 0
> PFCOUNT many n
(integer) 2389
> PFCOUNT many a nothing
(integer) 1993

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
