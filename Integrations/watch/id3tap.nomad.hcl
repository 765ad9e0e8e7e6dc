# Three allocations divide the feeds of one list: nomad job run id3tap.nomad.hcl
# To have more, change 'count' and the number in ID3TAP_SHARD together.
job "id3tap-watch" {
  type = "service"

  group "watch" {
    count = 3

    network {
      port "metrics" {}
    }

    service {
      name     = "id3tap-watch"
      provider = "nomad"
      port     = "metrics"

      check {
        type     = "http"
        path     = "/healthz"
        interval = "30s"
        timeout  = "5s"
      }
    }

    task "id3tap" {
      driver = "exec"

      config {
        command = "/usr/bin/id3tap"
        args    = ["watch", "@local/channels.txt", "--quiet", "--format", "jsonl", "--metrics", "0.0.0.0:${NOMAD_PORT_metrics}"]
      }

      env {
        ID3TAP_SHARD = "${NOMAD_ALLOC_INDEX}/3"
      }

      # A change of the list does not restart the task: it is read again on SIGHUP.
      template {
        destination   = "local/channels.txt"
        change_mode   = "signal"
        change_signal = "SIGHUP"
        data          = <<LIST
News 24 = https://example.com/news/master.m3u8 region=us tier=1
Sports = https://example.com/sports/master.m3u8 region=eu tier=2
LIST
      }

      resources {
        cpu    = 1000
        memory = 2048
      }
    }
  }
}
