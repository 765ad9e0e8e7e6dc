#include "CResources.h"

// #embed is part of C23, and an extension in earlier versions.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct scenario {
  const char *name;
  const char *text;
};

static const char ad_pods_json[] = {
#embed "../../../SampleStreams/scenarios/ad-pods.json" suffix(, )
    0};
static const char alarm_json[] = {
#embed "../../../SampleStreams/scenarios/alarm.json" suffix(, )
    0};
static const char app_kill_json[] = {
#embed "../../../SampleStreams/scenarios/app-kill.json" suffix(, )
    0};
static const char background_json[] = {
#embed "../../../SampleStreams/scenarios/background.json" suffix(, )
    0};
static const char buffering_json[] = {
#embed "../../../SampleStreams/scenarios/buffering.json" suffix(, )
    0};
static const char call_json[] = {
#embed "../../../SampleStreams/scenarios/call.json" suffix(, )
    0};
static const char cast_json[] = {
#embed "../../../SampleStreams/scenarios/cast.json" suffix(, )
    0};
static const char channel_change_json[] = {
#embed "../../../SampleStreams/scenarios/channel-change.json" suffix(, )
    0};
static const char content_only_json[] = {
#embed "../../../SampleStreams/scenarios/content-only.json" suffix(, )
    0};
static const char device_lock_json[] = {
#embed "../../../SampleStreams/scenarios/device-lock.json" suffix(, )
    0};
static const char early_end_json[] = {
#embed "../../../SampleStreams/scenarios/early-end.json" suffix(, )
    0};
static const char headphones_json[] = {
#embed "../../../SampleStreams/scenarios/headphones.json" suffix(, )
    0};
static const char linear_app_kill_json[] = {
#embed "../../../SampleStreams/scenarios/linear-app-kill.json" suffix(, )
    0};
static const char linear_pause_json[] = {
#embed "../../../SampleStreams/scenarios/linear-pause.json" suffix(, )
    0};
static const char linear_with_interruptions_json[] = {
#embed "../../../SampleStreams/scenarios/linear-with-interruptions.json" suffix(, )
    0};
static const char long_lock_json[] = {
#embed "../../../SampleStreams/scenarios/long-lock.json" suffix(, )
    0};
static const char network_loss_json[] = {
#embed "../../../SampleStreams/scenarios/network-loss.json" suffix(, )
    0};
static const char no_id_json[] = {
#embed "../../../SampleStreams/scenarios/no-id.json" suffix(, )
    0};
static const char opt_out_json[] = {
#embed "../../../SampleStreams/scenarios/opt-out.json" suffix(, )
    0};
static const char ott_after_kill_json[] = {
#embed "../../../SampleStreams/scenarios/ott-after-kill.json" suffix(, )
    0};
static const char ott_connect_json[] = {
#embed "../../../SampleStreams/scenarios/ott-connect.json" suffix(, )
    0};
static const char pause_json[] = {
#embed "../../../SampleStreams/scenarios/pause.json" suffix(, )
    0};
static const char preroll_midroll_postroll_json[] = {
#embed "../../../SampleStreams/scenarios/preroll-midroll-postroll.json" suffix(, )
    0};
static const char published_sample_json[] = {
#embed "../../../SampleStreams/scenarios/published-sample.json" suffix(, )
    0};
static const char radio_json[] = {
#embed "../../../SampleStreams/scenarios/radio.json" suffix(, )
    0};
static const char seek_json[] = {
#embed "../../../SampleStreams/scenarios/seek.json" suffix(, )
    0};
static const char static_page_json[] = {
#embed "../../../SampleStreams/scenarios/static-page.json" suffix(, )
    0};
static const char tracking_denied_json[] = {
#embed "../../../SampleStreams/scenarios/tracking-denied.json" suffix(, )
    0};

static const struct scenario scenarios[] = {
    {"ad-pods", ad_pods_json},
    {"alarm", alarm_json},
    {"app-kill", app_kill_json},
    {"background", background_json},
    {"buffering", buffering_json},
    {"call", call_json},
    {"cast", cast_json},
    {"channel-change", channel_change_json},
    {"content-only", content_only_json},
    {"device-lock", device_lock_json},
    {"early-end", early_end_json},
    {"headphones", headphones_json},
    {"linear-app-kill", linear_app_kill_json},
    {"linear-pause", linear_pause_json},
    {"linear-with-interruptions", linear_with_interruptions_json},
    {"long-lock", long_lock_json},
    {"network-loss", network_loss_json},
    {"no-id", no_id_json},
    {"opt-out", opt_out_json},
    {"ott-after-kill", ott_after_kill_json},
    {"ott-connect", ott_connect_json},
    {"pause", pause_json},
    {"preroll-midroll-postroll", preroll_midroll_postroll_json},
    {"published-sample", published_sample_json},
    {"radio", radio_json},
    {"seek", seek_json},
    {"static-page", static_page_json},
    {"tracking-denied", tracking_denied_json},
};

static const int count = sizeof scenarios / sizeof scenarios[0];

const char *scenario_name(int index) {
  return index < 0 || index >= count ? 0 : scenarios[index].name;
}

const char *scenario_json(int index) {
  return index < 0 || index >= count ? 0 : scenarios[index].text;
}
