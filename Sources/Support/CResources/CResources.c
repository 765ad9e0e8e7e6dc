#include "CResources.h"

// #embed is part of C23, and an extension in earlier versions.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *page_css(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/base.css" suffix(, )
#embed "../../Services/Collector/Resources/page.css" suffix(, )
      0};
  return text;
}

const char *page_js(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/live.js" suffix(, )
#embed "../../Services/Collector/Resources/page.js" suffix(, )
      0};
  return text;
}

const char *nls_js(void) {
  static const char text[] = {
#embed "../../Services/Collector/Resources/nls.js" suffix(, )
      0};
  return text;
}

const char *shell_css(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/base.css" suffix(, )
#embed "../../Results/Records/Resources/shell.css" suffix(, )
      0};
  return text;
}

const char *shell_js(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/shell.js" suffix(, )
      0};
  return text;
}

const char *status_css(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/base.css" suffix(, )
#embed "../../Services/LiveWatch/Resources/status.css" suffix(, )
      0};
  return text;
}

const char *status_js(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/live.js" suffix(, )
#embed "../../Services/LiveWatch/Resources/status.js" suffix(, )
      0};
  return text;
}

const char *ping_fields_json(void) {
  static const char text[] = {
#embed "../../Engine/NielsenAppApi/Resources/ping-fields.json" suffix(, )
      0};
  return text;
}

const char *report_css(void) {
  static const char text[] = {
#embed "../../Results/Records/Resources/base.css" suffix(, )
#embed "../../Results/Reports/Resources/report.css" suffix(, )
#embed "../../Results/Reports/Resources/detail.css" suffix(, )
      0};
  return text;
}

const char *report_index_css(void) {
  static const char text[] = {
#embed "../../Results/Reports/Resources/report-index.css" suffix(, )
      0};
  return text;
}

const char *report_js(void) {
  static const char text[] = {
#embed "../../Results/Reports/Resources/timeline.js" suffix(, )
      0};
  return text;
}

const char *report_index_js(void) {
  static const char text[] = {
#embed "../../Results/Reports/Resources/report.js" suffix(, )
      0};
  return text;
}

const char *scenario_file_md(void) {
  static const char text[] = {
#embed "../../../Documentation/ScenarioFile.md" suffix(, )
      0};
  return text;
}

const char *call_list_md(void) {
  static const char text[] = {
#embed "../../../Documentation/Calls.md" suffix(, )
      0};
  return text;
}
