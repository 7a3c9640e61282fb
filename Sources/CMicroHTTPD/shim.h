#pragma once
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <poll.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <microhttpd.h>

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

#ifdef __linux__
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>

// What the system is asked, and what it answers: sock_diag(7).
struct espy_peer_question {
    struct nlmsghdr head;
    struct inet_diag_req_v2 socket;
};

union espy_peer_answer {
    struct nlmsghdr head;
    char bytes[8192];
};

static inline int espy_put_end(const struct sockaddr_storage *end, uint32_t address[4], uint16_t *port) {
    if (end->ss_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)end;
        address[0] = v4->sin_addr.s_addr;
        *port = v4->sin_port;
        return 1;
    }
    if (end->ss_family != AF_INET6) return 0;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)end;
    memcpy(address, &v6->sin6_addr, 16);
    *port = v6->sin6_port;
    return 1;
}

// The user whose socket is at the other end of a connection within this machine: 0 and its id, 1 where there is no open
// one, and -1 where the system does not say.
static inline int espy_peer_user(int descriptor, uint32_t *user) {
    struct sockaddr_storage near = {0}, far = {0};
    socklen_t near_size = sizeof near, far_size = sizeof far;
    if (getsockname(descriptor, (struct sockaddr *)&near, &near_size) != 0 ||
        getpeername(descriptor, (struct sockaddr *)&far, &far_size) != 0 || near.ss_family != far.ss_family) return 1;
    struct espy_peer_question question = {
        .head = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .socket = {.sdiag_family = far.ss_family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = 0xffffffff},
    };
    struct inet_diag_sockid *wanted = &question.socket.id;
    wanted->idiag_cookie[0] = wanted->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (!espy_put_end(&far, wanted->idiag_src, &wanted->idiag_sport) ||
        !espy_put_end(&near, wanted->idiag_dst, &wanted->idiag_dport)) return 1;

    int asking = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (asking < 0) return -1;
    struct timeval patience = {.tv_sec = 1};
    setsockopt(asking, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    union espy_peer_answer answer;
    ssize_t size = send(asking, &question, sizeof question, 0);
    if (size == (ssize_t)sizeof question) size = recv(asking, &answer, sizeof answer, 0);
    close(asking);
    if (size < (ssize_t)sizeof answer.head || answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        size < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -1;
    const struct inet_diag_msg *found = (const struct inet_diag_msg *)NLMSG_DATA(&answer.head);
    // What is left of a connection that its client has closed belongs to root. 1: it is open (tcp(7)).
    if (found->idiag_state != 1 || found->id.idiag_sport != wanted->idiag_sport) return 1;
    *user = found->idiag_uid;
    return 0;
}
#else
static inline int espy_peer_user(int descriptor, uint32_t *user) { return -1; }
#endif
