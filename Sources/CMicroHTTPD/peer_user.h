#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
