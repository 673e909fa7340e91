/**
 * An archival document (PDF/A-3a) that is also an accessible one (PDF/UA-1) says both in its XMP. The typesetter writes one
 * standard at a time, so the second is added here, with the description of its schema that PDF/A asks for.
 */
const UA_SCHEMA =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>' +
  '<rdf:li rdf:parseType="Resource"><pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of the PDF/UA standard</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>';
const UA_ITSELF =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">' +
  '<pdfuaid:part>1</pdfuaid:part></rdf:Description>';

const SCHEMAS_END = '</rdf:Bag></pdfaExtension:schemas>';
const END = '</rdf:RDF>';

/** The XMP of a PDF/A document, with what says that it is PDF/UA too. @throws when it is not what the typesetter writes. */
export const withAccessibility = (xmp: string): string => {
  if (!xmp.includes(SCHEMAS_END) || !xmp.includes(END)) {
    throw new Error('the XMP of the document is not that of PDF/A');
  }
  return xmp
    .replace(SCHEMAS_END, () => `${UA_SCHEMA}${SCHEMAS_END}`)
    .replace(END, () => `${UA_ITSELF}${END}`);
};
