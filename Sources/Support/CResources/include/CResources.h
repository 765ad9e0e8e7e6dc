// Files that are embedded in the binary, as text that ends with a zero byte: `Resources` folders of modules and pages
// of the documentation. Swift has no #embed, and takes seconds to compile a string literal of that size.
#pragma once

// Collector
const char *_Nonnull page_css(void);
const char *_Nonnull page_js(void);
const char *_Nonnull nls_js(void);

// Records
const char *_Nonnull shell_css(void);
const char *_Nonnull shell_js(void);

// LiveWatch
const char *_Nonnull status_css(void);
const char *_Nonnull status_js(void);

// NielsenAppApi
const char *_Nonnull ping_fields_json(void);

// Reports
const char *_Nonnull report_css(void);
const char *_Nonnull report_index_css(void);
const char *_Nonnull report_js(void);
const char *_Nonnull report_index_js(void);

// Playback: the scenarios of SampleStreams sorted by name, followed by null.
const char *_Nullable scenario_name(int index);
const char *_Nullable scenario_json(int index);

// Commands: the pages that `id3tap help TOPIC` prints.
const char *_Nonnull scenario_file_md(void);
const char *_Nonnull call_list_md(void);
