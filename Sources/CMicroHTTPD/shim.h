#pragma once
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <poll.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <microhttpd.h>
#include "peer_user.h"

// What a daemon calls; all of it gets `context` first.
struct espy_mhd_calls {
    void *context;
    MHD_AcceptPolicyCallback accepts;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request;
    MHD_RequestCompletedCallback completed;
};

// These take a variable number of arguments, which Swift cannot call.

static inline struct MHD_Daemon *espy_mhd_start(unsigned int flags, const struct espy_mhd_calls *calls,
                                                struct MHD_OptionItem *options) {
    return MHD_start_daemon(
        flags, 0, calls->accepts, calls->context, calls->request, calls->context,
        MHD_OPTION_NOTIFY_CONNECTION, calls->connection, calls->context,
        MHD_OPTION_URI_LOG_CALLBACK, calls->target, calls->context,
        MHD_OPTION_NOTIFY_COMPLETED, calls->completed, calls->context,
        MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int espy_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *espy_mhd_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline size_t espy_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

// What the connection callback left behind `socket_context`.
static inline void *espy_mhd_kept(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// What a reader of content returns at its end; casts in macros are not seen by Swift.
static const ssize_t espy_mhd_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t espy_mhd_broken = MHD_CONTENT_READER_END_WITH_ERROR;

// The names of these differ in type between the C libraries that Swift knows.

static inline int espy_tcp_socket(int family) { return socket(family, SOCK_STREAM, IPPROTO_TCP); }

// Takes a client from a socket that listens, for this program alone. Linux has one call for that, which is declared only
// to those who ask for it before the first header.
#if defined(__linux__)
extern int espy_linux_accept(int, struct sockaddr *, socklen_t *, int) __asm__("accept4");

static inline int espy_accept(int listening, struct sockaddr *address, socklen_t *length) {
    return espy_linux_accept(listening, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
#else
static inline int espy_accept(int listening, struct sockaddr *address, socklen_t *length) {
    int client = accept(listening, address, length);
    if (client >= 0) fcntl(client, F_SETFD, FD_CLOEXEC);
    return client;
}
#endif

// Events of poll that tell that the other side closed its end.
#if defined(POLLRDHUP)
static const short espy_poll_left = POLLRDHUP;
#elif defined(__linux__)
static const short espy_poll_left = 0x2000;
#else
static const short espy_poll_left = 0;
#endif
