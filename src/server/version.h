/* server/version.h - what the server says it is. */
#pragma once

#define REDIS_VERSION "7.0.15" /* the Redis whose answers these are */
#define ANAX_VERSION "0.1.0"
