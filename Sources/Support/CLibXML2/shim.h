#ifndef ID3TAP_CLIBXML2_SHIM_H
#define ID3TAP_CLIBXML2_SHIM_H

#include <libxml/xmlversion.h>
// The headers of ICU that libxml2 includes clash with those of Foundation. No declaration used here depends on them.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>

// libxml2 fetches nothing, loads no external DTD, replaces no entities, prints nothing, and counts lines above 65,535.
static const int id3tap_xml_options =
    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT;

#endif
