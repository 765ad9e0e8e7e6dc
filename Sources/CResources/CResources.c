#include "CResources.h"

// #embed is of C23, and an extension before.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *page_html(void) {
  static const char text[] = {
#embed "../Collector/Resources/page.html" suffix(, )
      0};
  return text;
}

const char *page_css(void) {
  static const char text[] = {
#embed "../Collector/Resources/page.css" suffix(, )
      0};
  return text;
}

const char *page_js(void) {
  static const char text[] = {
#embed "../Collector/Resources/page-parts.js" suffix(, )
#embed "../Collector/Resources/page-timeline.js" suffix(, )
#embed "../Collector/Resources/page-comparison.js" suffix(, )
#embed "../Collector/Resources/page-detail.js" suffix(, )
#embed "../Collector/Resources/page.js" suffix(, )
      0};
  return text;
}

const char *nls_js(void) {
  static const char text[] = {
#embed "../Collector/Resources/nls.js" suffix(, )
      0};
  return text;
}

const char *shell_css(void) {
  static const char text[] = {
#embed "../Documents/Resources/shell.css" suffix(, )
      0};
  return text;
}

const char *shell_js(void) {
  static const char text[] = {
#embed "../Documents/Resources/shell.js" suffix(, )
      0};
  return text;
}

const char *status_css(void) {
  static const char text[] = {
#embed "../LiveWatch/Resources/status.css" suffix(, )
      0};
  return text;
}

const char *status_js(void) {
  static const char text[] = {
#embed "../LiveWatch/Resources/status.js" suffix(, )
      0};
  return text;
}

const char *ping_fields_json(void) {
  static const char text[] = {
#embed "../NielsenAppApi/Resources/ping-fields.json" suffix(, )
      0};
  return text;
}

const char *report_css(void) {
  static const char text[] = {
#embed "../Reports/Resources/report.css" suffix(, )
#embed "../Reports/Resources/detail.css" suffix(, )
      0};
  return text;
}

const char *report_index_css(void) {
  static const char text[] = {
#embed "../Reports/Resources/report-index.css" suffix(, )
      0};
  return text;
}

const char *report_js(void) {
  static const char text[] = {
#embed "../Reports/Resources/timeline.js" suffix(, )
      0};
  return text;
}

const char *report_index_js(void) {
  static const char text[] = {
#embed "../Reports/Resources/report.js" suffix(, )
      0};
  return text;
}
