// Serves a folder over HTTP/1.1 on loopback, with a delay before every answer, like a distant CDN. Uses little
// processor time: one thread per connection, and sendfile(2).
//
//   SlowServer FOLDER MILLISECONDS      prints its port, and ends when standard input ends
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int folder;
static useconds_t delay;

static int send_all(int to, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(to, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return -1;
    bytes += sent;
    count -= (size_t)sent;
  }
  return 0;
}

// Sends one answer. Returns -1 to end the connection.
static int answer(int client, char *path) {
  usleep(delay);
  path[strcspn(path, "?")] = 0;
  int file = strstr(path, "..") ? -1 : openat(folder, path + 1, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) < 0) {
    const char *missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    return send_all(client, missing, strlen(missing));
  }
  char head[128];
  int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %lld\r\n\r\n",
                        (long long)status.st_size);
  int result = send_all(client, head, (size_t)length);
  off_t offset = 0;
  while (result == 0 && offset < status.st_size) {
    if (sendfile(client, file, &offset, (size_t)(status.st_size - offset)) <= 0) result = -1;
  }
  close(file);
  return result;
}

static void *serve(void *argument) {
  int client = (int)(long)argument, on = 1;
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  char request[16384];
  size_t filled = 0;
  for (;;) {
    char *end;
    request[filled] = 0;
    while (!(end = strstr(request, "\r\n\r\n"))) {
      ssize_t count = recv(client, request + filled, sizeof request - 1 - filled, 0);
      if (count <= 0) goto done;
      filled += (size_t)count;
      request[filled] = 0;
    }
    char path[4096];
    if (sscanf(request, "GET %4095s", path) != 1 || path[0] != '/') goto done;
    if (answer(client, path) < 0) goto done;
    size_t used = (size_t)(end + 4 - request);
    memmove(request, request + used, filled - used);
    filled -= used;
  }
done:
  close(client);
  return NULL;
}

static void *accept_all(void *argument) {
  int listener = (int)(long)argument;
  for (;;) {
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    pthread_t thread;
    if (client < 0) continue;
    if (pthread_create(&thread, NULL, serve, (void *)(long)client) == 0) pthread_detach(thread);
    else close(client);
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: SlowServer FOLDER MILLISECONDS\n");
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  folder = open(arguments[1], O_RDONLY | O_DIRECTORY);
  delay = (useconds_t)atoi(arguments[2]) * 1000;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (folder < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 128) < 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
    perror("SlowServer");
    return 1;
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, accept_all, (void *)(long)listener) != 0) return 1;
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {}
  return 0;
}
