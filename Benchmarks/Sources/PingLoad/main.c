// Sends pings to a collector on loopback over persistent connections. Each connection sends its next request when the
// previous one is answered. One thread with epoll(7) leaves most processor time to the collector.
//
//   PingLoad PORT SECONDS CONNECTIONS FILE
//
// FILE has one ping URL per line, as `id3tap pings --format url` prints them. Each request gets a different `rnd`.
// Prints the number of requests that were answered with 200, the number of all other requests, the seconds, and the
// median, the 99th percentile and the maximum of the waits for an answer, in milliseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_URLS = 1000, LONGEST_URL = 16384, LONGEST_ANSWER = 4096, BUCKETS = 100000 };

struct connection {
  int socket;
  char request[LONGEST_URL + 512];
  size_t length, sent;
  char answer[LONGEST_ANSWER];
  size_t received;
  double started;
};

static char *urls[MOST_URLS];
static int url_count, port;
static long next_number, good, bad;
// The number of requests by their wait, in hundredths of a millisecond.
static long waits[BUCKETS];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

// The paths and queries of the file, up to the value of `rnd`.
static void read_urls(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) fail(name);
  char *line = NULL;
  size_t size = 0;
  while (url_count < MOST_URLS && getline(&line, &size, file) > 0) {
    char *path = strstr(line, "/cgi-bin/");
    if (!path) continue;
    path[strcspn(path, "\r\n")] = 0;
    char *number = strstr(path, "&rnd=");
    if (number) *number = 0;
    if (strlen(path) < LONGEST_URL - 64) urls[url_count++] = strdup(path);
  }
  free(line);
  fclose(file);
  if (url_count == 0) {
    fprintf(stderr, "PingLoad: %s: holds no ping\n", name);
    exit(1);
  }
}

static void begin(struct connection *c) {
  long number = next_number++;
  c->length = (size_t)snprintf(
      c->request, sizeof c->request,
      "GET %s&rnd=%013ld HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: PingLoad\r\nAccept: */*\r\n\r\n",
      urls[number % url_count], number, port);
  c->sent = c->received = 0;
  c->started = now();
}

static void proceed(struct connection *c) {
  while (c->sent < c->length) {
    ssize_t count = send(c->socket, c->request + c->sent, c->length - c->sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("PingLoad: send");
    c->sent += (size_t)count;
  }
}

// The length of a complete answer. 0 if the answer is incomplete.
static size_t answer_length(struct connection *c) {
  c->answer[c->received] = 0;
  char *end = strstr(c->answer, "\r\n\r\n");
  if (!end) return 0;
  char *field = strcasestr(c->answer, "\r\ncontent-length:");
  size_t body = field && field < end ? strtoul(field + 17, NULL, 10) : 0;
  size_t length = (size_t)(end + 4 - c->answer) + body;
  return c->received >= length ? length : 0;
}

// Whether the answer is complete.
static int receive(struct connection *c) {
  while (1) {
    ssize_t count = recv(c->socket, c->answer + c->received, sizeof c->answer - 1 - c->received, 0);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) {
      fprintf(stderr, "PingLoad: the collector closed a connection\n");
      exit(1);
    }
    c->received += (size_t)count;
    if (answer_length(c) == 0) continue;
    if (strncmp(c->answer, "HTTP/1.1 200 ", 13) == 0) good++; else bad++;
    long wait = (long)((now() - c->started) * 1e5);
    waits[wait < BUCKETS ? wait : BUCKETS - 1]++;
    return 1;
  }
}

static double quantile(double part) {
  long left = (long)(part * (double)(good + bad));
  for (int bucket = 0; bucket < BUCKETS; bucket++) {
    left -= waits[bucket];
    if (left <= 0 && waits[bucket] > 0) return bucket / 100.0;
  }
  return 0;
}

static int open_connection(void) {
  int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (s < 0 || connect(s, (struct sockaddr *)&place, sizeof place) < 0) fail("PingLoad: connect");
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(s, F_SETFL, O_NONBLOCK);
  return s;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "PingLoad: usage: PingLoad PORT SECONDS CONNECTIONS FILE\n");
    return 64;
  }
  port = atoi(arguments[1]);
  double seconds = atof(arguments[2]);
  int connections = atoi(arguments[3]);
  read_urls(arguments[4]);
  int poll = epoll_create1(0);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  if (poll < 0 || !all) fail("PingLoad");
  for (int i = 0; i < connections; i++) {
    all[i].socket = open_connection();
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = &all[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].socket, &event);
    begin(&all[i]);
    proceed(&all[i]);
  }
  double start = now(), end = start + seconds, last = start + seconds + 30;
  int open = connections;
  struct epoll_event events[64];
  // Wait for the answers to all requests that were sent.
  while (open > 0 && now() < last) {
    int ready = epoll_wait(poll, events, 64, 100);
    for (int i = 0; i < ready; i++) {
      struct connection *c = events[i].data.ptr;
      if (c->socket < 0) continue;
      proceed(c);
      while (receive(c)) {
        if (now() >= end) {
          close(c->socket);
          c->socket = -1;
          open--;
          break;
        }
        begin(c);
        proceed(c);
      }
    }
  }
  double passed = now() - start;
  printf("%ld %ld %.2f %.2f %.2f %.2f\n", good, bad, passed, quantile(0.5), quantile(0.99), quantile(1));
  return open > 0;
}
